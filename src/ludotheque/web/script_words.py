"""The sentences of the scripts: collected from their calls of say("…"), so that none can be forgotten."""

import re
from functools import cache
from pathlib import Path

from ludotheque.web.words import Language

CALL = re.compile(r'\bsay\(\s*"((?:[^"\\]|\\.)+)"')
STATIC = Path(__file__).parent / "static"


@cache
def sentences() -> tuple[str, ...]:
    """Return every sentence of every script, in English."""
    files = sorted(STATIC.glob("*.js"))
    return tuple(sorted({text for file in files for text in CALL.findall(file.read_text("utf-8"))}))


@cache
def translate_all(language: Language) -> dict[str, str]:
    """Return the translation of each sentence; the script fills in the facts."""
    return {text: language.say(text) for text in sentences()}
