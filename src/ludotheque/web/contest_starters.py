"""Code to start from, in each language that a contest takes: a bot that answers with its first legal move.

Where a game offers too many moves to list them, it answers END instead, which is then legal at any time.
"""

from functools import cache
from pathlib import Path

from ludotheque.contest.contests import Contest
from ludotheque.contest.service import ContestService
from ludotheque.languages import BY_NAME

FOLDER = Path(__file__).parent / "starters"


def list_starters(contest: Contest) -> dict[str, str]:
    """Return the languages of a contest, each with code to start from; Python first."""
    return {name: read_starter(name) for name in contest.languages}


@cache
def read_starter(language: str) -> str:
    return (FOLDER / f"{language}.txt").read_text()


async def try_starter(service: ContestService, contest: Contest) -> None:
    """Let the first of them play, to tell how many matches an hour to expect."""
    language, source = next(iter(list_starters(contest).items()))
    await service.plan_trial(contest, f"bot{BY_NAME[language].suffixes[0]}", source)
