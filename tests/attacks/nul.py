# Answers with NUL and control characters.
# verdict: illegal
import os

from attack import questions

for _ in questions():
    os.write(1, b"STOP\0\x1b[2J\n")
