"""What the scripts say: their sentences are found in the scripts themselves, so that none can be forgotten."""

import re
from functools import cache
from pathlib import Path

from ludotheque.web.words import Tongue

SAID = re.compile(r'\bsay\(\s*"((?:[^"\\]|\\.)+)"')
HERE = Path(__file__).parent


@cache
def sentences() -> tuple[str, ...]:
    """Every sentence of every script, in English."""
    files = sorted((HERE / "static").glob("*.js"))
    return tuple(sorted({text for file in files for text in SAID.findall(file.read_text("utf-8"))}))


@cache
def words(tongue: Tongue) -> dict[str, str]:
    """Those sentences in a language; a script puts the facts in."""
    return {text: tongue.say(text) for text in sentences()}
