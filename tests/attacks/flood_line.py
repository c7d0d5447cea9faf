# Writes a line without end.
# verdict: flood: 4 MiB without an end of line
import os

from attack import questions

for _ in questions():
    while True:
        os.write(1, b"x" * 65536)
