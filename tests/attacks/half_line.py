# Writes half a line.
# verdict: timeout
# clock: 0.5
import os
import time

from attack import questions

for _ in questions():
    os.write(1, b"ST")
    time.sleep(1000)
