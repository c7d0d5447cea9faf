"""A new game is a package of its own: `ludotheque new`, then the tutorial, word for word."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from ludotheque.checks import chromium
from ludotheque.cli import main
from ludotheque.commands.creating import write_package

ROOT = Path(__file__).parent.parent
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OFFLINE = ["--no-deps", "--no-build-isolation", "--quiet"]  # everything else is there already


class Environment:
    """A virtual environment of its own, in which the packages of this one can be imported too."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.python = folder / "bin" / "python"
        paths = {"base": str(folder), "platbase": str(folder)}
        packages = Path(sysconfig.get_path("purelib", vars=paths))
        host = sysconfig.get_path("purelib")
        (packages / "host.pth").write_text(f"import site; site.addsitedir({host!r})\n")

    def install(self, package: Path) -> None:
        uv = shutil.which("uv") or ROOT / ".uv" / "bin" / "uv"
        if Path(uv).exists():
            command = [uv, "pip", "install", "--offline", "--python", self.python]
        else:
            subprocess.run([self.python, "-m", "ensurepip"], check=True, capture_output=True)
            command = [self.python, "-m", "pip", "install", "--no-index"]
        subprocess.run([*command, *OFFLINE, "--editable", package], check=True)

    def run(self, *words: str, folder: Path) -> str:
        done = subprocess.run([self.python, *words], cwd=folder, capture_output=True, text=True, env=os.environ)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("environment"))


@pytest.mark.slow
@pytest.mark.server
def test_the_tutorial_builds_a_game_with_secret_moves(environment: Environment, tmp_path: Path) -> None:
    """It passes the checks of every game, which play it in two browsers to its end."""
    package = tmp_path / "undercut"
    write_package(package)
    files = FILE.findall(TUTORIAL)
    for name, text in files:
        assert (package / name).exists(), f"ludotheque new writes no {name}"
        (package / name).write_text(text, "utf-8")
    assert len(files) == 5
    environment.install(package)
    report = environment.run("-m", "pytest", "-rA", "-p", "no:cacheprovider", folder=package)
    assert "not there yet" in report and "Undercut has no bots" in report
    in_browsers = re.search(r"^(\w+) .*test_two_browsers_play_whole_matches\S*\[undercut\]", report, re.MULTILINE)
    assert (in_browsers and in_browsers[1] == "PASSED") or chromium.MISSING in report
    assert "Undercut" in environment.run("-m", "ludotheque.cli", "games", folder=package)


@pytest.mark.slow
@pytest.mark.server
def test_a_new_package_passes_its_checks_as_it_is(environment: Environment, tmp_path: Path) -> None:
    package = tmp_path / "tic_tac"
    write_package(package)
    environment.install(package)
    without_browser = ["-k", "not browsers"]
    report = environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *without_browser, folder=package)
    assert "Tic tac has no French" in report
    sources = [file for file in package.rglob("*.*") if file.is_file() and file.suffix != ".pyc"]
    assert "pebbles" not in "".join(file.read_text("utf-8").lower() for file in sources)


def test_a_package_is_written_into_a_folder_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "gravel"]) == 0
    assert "gravel/ holds a small game to change" in capsys.readouterr().out
    assert 'gravel = "ludotheque_gravel"' in (tmp_path / "gravel" / "pyproject.toml").read_text("utf-8")
    assert "**GR-1. Start.**" in (tmp_path / "gravel" / "src" / "ludotheque_gravel" / "RULES.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A game's name is small letters"),
        ("Chess", "A game's name is small letters"),
        ("../x", "A game's name is small letters"),
        ("1st", "A game's name is small letters"),
        ("a" * 40, "A game's name is small letters"),
        ("emile", "There is a game emile already."),
        ("taken", "There is a file or folder taken here already."),
    ],
)
def test_a_bad_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    assert main(["new", name]) == 2
    assert sentence in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["taken"]
