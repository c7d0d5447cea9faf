"""The report of a league as one HTML file that opens from the disk: tables, plots, faults, replays and all data."""

import base64
import json
import shlex
import zlib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ludotheque import art
from ludotheque.arena.league import League
from ludotheque.arena.played import Played
from ludotheque.arena.report_plots import plot_boxes, plot_ratings
from ludotheque.arena.report_replays import Choice, choose_replays, draw_replay, find_stderr
from ludotheque.arena.results import Results
from ludotheque.arena.standings import Standings, make_standings

MOST_BYTES = 20_000_000
MOST_MATCHES = 50_000  # that are in the file, so that a browser opens it soon; all are in the database
MOST_FAULTS = 50  # that are described
STATIC = Path(__file__).parent / "static"


def make_report(league: League, results: Results) -> str:
    """Return the page. Replays are added while there is room for them."""
    standings = make_standings(results, league.setting, league.entrants)
    matches = results.matches(league.setting.series, league.bots, most=MOST_MATCHES)
    faulty = results.matches(league.setting.series, league.bots, most=MOST_MATCHES, faulty=True)
    names = {entrant.digest: entrant.name for entrant in league.entrants}
    page = describe_page(league)
    data = {"table": standings.list_rows(), "matches": [list_match(match, league.bots) for match in matches]}
    parts = [
        write_head(league, standings),
        section("table", "Table", standings._repr_html_()),
        section("ratings", "Ratings", figure(plot_ratings(standings.rows))),
        section("cross", "Who beats whom", write_cross(standings)),
        section("scores", "Scores", BOXES + figure(plot_boxes(list_scores(matches, names, standings), "score"))),
        section("times", "Time", write_times(league, matches, names, standings)),
        section("faults", "Faults", write_faults(faulty, results, names)),
    ]
    last = [
        section("matches", "All matches", write_matches(league, matches, standings)),
        section("files", "Files", FILES),
        script("page", json.dumps(page).replace("<", "\\u003c"), "application/json"),
        script("data", pack(data)),
    ]
    code = f"<script>{(STATIC / 'report.js').read_text('utf-8')}</script></body></html>"
    room = MOST_BYTES - sum(len(part.encode()) for part in (*parts, *last, code))
    ratings = standings.ratings.value
    replays = list(fit_replays(choose_replays(matches, faulty, ratings), results, room))
    parts.append(section("replays", "Replays", write_replays(replays, page, league, names)))
    last += [script(f"replay{choice.match.id}", packed) for choice, packed in replays]
    return "\n".join([*parts, *last, code])


def fit_replays(choices: Sequence[Choice], results: Results, room: int) -> Iterator[tuple[Choice, str]]:
    """Yield as many replays as there is room for."""
    room -= 100_000  # the buttons
    for choice in choices:
        drawn = draw_replay(results, choice)
        packed = pack(drawn) if drawn is not None else ""
        if packed and len(packed) < room:
            room -= len(packed) + 100
            yield choice, packed


def pack(data: object) -> str:
    """Return data as the page's script unpacks it."""
    return base64.b64encode(zlib.compress(json.dumps(data).encode(), 9)).decode()


def script(id: str, text: str, kind: str = "text/plain") -> str:
    return f'<script type="{kind}" id="{id}">{text}</script>'


def section(id: str, title: str, content: str) -> str:
    return f'<section id="{id}"><h2>{title}</h2>{content}</section>'


def figure(plot: str) -> str:
    return f'<div class="plot wide">{plot}</div>'


def describe_page(league: League) -> dict[str, Any]:
    """Return what the script needs to write the command of a match."""
    game, setting = league.game, league.setting
    flags = [f"--{name} {shlex.quote(str(value))}" for name, value in setting.options]
    if setting.opening:
        flags.append(f"--opening {setting.opening}")
    if league.entrants:
        protocol, scale, inside, _ = league.conditions
        flags += [f"--protocol {protocol}"] if protocol else []
        flags += [f"--clock-scale {scale:g}"] if scale != 1.0 else []
        flags += ["--inside"] if inside else []
    bots = [{"name": e.name, "word": word, "digest": e.digest} for e, word in zip(league.entrants, league.words)]
    return {"game": game.name, "seats": setting.seats, "flags": " ".join(flags), "bots": bots}


def list_match(match: Played, bots: Sequence[str]) -> list[Any]:
    """Return a match as a row; the script knows the order."""
    seats = match.seats
    return [
        match.round,
        match.seed,
        match.counted,
        [bots.index(seat.bot) for seat in seats],
        [seat.rank for seat in seats],
        [seat.score for seat in seats],
        [seat.verdict for seat in seats],
        match.plies,
        round(match.seconds, 4),
    ]


def make_command(page: Mapping[str, Any], match: Played, bots: Sequence[str]) -> str:
    words = [shlex.quote(page["bots"][bots.index(seat.bot)]["word"]) for seat in match.seats]
    flags = [page["flags"]] if page["flags"] else []
    return " ".join(["ludotheque match", page["game"], *words, *flags, f"--seed {match.seed}"])


def write_head(league: League, standings: Standings) -> str:
    title = escape(f"{league.game.title}: league of {len(league.entrants)} bots")
    style = "\n".join([(Path(art.__file__).with_name("art.css")).read_text("utf-8"), art.css(league.game)])
    names = ("table", "ratings", "cross", "scores", "times", "faults", "replays", "matches", "files")
    links = "".join(f'<a href="#{name}">{name}</a>' for name in names)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{style}\n{(STATIC / 'report.css').read_text('utf-8')}</style></head><body>"
        f"<header><h1>{title}</h1><p>{escape(standings.describe())}.</p></header><nav>{links}</nav>"
    )


def write_cross(standings: Standings) -> str:
    """Return how often the bot of a row was ahead of the one of a column: ahead – level – behind."""
    head = "".join(f"<th>{escape(row.name)}</th>" for row in standings.rows)
    body = ""
    for row in standings.rows:
        cells = "".join(_cross_cell(standings.cross.get((row.digest, other.digest))) for other in standings.rows)
        body += f"<tr><th>{escape(row.name)}</th>{cells}</tr>"
    caption = "<caption>ahead – level – behind, of the bot in the row</caption>"
    return f'<div class="wide"><table class="cross">{caption}<tr><th></th>{head}</tr>{body}</table></div>'


def _cross_cell(counts: tuple[int, int, int] | None) -> str:
    if counts is None:
        return '<td class="self"></td>'
    ahead, level, behind = counts
    share = (ahead + level / 2) / (ahead + level + behind)
    return f'<td style="--share: {share:.2f}">{ahead} – {level} – {behind}<br>{share:.0%}</td>'


def list_scores(matches: Sequence[Played], names: Mapping[str, str], standings: Standings) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {names[row.digest]: [] for row in standings.rows}
    for match in matches:
        for seat in match.seats if match.counted else ():
            found[names[seat.bot]].append(float(seat.score))
    return found


def write_times(league: League, matches: Sequence[Played], names: Mapping[str, str], standings: Standings) -> str:
    """Return the longest answer of each match against the limit, and the means."""
    longest: dict[str, list[float]] = {names[row.digest]: [] for row in standings.rows}
    totals: dict[str, list[float]] = {name: [0.0, 0.0] for name in longest}
    for match in matches:
        for seat in match.seats:
            if seat.answers:
                longest[names[seat.bot]].append(max(1e-3, seat.longest * 1000))
                totals[names[seat.bot]][0] += seat.total
                totals[names[seat.bot]][1] += seat.answers
    first, later = (1000 * league.conditions.clock_scale * seconds for seconds in league.game.clock_seconds)
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{1000 * total / answers:.3g}</td><td>{max(longest[name]):.4g}</td></tr>"
        for name, (total, answers) in totals.items()
        if answers
    )
    head = "<tr><th>bot</th><th>mean, ms</th><th>longest, ms</th></tr>"
    limits = f"A program has {first:g} ms for its first answer and {later:g} ms for every other."
    plot = plot_boxes(longest, "longest answer of a match, ms", later)
    return (
        f'<p>{limits} Built-in bots have no limit.</p>{figure(plot)}<div class="wide"><table>{head}{rows}</table></div>'
    )


def write_faults(faulty: Sequence[Played], results: Results, names: Mapping[str, str]) -> str:
    """Return each cause once, with how often it came and what the bot wrote."""
    found: dict[tuple[str, str, str], list[tuple[Played, int]]] = {}
    for match in faulty:
        for seat, its in enumerate(match.seats):
            if its.verdict not in ("ok", "host"):
                found.setdefault((names[its.bot], its.verdict, its.cause), []).append((match, seat))
    if not found:
        return "<p>There were none.</p>"
    rows = ""
    often = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    for (name, verdict, cause), places in often[:MOST_FAULTS]:
        stderr = find_stderr(results, *places[0])
        wrote = f"<pre>{escape(stderr)}</pre>" if stderr else ""
        facts = f'<td class="text">{escape(cause)}{wrote}</td><td>{places[0][0].seed}</td>'
        rows += f'<tr><th>{escape(name)}</th><td class="text">{verdict}</td><td>{len(places)}</td>{facts}</tr>'
    head = '<tr><th>bot</th><th class="text">verdict</th><th>matches</th><th class="text">cause, and stderr</th>'
    more = f"<p>{len(often) - MOST_FAULTS} more causes are in the data.</p>" if len(often) > MOST_FAULTS else ""
    return f'<div class="wide"><table>{head}<th>seed</th></tr>{rows}</table></div>{more}'


def write_replays(
    replays: Sequence[tuple[Choice, str]], page: Mapping[str, Any], league: League, names: Mapping[str, str]
) -> str:
    if not replays:
        return "<p>There is no record of a match.</p>"
    buttons = ""
    for choice, _ in replays:
        seats = " – ".join(f"{names[seat.bot]} {seat.score}" for seat in choice.match.seats)
        about = f"{seats} ({choice.why})"
        command = make_command(page, choice.match, league.bots)
        facts = f'data-replay="replay{choice.match.id}" data-about="{escape(about)}" data-command="{escape(command)}"'
        buttons += f'<li><button type="button" aria-pressed="false" {facts}>{escape(about)}</button></li>'
    return f'<ul class="replays">{buttons}</ul>{VIEWER}'


BOXES = "<p>A box has half of the values, with the median inside; the lines have nine of ten; marks are the ends.</p>"

VIEWER = """<div class="viewer" id="viewer" hidden><p id="about"></p><div class="board-here" id="board"></div>
<div class="steps"><button type="button" data-step="-1" aria-label="back">◀</button>
<input type="range" id="slider" min="0" value="0" aria-label="position">
<button type="button" data-step="1" aria-label="on">▶</button><span id="ply"></span></div>
<pre id="moves"></pre><p>The whole match: <code id="command"></code></p></div>"""

FILES = """<p>Everything above as data.</p><div class="buttons">
<button type="button" data-file="table.csv">table.csv</button>
<button type="button" data-file="matches.csv">matches.csv</button>
<button type="button" data-file="league.json">league.json</button></div>"""


def write_matches(league: League, matches: Sequence[Played], standings: Standings) -> str:
    options = "".join(f'<option value="{n}">{escape(e.name)}</option>' for n, e in enumerate(league.entrants))
    stored = standings.games + standings.left_out
    some = f"<p>The first {len(matches)} of {stored} matches.</p>" if len(matches) == MOST_MATCHES else ""
    heads = "".join(f"<th{c}>{h}</th>" for h, c in MATCH_HEAD)
    return (
        f"<p>A command plays its match again, if its bots repeat themselves.</p>{some}"
        f'<div class="buttons"><label>Bot <select id="only"><option value="">all</option>{options}</select></label>'
        '<span id="listed"></span></div>'
        f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody id="matches-body"></tbody></table></div>'
        '<div class="buttons"><button type="button" id="more" hidden>more</button></div>'
    )


TEXT = ' class="text"'
MATCH_HEAD = [("round", ""), ("bots", TEXT), ("ranks", ""), ("scores", ""), ("verdicts", TEXT), ("command", TEXT)]
