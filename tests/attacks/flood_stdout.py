# Writes answers without end.
# verdict: flood
import os

from attack import questions

for legal in questions():
    while True:
        os.write(1, (legal[-1] + "\n").encode() * 100_000)
