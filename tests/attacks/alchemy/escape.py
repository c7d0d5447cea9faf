# Forks, reads files and the referee's memory, stops and kills others, and looks for the seed in its host.
# verdict: ok
import gc
import os
import signal
import socket
import subprocess
import sys

REFEREE = int(os.environ["LUDOTHEQUE_REFEREE"].split()[1])


def expect_failure(name, action):
    try:
        result = action()
    except (OSError, ValueError):
        return
    if result:
        sys.stderr.write(f"BROKEN {name}: {str(result)[:80]}\n")


def find_seeds():
    """The host plays on a copy of the match, which has a seed of its own."""
    matches = [one for one in gc.get_objects() if type(one).__name__ == "Match"]
    return [match.seed for match in matches if match.seed != 0]


def partie_init():
    expect_failure("fork", lambda: os.fork() or True)
    expect_failure("program", lambda: subprocess.run(["/bin/true"]))
    expect_failure("network", lambda: socket.socket().connect(("127.0.0.1", 22)) or True)
    for file in ("/etc/shadow", "/etc/passwd", f"/proc/{REFEREE}/environ", f"/proc/{REFEREE}/mem"):
        expect_failure(file, lambda file=file: open(file, "rb").read(10))
    for number in (signal.SIGSTOP, signal.SIGKILL):
        expect_failure("referee", lambda number=number: os.kill(REFEREE, number) or True)
    expect_failure("write", lambda: open(f"{os.path.dirname(__file__)}/x", "w"))
    expect_failure("seed", find_seeds)


def jouer_tour():
    pass


def partie_fin():
    pass
