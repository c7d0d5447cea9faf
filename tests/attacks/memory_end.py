# Takes memory until there is none.
# verdict: memory
# memory: 128
from attack import MIB, questions

taken = []
for _ in questions():
    while True:
        taken.append(b"x" * MIB)
