"""The table of attacks: every program in tests/attacks against the sandbox, as this user and as a plain user."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNNER = ROOT / "tests" / "attack_runner.py"


def main() -> int:
    packages = [path for path in sys.path if path.endswith("site-packages")]
    environment = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *packages]), "LUDOTHEQUE_INTERPRET": "1"}
    environment |= {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    codes = [run(sys.executable, environment)]
    if os.geteuid() == 0:  # an interpreter in a folder of root is closed to a plain user
        codes.append(run("/usr/bin/python3", environment, user=65534, group=65534, extra_groups=[]))
    return max(codes)


def run(python: str, environment: dict[str, str], **user: object) -> int:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        env = {**environment, "HOME": folder, "LUDOTHEQUE_CACHE": f"{folder}/cache"}
        return subprocess.run([python, str(RUNNER)], env=env, **user).returncode  # type: ignore[call-overload]


if __name__ == "__main__":
    sys.exit(main())
