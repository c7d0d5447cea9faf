# Starts processes: a fork bomb, a daemon, another program, a child that keeps the pipes open.
# verdict: ok
import os
import subprocess

from attack import expect_failure, play_on

for _ in range(100):
    expect_failure("fork", os.fork)
expect_failure("spawn", lambda: os.posix_spawn("/bin/sleep", ["sleep", "1000"], {}))
expect_failure("subprocess", lambda: subprocess.Popen(["setsid", "sleep", "1000"]))
play_on()
