# Answers with bytes that are no text.
# verdict: illegal
import os

from attack import questions

for _ in questions():
    os.write(1, b"\xff\xfe\xc3\n")
