# Never ends its turn, and ignores signals.
# verdict: timeout
# clock: 0.5
import signal


def jouer_tour():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass
