"""Run a bot of an earlier version as a program: bench/old_bot.py CHECKOUT MODULE.

Lines that its version of the protocol does not know are left out.
"""

import runpy
import sys
from typing import Any

NEWER = ("random ",)


def main() -> None:
    folder, module = sys.argv[1:]
    sys.path.insert(0, f"{folder}/src")
    lines: Any = (line for line in sys.stdin if not line.startswith(NEWER))
    sys.stdin = lines  # before the earlier version is imported, whose functions take it as their default
    runpy.run_module(module, run_name="__main__")


if __name__ == "__main__":
    main()
