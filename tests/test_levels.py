"""Imports go downwards only, never in a circle, and the platform imports no game by name."""

from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from ludotheque.packages import PACKAGE
from ludotheque.sources import imported_files

# The modules and packages of the platform, the lowest level first. A module may import those of lower levels only.
LEVELS = [
    {"cores", "intervals", "packages"},
    {"sources"},
    {"compile"},
    {"dice"},
    {"game"},
    {"art", "history", "last_words", "legal", "letters", "notation"},
    {"loops", "record"},
    {"view"},
    {"match", "nets", "paint"},
    {"playback", "search", "seating", "undo"},
    {"draft"},
    {"table", "transcript"},
    {"meter"},
    {"referee"},
    {"protocol"},
    {"child"},
    {"protocol_schema"},
    {"sandbox"},
    {"languages"},
    {"bot_files"},
    {"build"},
    {"exit_causes", "pipes"},
    {"program"},
    {"clock_check", "process"},
    {"seat"},
    {"bots", "model_seat", "protocol_page", "table_program", "turn_ratings", "worker"},
    {"judge"},
    {"analysis", "thinking", "worker_pool"},
    {"advice"},
    {"store"},
    {"arena"},
    {"contest"},
    {"rl"},
    {"notebook", "web"},
    {"checks", "report"},
    {"terminal"},
    {"commands"},
    {"cli"},
]
# The same inside a package: every module of a package named here has a level.
LEVELS_INSIDE = {
    "arena": [
        {"entrants", "plackett_luce", "played", "sprt"},
        {"ladder", "matches", "ratings"},
        {"pairing", "parameters", "result_rows", "runner"},
        {"results", "travel"},
        {"cluster", "duel_plan", "standings"},
        {"duel_state", "places", "report_plots", "report_replays"},
        {"duel", "league"},
        {"report", "tune"},
        {"tune_plot"},
    ],
    "checks": [
        {"browser_user", "chromium", "drawings", "notices", "server", "transcripts"},
        {"laws", "lessons"},
        {"board", "clicks", "files", "fixtures"},
        {"pages"},
    ],
    "commands": [
        {"parser"},
        {
            "analysing",
            "bot",
            "clock",
            "contest_address",
            "creating",
            "listing",
            "mcp",
            "playing",
            "protocol",
            "replaying",
            "serving",
            "storing",
            "submit",
            "training",
            "worker",
        },
        {"checking", "contest_organising", "duel", "league", "watching"},
        {"contest", "tune"},
    ],
    "contest": [
        {"addresses", "draw", "keys", "live_plies", "log", "times", "upload"},
        {"contests", "webhooks"},
        {"jobs", "teams", "webhook_sender"},
        {"orders", "versions"},
        {"board", "challenge_play", "challenges", "matches", "practice", "trial", "validation"},
        {"changes", "export", "final", "highlights", "queue", "results", "watching"},
        {"grading", "planning"},
        {"service"},
        {"worker"},
        {"client"},
    ],
    "nets": [{"observations"}, {"structure"}, {"forward"}, {"player"}],
    "rl": [
        {"blocks", "dlpack", "results", "rewards", "speed"},
        {"steps"},
        {"lanes"},
        {"devices", "kernels"},
        {"cuda"},
        {"batch"},
        {"network", "opponents", "single"},
        {"export", "gymnasium", "openspiel", "pettingzoo", "ppo"},
        {"imitate", "measure"},
        {"train"},
    ],
    "sandbox": [{"leftovers", "plan", "seccomp", "spawn"}, {"bubblewrap", "confine"}, {"launching"}, {"building"}],
    "search": [
        {"deadline", "selection", "tree"},
        {"ends"},
        {"playouts"},
        {"hooks", "network"},
        {"search"},
        {"parallel"},
    ],
    "store": [
        {"migrations", "schema"},
        {"contest_schema", "database"},
        {"backup", "leases", "writer"},
        {"device_links", "heartbeat", "messages", "results"},
        {"store"},
    ],
    "web": [
        {
            "api_page",
            "match_cache",
            "metrics",
            "precompile",
            "remote_bots",
            "request_rows",
            "seat_rows",
            "settings",
            "table_request",
            "words",
        },
        {"clocks", "lessons", "limits", "logs", "outlines", "player_names"},
        {"connections", "session", "shown_plies", "store_buckets"},
        {"new_table", "stored_matches", "work"},
        {
            "analyses",
            "bots",
            "change_rows",
            "contest_models",
            "contest_plot",
            "contest_starters",
            "clock_keeper",
            "examples",
            "form",
            "render",
            "replay_library",
            "replay_log",
            "score_parts",
            "script_words",
        },
        {"audience", "bot_turns", "contest_form", "rules_page", "table_writes"},
        {"live_table"},
        {"chat", "hints", "leaving", "rematch", "watched_match"},
        {"forecasts", "frame"},
        {"registry"},
        {"forwarding"},
        {
            "api",
            "devices",
            "health",
            "history",
            "install",
            "local_worker",
            "pages",
            "previews",
            "replays",
            "sockets",
            "table_page",
        },
        {"analysing", "contest_api", "join"},
        {"contest_keys"},
        {"contest_pages", "contest_practice_api", "contest_staff_api", "projector"},
        {"contest_challenges", "contest_live_api", "contest_organiser_pages", "contest_webhook_api"},
        {"app"},
        {"serve"},
        {"workers"},
    ],
}

RULES = {"compile", "dice", "game"}  # what rules may import
BOARD = RULES | {"art", "letters"}


def module_name(file: Path) -> str:
    """Return the name without `ludotheque.`; a package's `__init__` has the name of the package."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = [file for file in sorted(PACKAGE.rglob("*.py")) if not {"tests", "template"} & set(file.parts)]
FILES = {module_name(file): file for file in SOURCES}
PLATFORM = [name for name in FILES if name and not name.startswith("games")]
GAMES = [name for name in FILES if name.startswith("games.")]


@cache
def imports(name: str) -> frozenset[str]:
    """Return the modules of this project that a module imports."""
    return frozenset(module_name(other) for other in imported_files(FILES[name]))


def level(name: str, levels: list[set[str]]) -> int:
    found = [height for height, names in enumerate(levels) if name in names]
    assert found, f"tests/test_levels.py gives no level to {name}"
    return found[0]


@pytest.mark.parametrize("name", PLATFORM)
def test_a_module_imports_only_from_lower_levels(name: str) -> None:
    package, _, module = name.partition(".")
    for other in imports(name) - {"", "games"}:
        other_package, _, other_module = other.partition(".")
        assert other_package != "games", f"{name} imports a game by name"
        if package != other_package:
            is_lower = level(other_package, LEVELS) < level(package, LEVELS)
        else:
            is_lower = is_lower_inside(package, other_module, module)
        assert is_lower, f"{name} imports {other}"


def is_lower_inside(package: str, low: str, high: str) -> bool:
    low, high = low.partition(".")[0], high.partition(".")[0]
    levels = LEVELS_INSIDE.get(package)
    return levels is None or low == high or not high or level(low, levels) < level(high, levels)


@pytest.mark.parametrize("package", LEVELS_INSIDE)
def test_every_module_of_a_package_has_a_level(package: str) -> None:
    modules = {name.split(".")[1] for name in PLATFORM if name.startswith(f"{package}.")}
    assert modules == set().union(*LEVELS_INSIDE[package])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_imports_only_what_its_part_may(name: str) -> None:
    _, game, *parts = name.split(".")
    part = parts[0] if parts else ""
    for other in imports(name) - {""}:
        package, *others = other.split(".")
        if package == "games":
            assert others[0] == game, f"{game} imports {other}"
            assert part in ("bots", "contest", "search") or "bots" not in others, f"{name} imports a bot"
        elif part in ("bots", "contest"):
            assert level(package, LEVELS) <= level("seat", LEVELS), f"{name} imports {other}"
        else:
            assert package in (BOARD if part == "board" else RULES), f"{name} imports {other}"


def test_no_imports_in_a_circle() -> None:
    """Imports inside functions and those for the type checker count too."""
    graph = {name: imports(name) for name in FILES if name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
