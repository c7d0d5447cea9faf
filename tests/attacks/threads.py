# Starts threads without end.
# verdict: ok
import threading

from attack import play_on, say_broken

waiting, started = threading.Event(), 0
try:
    while started < 500:
        threading.Thread(target=waiting.wait, daemon=True).start()
        started += 1
except RuntimeError:
    pass
if started > 100:
    say_broken(f"{started} threads")
play_on()
