"""The packages that hold games: folders of `ludotheque.games`, and installed packages that say that they hold one.

An installed package says so in its pyproject.toml, with the game's name and the module of its card:

    [project.entry-points."ludotheque.games"]
    pebbles = "ludotheque_pebbles"
"""

import json
import pkgutil
import sys
from functools import cache
from importlib.metadata import Distribution, EntryPoint, PathDistribution, entry_points
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

GROUP = "ludotheque.games"  # of entry points
PACKAGE = Path(__file__).parent


class GamePackage(NamedTuple):
    """Where a game is: the module of its card, and the distribution that was installed."""

    module: str
    distribution: str


def find_packages() -> dict[str, list[GamePackage]]:
    """Return the packages of every game by its name, without importing them. More than one for a name is a mistake."""
    import ludotheque.games

    folders = [found.name for found in pkgutil.iter_modules(ludotheque.games.__path__) if found.ispkg]
    packages = {name: [GamePackage(f"{GROUP}.{name}", "ludotheque")] for name in folders}
    for entry in _entries():
        packages.setdefault(entry.name, []).append(GamePackage(entry.module, _distribution_name(entry)))
    return packages


@cache
def _entries() -> tuple[EntryPoint, ...]:
    """Return what the installed packages say; looking through them takes some milliseconds."""
    return tuple(entry_points(group=GROUP))


def _distribution_name(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module


def source_folders(package: str) -> set[Path]:
    """Return where the source of a loaded top-level package is, and what was installed together with it."""
    modules = [package, GROUP] if package == PACKAGE.name else [package]  # folders of games can be elsewhere
    own = [Path(folder) for name in modules for folder in getattr(sys.modules.get(name), "__path__", ())]
    return {*own, *_installed_with(package)}


@cache
def _installed_with(package: str) -> list[Path]:
    distributions = [entry.dist for entry in _entries() if entry.module.partition(".")[0] == package]
    return [folder for found in distributions if found is not None for folder in _installed_folders(found)]


def _installed_folders(distribution: Distribution) -> list[Path]:
    """Return the top-level folders and files of a distribution, or the folder of a project that is edited in place."""
    project = _edited_project(distribution)
    if project is not None:
        return [project]
    parts = {file.parts[0] for file in distribution.files or () if file.suffix == ".py"}
    assert isinstance(distribution, PathDistribution)
    return [Path(str(distribution.locate_file(part))) for part in sorted(parts)]


def _edited_project(distribution: Distribution) -> Path | None:
    origin = json.loads(distribution.read_text("direct_url.json") or "{}")
    is_edited = origin.get("dir_info", {}).get("editable", False)
    return Path(unquote(urlsplit(origin["url"]).path)) if is_edited else None
