"""The files in deploy/: settings that exist, a unit that systemd accepts, scripts that can be parsed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ludotheque.web.settings import Settings, variable

DEPLOY = Path(__file__).parents[1] / "deploy"
UNIT = (DEPLOY / "ludotheque.service").read_text("utf-8")
KNOWN = {variable(name) for name in Settings.model_fields} | {"LUDOTHEQUE_CACHE"}


@pytest.mark.parametrize("name", ["ludotheque.service", "ludotheque.env", "Containerfile", "test-chroot"])
def test_only_settings_that_exist_are_set(name: str) -> None:
    named = set(re.findall(r"\bLUDOTHEQUE_[A-Z_]+(?==)", (DEPLOY / name).read_text("utf-8")))
    assert named and named <= KNOWN


def test_the_unit_leaves_numba_and_the_sandbox_what_they_need() -> None:
    options = {line.partition("=")[0] for line in UNIT.splitlines() if re.match(r"[A-Z]\w+=", line)}
    assert {"NoNewPrivileges", "ProtectSystem", "SystemCallFilter", "CapabilityBoundingSet"} <= options
    covers_proc = {"ProtectKernelTunables", "ProtectKernelLogs", "ProtectProc", "ProcSubset"}
    assert not options & ({"MemoryDenyWriteExecute", "RestrictNamespaces", "ProtectHostname"} | covers_proc)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "opt" / "ludotheque" / "bin" / "ludotheque"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "ludotheque.service"
    unit.write_text(UNIT.replace("/opt/ludotheque/bin/ludotheque", str(program)))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if "ludotheque.service" in line]
    assert done.returncode == 0 and not complaints, done.stderr


@pytest.mark.parametrize("name", ["install", "test-chroot"])
def test_the_scripts_can_be_parsed_and_run(name: str) -> None:
    subprocess.run(["bash", "-n", DEPLOY / name], check=True)
    assert (DEPLOY / name).stat().st_mode & 0o111
