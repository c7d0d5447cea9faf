"""Runs programs of strangers, and the compilers that build them, so that they can harm nobody.

    made = launch(["/usr/bin/node", "bot.js"], Path("bots"), readable=[Path("bots/bot.js")])
    process = made.start(stdin=PIPE, stdout=PIPE, stderr=PIPE)      # a subprocess.Popen
    made.find_process()                                            # the id of the program itself

The program starts in the folder and can read the system (/usr, compilers and interpreters from packages included) and
what is `readable`, files or folders, each under its own path; it can write nothing. An interpreter outside /usr has to
be in `readable`; for this Python `interpreter_folders()` returns what it needs. `process.Program` takes a Launch.

    with scratch_folder() as output:
        built = build(["gcc", "-O2", str(source), "-o", "bot"], output, readable=[source])
        if not built.is_ok: … built.why or built.message …
        shutil.copyfile(output / "bot", cached)                     # as root the files belong to another user

`trust(words)` is a Launch for a command that the user typed: it has their rights, and still ends with them.

The tiers, tried out at the first use (`find_tier`): full (bubblewrap, a seccomp filter and limits), reduced (Landlock
instead of bubblewrap), limited (no Landlock: it can read the user's files), trusted. `strict=True` refuses all but the
full tier, with a sentence (`NoSandbox`) that says how to get it. LUDOTHEQUE_SANDBOX names a weaker tier to use.
"""

from ludotheque.sandbox.building import BUILD_LIMITS, Built, build, scratch_folder
from ludotheque.sandbox.launching import (
    ABOUT,
    ADVICE,
    Launch,
    NoSandbox,
    Tier,
    Unreadable,
    find_tier,
    interpreter_folders,
    launch,
    require_tier,
    trust,
    why_not_full,
)
from ludotheque.sandbox.plan import MIB, STANDARD, Limits

__all__ = [
    "ABOUT",
    "ADVICE",
    "BUILD_LIMITS",
    "MIB",
    "STANDARD",
    "Built",
    "Launch",
    "Limits",
    "NoSandbox",
    "Tier",
    "Unreadable",
    "build",
    "find_tier",
    "interpreter_folders",
    "launch",
    "require_tier",
    "scratch_folder",
    "trust",
    "why_not_full",
]
