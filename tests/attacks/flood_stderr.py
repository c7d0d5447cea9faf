# Writes megabytes to stderr before every answer.
# verdict: ok
import sys

from attack import answer, questions

for legal in questions():
    sys.stderr.write("e" * 3_000_000)
    sys.stderr.flush()
    answer(legal[-1])
