# Looks at its question without reading it, to think before its clock runs.
# verdict: timeout: has read nothing within 0.5 s
# start: 0.5
import ctypes
import os
import time

from attack import say_broken

libc = ctypes.CDLL(None, use_errno=True)
_, end = os.pipe()
for _ in range(50):
    if libc.tee(0, end, 1 << 16, 2) > 0:
        say_broken("tee")
    time.sleep(0.1)
