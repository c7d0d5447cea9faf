"""A bot is its content."""

from pathlib import Path

import pytest

from ludotheque.arena.entrants import Conditions, read_entrant, read_entrants
from ludotheque.build import CompileFailed
from ludotheque.game import GameError, load
from tests.arena.samples import FIRST, LAST, write_bot

EMILE = load("emile")


def test_an_edited_file_is_another_entrant_and_a_renamed_one_the_same(tmp_path: Path) -> None:
    before = read_entrant(EMILE, write_bot(tmp_path, "bot.py", FIRST))
    renamed = read_entrant(EMILE, write_bot(tmp_path, "other.py", FIRST))
    edited = read_entrant(EMILE, write_bot(tmp_path, "bot.py", FIRST + "# faster\n"))
    assert before.digest == renamed.digest != edited.digest
    assert (before.name, renamed.name) == ("bot.py", "other.py")


def test_what_a_file_imports_is_a_part_of_it(tmp_path: Path) -> None:
    word = write_bot(tmp_path, "bot.py", "import plan\n" + FIRST)
    write_bot(tmp_path, "plan.py", "GOAL = 1\n")
    before = read_entrant(EMILE, word)
    write_bot(tmp_path, "plan.py", "GOAL = 2\n")
    assert read_entrant(EMILE, word).digest != before.digest


def test_an_edit_does_not_reach_those_who_take_part_already(tmp_path: Path) -> None:
    word = write_bot(tmp_path, "bot.py", FIRST)
    entrant = read_entrant(EMILE, word)
    write_bot(tmp_path, "bot.py", LAST)
    assert Path(entrant.word).read_text() == FIRST


def test_a_folder_is_all_of_its_files(tmp_path: Path) -> None:
    write_bot(tmp_path / "mine", "bot.py", FIRST)
    before = read_entrant(EMILE, str(tmp_path / "mine"))
    write_bot(tmp_path / "mine", "weights.txt", "1 2 3")
    after = read_entrant(EMILE, str(tmp_path / "mine"))
    assert before.digest != after.digest
    assert after.name == "mine"
    assert after.make_player(EMILE).name == "mine"


def test_built_in_bots_go_by_their_source_and_commands_by_their_text() -> None:
    words = ["random", "greedy", "easy", "python3 -c pass", "python3 -c 1"]
    entrants = read_entrants(EMILE, words)
    assert len({entrant.digest for entrant in entrants}) == len(words)
    assert [entrant.name for entrant in entrants] == words
    assert read_entrants(EMILE, words) == entrants


def test_more_time_makes_another_entrant_of_a_program_only(tmp_path: Path) -> None:
    word = write_bot(tmp_path, "bot.py", FIRST)
    slow = Conditions(clock_scale=2.0)
    assert read_entrant(EMILE, word).digest != read_entrant(EMILE, word, slow).digest
    assert read_entrant(EMILE, "easy").digest == read_entrant(EMILE, "easy", slow).digest


def test_bots_with_the_same_name_are_told_apart(tmp_path: Path) -> None:
    words = [write_bot(tmp_path / "old", "bot.py", FIRST), write_bot(tmp_path / "new", "bot.py", LAST)]
    assert [entrant.name for entrant in read_entrants(EMILE, words)] == ["old/bot.py", "new/bot.py"]
    deep = [write_bot(tmp_path / where / "bots", "bot.py", text) for where, text in (("a", FIRST), ("b", LAST))]
    names = [entrant.name for entrant in read_entrants(EMILE, deep)]
    assert len(set(names)) == 2
    assert all(name.startswith("bots/bot.py ") for name in names)


def test_mistakes_are_one_sentence(tmp_path: Path) -> None:
    twice = [write_bot(tmp_path, name, FIRST) for name in ("one.py", "two.py")]
    with pytest.raises(GameError, match=r"one\.py and .*two\.py are the same bot\.$"):
        read_entrants(EMILE, twice)
    with pytest.raises(GameError, match=r"^Nobody is called 'hrad'"):
        read_entrants(EMILE, ["hrad"])
    with pytest.raises(CompileFailed, match=r"^bad\.py does not compile: bad\.py, line 1"):
        read_entrants(EMILE, [write_bot(tmp_path, "bad.py", "def play(")])
