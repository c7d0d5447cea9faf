# Closes its input and its output and stays.
# verdict: timeout
# reduced: crash: closed its output
# clock: 0.5
import os
import time

from attack import questions

for _ in questions():
    os.close(0)
    os.close(1)
    time.sleep(1000)
