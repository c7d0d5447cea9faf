# Stops and kills its rival and the referee.
# verdict: ok
import os
import signal

from attack import REFEREE, answer, expect_failure, questions

for legal in questions():
    for process in {REFEREE, *range(2, 300), *range(REFEREE - 20, REFEREE + 200)}:
        if process > 1 and process != os.getpid():
            expect_failure(f"kill {process}", lambda p=process: os.kill(p, signal.SIGSTOP))
    expect_failure("group", lambda: os.killpg(os.getpgid(REFEREE), signal.SIGKILL))
    answer(legal[-1])
