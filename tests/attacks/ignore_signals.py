# Ignores every signal, and the end of its input.
# verdict: ok
import contextlib
import signal
import time

from attack import play_on

for number in signal.valid_signals():
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)
play_on()
while True:
    time.sleep(1)
