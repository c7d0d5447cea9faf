"""Bots that travel: the same bot on another machine, which here is another process with an empty cache."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.arena.entrants import Conditions, read_entrants
from ludotheque.arena.matches import play
from ludotheque.arena.travel import Packed, pack, unpack
from ludotheque.compile import cache_root
from ludotheque.game import GameError, load
from tests.arena.samples import FIRST, LAST, builtin, quick_setting, without_times, write_bot

pytestmark = pytest.mark.slow

ELSEWHERE = """
import pickle, sys
from ludotheque.arena.travel import play_packed
tasks, bots = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps(play_packed(tasks, *bots)[1]))
"""


def share_compiled_games(cache: Path) -> None:
    """Make a cache without bots; to compile the game once more would take half a minute."""
    cache.mkdir()
    for folder in cache_root().glob("emile-*"):
        (cache / folder.name).symlink_to(folder)


def test_a_match_on_another_machine_is_the_same_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "helper.py").write_text("NUMBER = -1\n")
    second = "import helper\n\ndef play(view):\n    return view.legal()[helper.NUMBER]\n"
    words = [write_bot(tmp_path / "a", "first.py", FIRST), write_bot(tmp_path / "b", "last.py", second)]
    bots = read_entrants(load("emile"), words, Conditions(inside=True))
    tasks = quick_setting().make_group(0, [bot.digest for bot in bots])
    sent = pickle.dumps((tasks, [pack(bot) for bot in bots]))
    here = [play(task, {bot.digest: bot for bot in bots}) for task in tasks]
    share_compiled_games(tmp_path / "empty")
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "empty"))
    (tmp_path / "a" / "first.py").unlink()
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=sent, capture_output=True, check=True)
    assert [without_times(result) for result in pickle.loads(done.stdout)] == list(map(without_times, here))


def test_a_folder_travels_whole(tmp_path: Path) -> None:
    write_bot(tmp_path / "mine", "bot.py", LAST)
    (bot,) = read_entrants(load("emile"), [str(tmp_path / "mine")], Conditions(inside=True))
    assert unpack("emile", pack(bot)).digest == bot.digest and "bot.py" in pack(bot).files


def test_a_node_with_another_version_is_refused() -> None:
    packed = pack(builtin("random")[0])
    assert unpack("emile", packed).name == "random"
    with pytest.raises(GameError, match="same version"):
        unpack("emile", Packed(**{**packed._asdict(), "digest": "0" * 32}))


def test_a_command_cannot_travel() -> None:
    (bot,) = read_entrants(load("emile"), ["python3 -c pass"])
    with pytest.raises(GameError, match="name its file or folder"):
        pack(bot)
