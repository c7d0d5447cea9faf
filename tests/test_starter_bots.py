"""The starter bots of examples/bots and of contests' pages play real matches, where their language is installed."""

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.languages import LANGUAGES, PYTHON, Language, MissingTool
from ludotheque.seat import make_player
from ludotheque.web.contest_starters import read_starter

FOLDER = Path(__file__).parent.parent / "examples" / "bots"
BOTS = sorted(FOLDER.glob("*.*"))
CLOCK_SCALE = 20  # a busy machine must not decide the test


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_a_starter_bot_beats_random(bot: Path) -> None:
    game = lt.load(bot.stem)
    try:
        player = make_player(game, str(bot), clock_scale=CLOCK_SCALE)
    except MissingTool as missing:
        pytest.skip(str(missing))
    match = lt.new(game.name, 2, 3, **game.quick)
    lt.run(match, [player, make_player(game, "random")])
    assert [str(verdict) for verdict in match.verdicts] == ["ok", "ok"]
    assert match.ranks == [1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_code_to_start_from_plays_any_game(language: Language, tmp_path: Path) -> None:
    """Émile lists the legal moves for bots, Ghost has too many."""
    bot = tmp_path / f"bot{language.suffixes[0]}"
    bot.write_text(read_starter(language.name))
    for name in ("emile", "ghost") if language is PYTHON else ("emile",):
        game = lt.load(name)
        try:
            player = make_player(game, str(bot), clock_scale=CLOCK_SCALE)
        except MissingTool as missing:
            pytest.skip(str(missing))
        match = lt.new(game.name, 2, 3, **game.quick)
        lt.run(match, [player, make_player(game, "random")])
        assert [str(verdict) for verdict in match.verdicts] == ["ok", "ok"]


def test_every_game_has_bots_in_python_and_two_other_languages() -> None:
    for name in lt.names():
        suffixes = {bot.suffix for bot in BOTS if bot.stem == name}
        assert ".py" in suffixes and len(suffixes) >= 3, name


def test_every_language_has_a_bot() -> None:
    written = {bot.suffix for bot in BOTS}
    assert [language.name for language in LANGUAGES if not written & set(language.suffixes)] == []
