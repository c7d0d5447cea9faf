"""Champions of the contest as players: in three languages, and every way in which they fail."""

import ctypes
import importlib.util
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bot_files import NoSuchBot, read_bot
from ludotheque.build import CompileFailed
from ludotheque.game import Move, load
from ludotheque.games.alchemy.contest import Api, make_champion
from ludotheque.games.alchemy.contest import api as french
from ludotheque.games.alchemy.contest.build import build
from ludotheque.games.alchemy.contest.headers import FUNCTIONS
from ludotheque.games.alchemy.contest.native import NativeChampion
from ludotheque.games.alchemy.contest.script import make_api_module
from ludotheque.games.alchemy.rules import PLACE
from ludotheque.match import Match
from ludotheque.record import OK
from ludotheque.referee import Player
from ludotheque.seat import FunctionSeat, make_player
from ludotheque.seating import BotFailed
from tests.processes import left_behind

pytestmark = pytest.mark.slow

CHAMPIONS = Path(__file__).parent / "champions"
LONG, SHORT = 30.0, 0.5  # clock scales, of 1 s: for tests without time trouble, and for champions that hang

Write = Callable[..., Path]


with_compilers = pytest.mark.skipif(
    shutil.which("gcc") is None or shutil.which("g++") is None,
    reason="C and C++ champions need gcc and g++, which are not installed here",
)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep champions below the test's folder, so that their processes can be told from others."""
    monkeypatch.setattr("ludotheque.build.cache_root", lambda: tmp_path / "cache")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a champion's file into the test's own folder."""

    def write_file(text: str, name: str = "champion.py") -> Path:
        file = tmp_path / name
        file.write_text(text)
        return file

    return write_file


def make_script(turn: str, before: str = "") -> str:
    """Return a Python champion that runs `turn` in each of its turns."""
    return f"from api import *\nimport os, sys, time\n{before}\ndef jouer_tour():\n    {turn}\n"


def make_player_of(file: Path, seconds: float = LONG) -> Player:
    player = make_champion(file, seconds)
    assert player is not None
    return player


def play_match(file: Path, seconds: float = LONG) -> Match:
    """Play this champion against one that only ends its turns; check that no process of it is left afterwards."""
    match = lt.new("alchemy", seed=5, first=0)
    lt.run(match, [make_player_of(file, seconds), FunctionSeat("quiet", lambda view: "END")])
    assert match.over
    assert match.verdicts[1] == OK
    assert lt.read(match.record().write()).moves == match.moves
    assert not left_behind(file.parent)
    return match


def play_failing(file: Path, seconds: float = LONG) -> str:
    """Play a bad champion and return its verdict: its bench stays empty, and the match goes on to turn 150 (AL-20)."""
    match = play_match(file, seconds)
    assert match.moves[-2:] == ["0 END", "1 END"]
    assert not match.state["bench"].any()
    assert match.verdicts[0] != OK
    return match.verdicts[0]


def stderr_of(match: Match, seat: int) -> str:
    return "".join(note.get("stderr", "") for ply, note in match.notes.items() if match.played[ply - 1][0] == seat)


def play_in_process(seed: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Play greedy.py against itself, both directly on the match; return the moves."""
    match = lt.new("alchemy", seed=seed)
    modules = []
    for seat in range(2):
        monkeypatch.setitem(sys.modules, "api", make_api_module(Api(match, seat)))
        spec = importlib.util.spec_from_file_location(f"greedy_{seat}", CHAMPIONS / "greedy.py")
        assert spec is not None and spec.loader is not None
        modules.append(importlib.util.module_from_spec(spec))
        spec.loader.exec_module(modules[-1])
    while not match.over:
        modules[match.active[0]].jouer_tour()
        match.play("END")
    return match.moves


@pytest.mark.slow
@with_compilers
@pytest.mark.parametrize(("one", "two"), [("greedy.py", "greedy.c"), ("greedy.cc", "greedy.py")])
def test_a_champion_plays_in_any_language_as_in_process(one: str, two: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole matches in which champions query and take back their own actions, and read the history."""
    match = lt.new("alchemy", seed=11)
    lt.run(match, [make_player_of(CHAMPIONS / one), make_player_of(CHAMPIONS / two)])
    assert match.verdicts == [OK, OK]
    assert match.moves == play_in_process(11, monkeypatch)
    assert {"PLACE", "TRANSMUTE", "CATALYSE", "GIVE", "END"} == {move.split()[1] for move in match.moves}
    assert [stderr_of(match, seat) for seat in range(2)] == ["bonjour 0 1\n", "bonjour 1 1\n"]


def test_champions_are_recognised_and_other_bots_are_left_alone(write: Write) -> None:
    game = load("alchemy")
    assert make_player(game, str(CHAMPIONS / "greedy.py")).name == "greedy.py"
    assert make_champion(write("int x;", "bot.cxx"), 1.0) is not None
    assert make_champion(write("int main() { return 0; }", "bot.cc"), 1.0) is None
    assert make_champion(write("def play(view):\n    return 'END'  # no jouer_tour"), 1.0) is None
    assert make_champion(write("def jouer_tour(:"), 1.0) is not None
    assert make_champion(write("jouer_tour", "notes.txt"), 1.0) is None
    assert isinstance(make_player(game, str(write("def play(view):\n    return 'END'")), inside=True), FunctionSeat)


def test_the_api_works_at_module_level_and_before_the_first_turn(write: Write) -> None:
    before = """
debut = moi(), tour_actuel(), len(placements_possible_echantillon(echantillon_tour(), moi())), historique()
def partie_init():
    global refus
    refus = transmuter((0, 0)), annuler(), placer_echantillon((3, 3), (3, 4))
"""
    text = make_script("print(debut, refus, placer_echantillon((0, 0), (0, 1)) == OK, a_pose_echantillon())", before)
    lines = stderr_of(play_match(write(text)), 0).splitlines()
    placed = "(0, 1, 120, []) (<erreur.CASE_VIDE: 5>, False, <erreur.OK: 0>)"
    assert lines[0] == f"{placed} True True"  # actions before its turn were taken back


def test_a_champion_sees_moves_taken_back(write: Write) -> None:
    """A person may take moves back: the host updates its copy."""
    match = lt.new("alchemy", seed=1, first=1)
    player = make_player_of(write(make_script("print([tuple(a.pos1) for a in historique()], tour_actuel())")))
    player.begin(match, 0)
    try:
        for cell in (0, 20):
            for move in (f"PLACE {cell} 1", "END"):
                match.play(move)
            answer = player.answer()
            for move in answer.moves:
                match.play(move)
            assert answer.notes["stderr"] == f"[({cell // 6}, {cell % 6})] 2\n"
            while match.ply:
                match.undo()
    finally:
        player.close()


@with_compilers
def test_a_c_champion_shows_the_benches_as_it_left_them(write: Write) -> None:
    text = """
    #include "prologin.h"
    void jouer_tour(void)
    {
        position a = { 0, 0 }, b = { 0, 1 };
        placer_echantillon(a, b);
        if (tour_actuel() == 1) afficher_etablis();
    }
    """
    assert "\033[36mP\033[0m \033[37mF\033[0m" in stderr_of(play_match(write(text, "shows.c")), 0)


# The compiled API against the Python one, call by call.


class Position(ctypes.Structure):
    _fields_ = (("r", ctypes.c_int), ("c", ctypes.c_int))


class Pair(ctypes.Structure):
    _fields_ = (("one", Position), ("two", Position))


Seven = ctypes.c_int * 7
STRUCTURES: dict[str, Any] = {
    "position": Position,
    "echantillon": Position,  # also two integers
    "bool": ctypes.c_bool,
    **{
        name: type(name, (ctypes.Structure,), {"_fields_": [("datas", ctypes.POINTER(one)), ("n", ctypes.c_size_t)]})
        for name, one in (
            ("position_array", Position),
            ("position_echantillon_array", Pair),
            ("action_hist_array", Seven),
        )
    },
}


def from_c(value: Any) -> Any:
    """Return a value of the C API as tuples and lists."""
    if hasattr(value, "datas"):
        return [from_c(value.datas[i]) for i in range(value.n)]
    if isinstance(value, Pair):
        return from_c(value.one), from_c(value.two)
    return (value.r, value.c) if isinstance(value, Position) else tuple(value) if isinstance(value, Seven) else value


def from_api(answer: Any) -> Any:
    """Return a value of the Python Api likewise."""
    if isinstance(answer, list):
        return [from_api(one) for one in answer]
    if isinstance(answer, french.action_hist):
        return (answer.atype, *answer.pos1, *answer.pos2, answer.id_apprenti, answer.nouvelle_case)
    return answer


def random_argument(kind: str, luck: random.Random) -> Any:
    """Return a random value of this C type, mostly a valid one."""
    near, far = luck.randrange(-1, 7), luck.randrange(-1, 7)
    return (near, far) if kind in ("position", "echantillon") else luck.choice((0, 0, 1, 1, -1, 2, near, near))


def random_calls(luck: random.Random, api: Api, count: int) -> Iterator[tuple[Any, list[Any]]]:
    """Yield functions of the API with random arguments; most placements are on neighbours, and some are legal."""
    for _ in range(count):
        function = luck.choice([one for one in FUNCTIONS if one.name != "afficher_etablis"])
        arguments = [random_argument(one.split()[0], luck) for one in function.parameters.split(", ") if one]
        if function.name == "placer_echantillon" and luck.random() < 0.9:
            possible = api.placements_possible_echantillon(api.echantillon_tour(), api.moi())
            pairs = [(french.position_of(a), french.position_of(b)) for a, b in french.PAIRS]
            arguments = list(luck.choice(possible if possible and luck.random() < 0.3 else pairs))
        yield function, arguments


def randomise(match: Match, luck: random.Random) -> None:
    """Put random elements on both benches, and a random number of catalysts."""
    for seat in range(2):
        bench = luck.choices([0, 0, *luck.choices(range(6), k=4)], k=36)
        match.state["bench"][0, seat] = bench
        match.state["amount"][0, seat] = [bench.count(element) for element in range(6)]
    match.state["catalysts"] = luck.randrange(4)


@with_compilers
def test_the_compiled_api_answers_like_the_api() -> None:
    match = lt.new("alchemy", seed=2)
    library = build(read_bot(CHAMPIONS / "greedy.c"))
    champions = [NativeChampion(library, match, seat) for seat in range(2)]
    luck, seen = random.Random(4), set()
    while not match.over:
        seat = match.active[0]
        api, champion = Api(match, seat), champions[seat]
        randomise(match, luck)
        champion.begin()
        for function, arguments in random_calls(luck, api, 60):
            prefix = "ludotheque_" if function.item else "api_"
            native = champion.library[prefix + function.name]
            native.restype = STRUCTURES.get(function.returns, ctypes.c_int)
            passed = [Position(*one) if isinstance(one, tuple) else one for one in arguments]
            expected = from_api(getattr(api, function.name)(*arguments))
            assert from_c(native(*passed)) == expected, (function, arguments, match)
            if function.returns == "erreur":
                seen.add((function.name, int(expected)))
        open_turn = len(champion.moves())
        assert champion.moves() == [move for _, move in match.played[match.ply - open_turn :]]
        match.play("END")
    assert seen == {
        *(("placer_echantillon", code) for code in (0, 1, 2, 3, 4, 10)),
        *(("transmuter", code) for code in (0, 1, 5)),
        *(("catalyser", code) for code in (0, 1, 5, 8, 9)),
        *(("donner_echantillon", code) for code in (0, 6, 7, 11)),
    }


def test_the_headers_declare_the_whole_api() -> None:
    assert sorted(function.name for function in FUNCTIONS) == sorted(french.FUNCTIONS)


# One test for each way in which a champion fails.


def test_a_champion_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(NoSuchBot, match="There is no file"):
        make_player(load("alchemy"), str(tmp_path / "absent.py"))
    assert make_champion(tmp_path / "absent.py", 1.0) is None
    assert make_champion(tmp_path / "absent.cc", 1.0) is None


def test_a_champion_that_is_deleted_before_the_match(write: Write) -> None:
    file = write(make_script("pass"))
    player = make_player_of(file)
    file.unlink()
    match = lt.new("alchemy", first=0)
    player.begin(match, 0)
    with pytest.raises(BotFailed, match=r"compile: .*champion.py cannot be read: No such file or directory\."):
        player.answer()


OWN_HEADER = """
#include <vector>
typedef enum erreur { OK } erreur;
typedef struct position { int ligne; int colonne; } position;
typedef enum case_type { VIDE, PLOMB } case_type;
typedef struct echantillon { case_type element1; case_type element2; } echantillon;
typedef struct position_echantillon { position pos1; position pos2; } position_echantillon;
extern "C" int api_moi();
static inline int moi() { return api_moi(); }
extern "C" erreur api_placer_echantillon(position pos1, position pos2);
static inline erreur placer_echantillon(position a, position b) { return api_placer_echantillon(a, b); }
extern "C" echantillon api_echantillon_tour();
static inline echantillon echantillon_tour() { return api_echantillon_tour(); }
extern "C" std::vector<position_echantillon> api_placements_possible_echantillon(echantillon e, int id);
static inline std::vector<position_echantillon> placements_possible_echantillon(echantillon e, int id)
{
    return api_placements_possible_echantillon(e, id);
}
extern "C" { void partie_init(); void jouer_tour(); void partie_fin(); }
"""


@with_compilers
@pytest.mark.parametrize("as_folder", [False, True])
def test_a_champion_of_several_files_with_the_contests_own_header(tmp_path: Path, as_folder: bool) -> None:
    folder = tmp_path / "ann"
    folder.mkdir()
    (folder / "prologin.hh").write_text(OWN_HEADER)
    (folder / "plan.hh").write_text('#pragma once\n#include "prologin.hh"\nposition_echantillon choose();\n')
    choice = "return placements_possible_echantillon(echantillon_tour(), moi()).at(0);"
    (folder / "plan.cc").write_text(f'#include "plan.hh"\nposition_echantillon choose() {{ {choice} }}\n')
    turn = "void jouer_tour() { auto p = choose(); placer_echantillon(p.pos1, p.pos2); }"
    (folder / "prologin.cc").write_text(
        f'#include "plan.hh"\nvoid partie_init() {{}}\nvoid partie_fin() {{}}\n{turn}\n'
    )
    (folder / "interface.cc").write_text("this is the contest's own glue")
    match = lt.new("alchemy", seed=5, first=0)
    player = make_player(match.game, str(folder if as_folder else folder / "prologin.cc"), clock_scale=LONG)
    player.begin(match, 0)
    assert next(iter(player.answer().moves)) == Move(PLACE, 0, 2)
    player.close()
    assert player.name == ("ann" if as_folder else "prologin.cc")


@with_compilers
def test_a_c_champion_with_the_contests_own_header(tmp_path: Path) -> None:
    arrays = "typedef struct position_array { position *datas; size_t length; } position_array;"
    header = f"#include <stddef.h>\ntypedef struct position {{ int ligne; int colonne; }} position;\n{arrays}\n"
    (tmp_path / "prologin.h").write_text(header + "extern position_array api_positions_region(position pos, int id);\n")
    body = 'position p = {0, 0}; printf("%d cells\\n", (int)api_positions_region(p, 0).length);'
    (tmp_path / "bot.c").write_text(f'#include <stdio.h>\n#include "prologin.h"\nvoid jouer_tour(void) {{ {body} }}\n')
    assert "0 cells" in stderr_of(play_match(tmp_path / "bot.c"), 0)


@with_compilers
def test_a_champion_that_does_not_compile(write: Write) -> None:
    found = play_failing(write('#include "prologin.hh"\nvoid jouer_tour() { plaser(); }\n', "wrong.cc"))
    assert found.startswith("compile: wrong.cc:2:21: error: ‘plaser’") or "'plaser'" in found


@with_compilers
def test_a_champion_without_a_turn(write: Write) -> None:
    with pytest.raises(CompileFailed, match="jouer_tour"):
        build(read_bot(write("void partie_init(void) {}\n", "idle.c")))
    assert "has no function jouer_tour" in play_failing(write("from api import *\njouer_tour = None"))


def test_a_champion_that_is_not_valid_python(write: Write) -> None:
    found = play_failing(write("def jouer_tour(:\n"))
    assert found.startswith("crash: exit code 1; stderr: ")
    assert "SyntaxError" in found


def test_a_champion_that_imports_what_is_not_there(write: Write) -> None:
    found = play_failing(write(make_script("pass", "import absent")))
    assert found.startswith("crash: exit code 1; stderr: ")
    assert found.endswith("ModuleNotFoundError: No module named 'absent'")


@with_compilers
def test_a_champion_that_includes_what_is_not_there(write: Write) -> None:
    assert play_failing(write('#include "absent.h"\n', "bot.c")).startswith(
        "compile: bot.c:1:10: fatal error: absent.h"
    )


@pytest.mark.clock
@pytest.mark.parametrize("where", ["turn", "start"])
def test_a_champion_that_loops_for_ever(write: Write, where: str) -> None:
    loop = "while True: pass"
    text = make_script(loop) if where == "turn" else make_script("pass", loop)
    assert play_failing(write(text), SHORT).startswith("timeout: ")


@pytest.mark.clock
@with_compilers
def test_a_c_champion_that_loops_for_ever(write: Write) -> None:
    text = '#include "prologin.h"\nvoid jouer_tour(void) { for (;;) taille_region((position){0, 0}, 0); }\n'
    assert play_failing(write(text, "loop.c"), SHORT).startswith("timeout: ")


@pytest.mark.clock
def test_a_champion_that_loops_after_the_match(write: Write) -> None:
    """The result does not change."""
    match = play_match(write(make_script("pass", "def partie_fin():\n    while True: pass")), SHORT)
    assert match.verdicts[0] == OK


@pytest.mark.clock
def test_a_champion_that_loses_time_keeps_nothing_of_that_turn(write: Write) -> None:
    text = make_script("placer_echantillon((0, 0), (0, 1))\n    while tour_actuel() == 3: pass")
    match = play_match(write(text), SHORT)
    assert match.moves[:5] == ["0 PLACE 0 1", "0 END", "1 END", "0 END", "1 END"]
    assert match.verdicts[0].startswith("timeout: ")


def test_a_champion_that_forks(write: Write) -> None:
    """The sandbox lets it start no process; what it did before counts."""
    match = play_match(write(make_script("placer_echantillon((0, 0), (0, 1))\n    os.fork()")))
    assert "PermissionError: [Errno 1] Operation not permitted" in match.verdicts[0]
    assert match.moves[:2] == ["0 PLACE 0 1", "0 END"]


def test_a_champion_that_prints_megabytes(write: Write) -> None:
    match = play_match(
        write(make_script("if tour_actuel() < 9: print('END; ' * 1_000_000)\n    os.write(1, b'END\\n')"))
    )
    assert match.verdicts[0] == OK
    assert len(stderr_of(match, 0)) < 500_000


@pytest.mark.parametrize("first", [0, 3])
def test_a_champion_that_closes_its_pipes(write: Write, first: int) -> None:
    """Its own pipes, or the host's too."""
    assert play_failing(write(make_script(f"os.closerange({first}, 100)"))).startswith("crash: ")


def test_a_champion_that_closes_its_output(write: Write) -> None:
    """It may."""
    match = play_match(write(make_script("sys.stdout.close() if tour_actuel() == 1 else sys.stdin.read()")))
    assert match.verdicts[0] == OK


def test_a_champion_that_writes_into_the_hosts_pipe(write: Write) -> None:
    turn = "for fd in range(3, 9):\n        try: os.write(fd, b'gold 100\\n')\n        except OSError: pass"
    assert play_failing(write(make_script(turn))).startswith("illegal: 'gold 100' is no move")


def test_a_champion_that_gives_lists_for_tuples(write: Write) -> None:
    match = play_match(
        write(make_script("placer_echantillon([0, 0], [0, 1]); donner_echantillon([FER, FER]); transmuter([0, 1])"))
    )
    assert match.moves[:4] == ["0 PLACE 0 1", "0 GIVE 2 2", "0 TRANSMUTE 1", "0 END"]
    assert match.verdicts[0] == OK


def test_a_champion_that_names_unknown_seats_and_elements(write: Write) -> None:
    calls = (
        "type_case((0, 0), 7), est_vide((0, 0), -1), taille_region((9, 9), 0), taille_region((0, 0), 2), score(5), "
        "positions_region((0, 0), 9), placements_possible_echantillon((0, 1), moi()), donner_echantillon((9, 1)), "
        "catalyser((0, 0), 7, 9), propriete_case_type(77)"
    )
    match = play_match(write(make_script(f"print([*map(int, filter(lambda one: one != [], [{calls}]))])")))
    assert stderr_of(match, 0).splitlines()[0] == "[0, 0, -1, -1, 0, 6, 8, 0]"
    assert match.verdicts[0] == OK


def test_a_champion_that_raises_in_its_turn(write: Write) -> None:
    """What it did before counts, and it plays on; the verdict names its first exception."""
    match = play_match(write(make_script("placer_echantillon((0, 0), (0, 1))\n    1 / 0")))
    raised = "ZeroDivisionError: division by zero (champion.py, line 6)"
    assert match.verdicts[0] == f"crash: jouer_tour: {raised}; it played on"
    assert not match.withdrawn
    assert match.moves[:2] == ["0 PLACE 0 1", "0 END"]
    assert stderr_of(match, 0).splitlines()[-1] == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(("leave", "cause"), [("exit()", "exit code 0"), ("os._exit(3)", "exit code 3")])
def test_a_champion_that_exits(write: Write, leave: str, cause: str) -> None:
    assert play_failing(write(make_script(leave))) == f"crash: {cause}"


@pytest.mark.slow
@with_compilers
@pytest.mark.parametrize(
    ("turn", "cause"),
    [
        ("*(volatile int *)8 = 1;", "crash: killed by SIGSEGV"),
        ("throw 1;", "crash: killed by SIG"),
        ("std::exit(4);", "crash: exit code 4"),
    ],
)
def test_a_cc_champion_that_crashes(write: Write, turn: str, cause: str) -> None:
    text = f'#include "prologin.hh"\nvoid jouer_tour() {{ if (tour_actuel() > 2) {{ {turn} }} }}\n'
    assert play_failing(write(text, "crash.cpp")).startswith(cause)
