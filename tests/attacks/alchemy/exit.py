# Ends its host without an error, before it has answered.
# verdict: crash: exit code 0
import os


def jouer_tour():
    os._exit(0)
