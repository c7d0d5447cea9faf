# Kills the host that it runs in.
# verdict: crash: killed by SIGKILL
import os
import signal


def jouer_tour():
    os.kill(os.getpid(), signal.SIGKILL)
