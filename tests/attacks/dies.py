# Dies in its second turn.
# verdict: crash: exit code 7
import os

from attack import answer, questions

for turn, legal in enumerate(questions(), 1):
    if turn == 2:
        os._exit(7)
    answer(legal[-1])
