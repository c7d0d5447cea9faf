# Looks for the seed in the referee's command line, environment and memory.
# verdict: ok
import os

from attack import REFEREE, expect_failure, play_on

for name in ("cmdline", "environ", "mem", "maps", "fd/0"):
    expect_failure(name, lambda name=name: open(f"/proc/{REFEREE}/{name}", "rb").read(10) or False)
for name in ("environ", "mem", "maps", "fd/0"):
    expect_failure(name, lambda name=name: (os.getpid() != 1 and open(f"/proc/1/{name}", "rb").read(10)) or False)
seen = os.getpid() <= 2 and [one for one in os.listdir("/proc") if one.isdigit() and int(one) > 2]
expect_failure("other processes", lambda: seen or False)
expect_failure("secret", lambda: b"HUNTER2" in open("/proc/1/environ", "rb").read())
play_on()
