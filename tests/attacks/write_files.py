# Writes files: its own, the system's, and as many as it likes in /tmp.
# verdict: ok
import os

from attack import CANARY, expect_failure, play_on

for path in (__file__, "/usr/bin/x", "/tmp/x", "/dev/shm/x", "/dev/x", "/etc/x", CANARY, "/proc/sys/kernel/hostname"):
    expect_failure(path, lambda path=path: open(path, "w").write("x"))
expect_failure("chmod", lambda: os.chmod(__file__, 0o777))
expect_failure("symlink", lambda: os.symlink("/etc/shadow", "/tmp/shadow"))
play_on()
