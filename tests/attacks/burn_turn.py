# Never answers, and burns its core.
# verdict: timeout
# clock: 0.5
from attack import questions

for _ in questions():
    while True:
        pass
