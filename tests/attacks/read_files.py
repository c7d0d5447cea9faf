# Reads files of the system, of the user and of other programs.
# verdict: ok
import glob

from attack import CANARY, expect_failure, play_on

for path in (CANARY, "/etc/shadow", "/etc/passwd", "/root/.bashrc", "/proc/kcore", "/dev/mem", "/sys/kernel/notes"):
    expect_failure(path, lambda path=path: open(path, "rb").read(20))
expect_failure("home", lambda: glob.glob("/home/*") + glob.glob("/root/*") or False)
play_on()
