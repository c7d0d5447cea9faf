# Writes a letter now and then, so that something always comes.
# verdict: timeout
# clock: 0.5
import os
import time

from attack import questions

for _ in questions():
    while True:
        os.write(1, b"S")
        time.sleep(0.05)
