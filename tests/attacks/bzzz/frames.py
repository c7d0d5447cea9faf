# Looks for the seed and for hidden facts in frames and in all objects of its host, and for a way out of it.
# verdict: ok
import gc
import os
import signal
import sys

from ia import MoteurIA

REFEREE = int(os.environ["LUDOTHEQUE_REFEREE"].split()[1])


def expect_failure(name, action):
    try:
        result = action()
    except (OSError, ValueError):
        return
    if result:
        sys.stderr.write(f"BROKEN {name}: {str(result)[:80]}\n")


def read_frames():
    frame, names = sys._getframe(), []
    while frame is not None:
        names += [*frame.f_locals, *frame.f_globals]
        frame = frame.f_back
    return [name for name in names if "seed" in name or "match" in name.lower()]


def read_objects():
    secret = {"dice_seeds", "random_seeds", "nectar", "state"}
    return [sorted(map(str, one)) for one in gc.get_objects() if isinstance(one, dict) and len(secret & set(one)) > 1]


class Bot(MoteurIA):
    nom = "frames"

    def ponte(self, jeu, prix):
        expect_failure("frames", read_frames)
        expect_failure("modules", lambda: [name for name in sys.modules if name.startswith("ludotheque")])
        expect_failure("objects", read_objects)
        expect_failure("fork", lambda: os.fork() or True)
        for file in ("/etc/shadow", "/etc/passwd", f"/proc/{REFEREE}/environ", f"/proc/{REFEREE}/cmdline"):
            expect_failure(file, lambda file=file: open(file, "rb").read(10))
        for number in (signal.SIGSTOP, signal.SIGKILL):
            expect_failure("referee", lambda number=number: os.kill(REFEREE, number) or True)
        return

    def action_abeilles(self, jeu):
        return []
