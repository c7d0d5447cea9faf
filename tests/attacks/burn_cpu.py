# Uses more of the CPU than a whole match may.
# verdict: timeout: more than 1 s on the CPU
# cpu: 1
from attack import questions

for _ in questions():
    while True:
        pass
