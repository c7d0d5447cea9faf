"""The contest's API: the functions that a champion calls, under the contest's French names, on a match (AL-20).

An Api belongs to one seat of one match. Its actions are played on the match at once; the host ends the turn with END.
For a champion's `from api import *`, the host makes a module of CONSTANTS and of the Api's methods, named in FUNCTIONS.
"""

from collections.abc import Iterable
from enum import IntEnum
from itertools import takewhile
from operator import index
from typing import Any, NamedTuple, TypeAlias

from ludotheque.game import Move
from ludotheque.games.alchemy import rules
from ludotheque.games.alchemy.regions import NEIGHBOURS, WAYS, find_region
from ludotheque.games.alchemy.rules import CATALYSE, CELLS, ELEMENTS, EMPTY, END, GIVE, PLACE, SEATS, SIDE, TRANSMUTE
from ludotheque.match import Match
from ludotheque.view import IllegalMove

TAILLE_ETABLI = SIDE
NB_TOURS = rules.TURNS
NB_TYPE_CASES = ELEMENTS + 1


class case_type(IntEnum):
    VIDE = 0
    PLOMB = 1
    FER = 2
    CUIVRE = 3
    SOUFRE = 4
    MERCURE = 5


class element_propriete(IntEnum):
    AUCUNE = 0
    TRANSMUTABLE_OR = 1
    TRANSMUTABLE_CATALYSEUR = 2


class erreur(IntEnum):
    OK = 0
    POSITION_INVALIDE = 1
    PLACEMENT_INVALIDE = 2
    PLACEMENT_IMPOSSIBLE = 3
    PLACEMENT_INCORRECT = 4
    CASE_VIDE = 5
    ECHANTILLON_INCOMPLET = 6
    ECHANTILLON_INVALIDE = 7
    AUCUN_CATALYSEUR = 8
    CATALYSE_INVALIDE = 9
    DEJA_POSE = 10
    DEJA_DONNE = 11


class action_type(IntEnum):
    ACTION_PLACER = 0
    ACTION_TRANSMUTER = 1
    ACTION_CATALYSER = 2
    ACTION_DONNER_ECHANTILLON = 3


Position: TypeAlias = tuple[int, int]  # row and column
Sample: TypeAlias = tuple[int, int]
OwnSample: TypeAlias = tuple[case_type, case_type]

NOWHERE: Position = (-1, -1)
NO_SEAT = -1


class action_hist(NamedTuple):
    """One action of the opponent; fields that its kind does not use are NOWHERE, NO_SEAT and VIDE."""

    atype: action_type
    pos1: Position = NOWHERE
    pos2: Position = NOWHERE
    id_apprenti: int = NO_SEAT
    nouvelle_case: case_type = case_type.VIDE

    @property
    def poshist1(self) -> Position:
        """The name of pos1 in later editions of the contest."""
        return self.pos1

    @property
    def poshist2(self) -> Position:
        return self.pos2


# Our errors as the contest's, by kind of move: BAD_ELEMENT differs between gifts and catalyses.
ANSWERS = {
    (kind, rules.ERRORS[error]): answer
    for kind, error, answer in (
        (PLACE, rules.ALREADY_PLACED, erreur.DEJA_POSE),
        (PLACE, rules.BAD_POSITION, erreur.POSITION_INVALIDE),
        (PLACE, rules.NOT_ADJACENT, erreur.PLACEMENT_INVALIDE),
        (PLACE, rules.OCCUPIED, erreur.PLACEMENT_IMPOSSIBLE),
        (PLACE, rules.NO_CONTACT, erreur.PLACEMENT_INCORRECT),
        (TRANSMUTE, rules.BAD_POSITION, erreur.POSITION_INVALIDE),
        (TRANSMUTE, rules.EMPTY_CELL, erreur.CASE_VIDE),
        (CATALYSE, rules.NO_CATALYST, erreur.AUCUN_CATALYSEUR),
        (CATALYSE, rules.BAD_POSITION, erreur.POSITION_INVALIDE),
        (CATALYSE, rules.BAD_ELEMENT, erreur.CATALYSE_INVALIDE),
        (CATALYSE, rules.EMPTY_CELL, erreur.CASE_VIDE),
        (GIVE, rules.BAD_ELEMENT, erreur.ECHANTILLON_INCOMPLET),
        (GIVE, rules.ALREADY_GIVEN, erreur.DEJA_DONNE),
        (GIVE, rules.NOTHING_SHARED, erreur.ECHANTILLON_INVALIDE),
    )
}
NOT_NOW = erreur.POSITION_INVALIDE  # outside the own turn: the contest has no error for it

NO_WAY = 4  # the way of two cells that are not neighbours (AL-19)
LETTERS = ".PFCSM"
COLOURS = (90, 36, 37, 33, 93, 35)  # ANSI: grey, cyan, white, brown, yellow, magenta


class Api:
    """The functions for one seat. `id` is always a seat; any other number is an unknown seat, never an exception."""

    def __init__(self, match: Match, seat: int):
        self._match = match
        self._seat = seat
        self._benches = match.state["bench"][0]  # a view of the match's memory, so always up to date

    def placer_echantillon(self, pos1: Position, pos2: Position) -> erreur:
        """Put the turn's sample on the own bench, its first element on `pos1`."""
        return self._play(PLACE, *cell_and_way(pos1, pos2))

    def transmuter(self, pos: Position) -> erreur:
        """Turn the region of a cell of the own bench into gold and catalysts."""
        return self._play(TRANSMUTE, cell_of(pos))

    def catalyser(self, pos: Position, id_apprenti: int, terrain: int) -> erreur:
        """Change what a cell of either bench holds into the element `terrain`."""
        return self._play(CATALYSE, cell_of(pos), valid_index(id_apprenti, SEATS), valid_index(terrain, NB_TYPE_CASES))

    def donner_echantillon(self, echantillon: Sample) -> erreur:
        """Choose the opponent's next sample."""
        one, two = echantillon
        return self._play(GIVE, valid_index(one, NB_TYPE_CASES), valid_index(two, NB_TYPE_CASES))

    def type_case(self, pos: Position, id: int) -> case_type:
        """Return what a cell holds; VIDE if there is no such cell."""
        return case_type(max(self._element(pos, id), EMPTY))

    def est_vide(self, pos: Position, id: int) -> bool:
        """Is this a cell, and empty?"""
        return self._element(pos, id) == EMPTY

    def propriete_case(self, pos: Position, id: int) -> element_propriete:
        """Return what the element on a cell turns into."""
        return self.propriete_case_type(self._element(pos, id))

    def propriete_case_type(self, type: int) -> element_propriete:
        """Return what an element turns into."""
        if valid_index(type, NB_TYPE_CASES) <= EMPTY:
            return element_propriete.AUCUNE
        is_metal = type <= rules.COPPER
        return element_propriete.TRANSMUTABLE_OR if is_metal else element_propriete.TRANSMUTABLE_CATALYSEUR

    def taille_region(self, pos: Position, id: int) -> int:
        """Return the size of a cell's region: 0 if the cell is empty, -1 if there is no such cell."""
        element = self._element(pos, id)
        return len(self._region(pos, id)) if element > EMPTY else element

    def positions_region(self, pos: Position, id: int) -> list[Position]:
        """Return the cells of a cell's region, row by row."""
        return [position_of(cell) for cell in self._region(pos, id)] if self._element(pos, id) > EMPTY else []

    def placement_possible_echantillon(self, echantillon: Sample, pos1: Position, pos2: Position, id: int) -> bool:
        """Could this sample be placed on these two cells? As in the contest, they may be far apart or the same cell."""
        cell, other, bench = cell_of(pos1), cell_of(pos2), self._bench(id)
        sample = valid_sample(echantillon)
        return bool(bench and cell >= 0 and other >= 0 and find_placements(bench, sample, [(cell, other)]))

    def placements_possible_echantillon(self, echantillon: Sample, id: int) -> list[tuple[Position, Position]]:
        """Return every way to place this sample, in the order of PAIRS."""
        bench, sample = self._bench(id), valid_sample(echantillon)
        pairs = find_placements(bench, sample, PAIRS) if bench else []
        return [(position_of(a), position_of(b)) for a, b in pairs]

    def historique(self) -> list[action_hist]:
        """Return the actions of the opponent's last turn, without the gift."""
        return [to_action(move) for move in last_turn(self._match, 1 - self._seat) if move.kind != GIVE]

    def moi(self) -> int:
        return self._seat

    def adversaire(self) -> int:
        return 1 - self._seat

    def score(self, id: int) -> int:
        """Return a seat's gold; 0 for an unknown seat."""
        seat = valid_index(id, SEATS)
        return int(self._match.state["gold"][0, seat]) if seat >= 0 else 0

    def tour_actuel(self) -> int:
        """Return the turn, from 1 to 150; after the match it is still the last one."""
        return min(self._number("turn"), NB_TOURS)

    def annuler(self) -> bool:
        """Take back the last action of this turn; return False if there is none (AL-18)."""
        mover, last = self._match.played[-1] if self._match.played else (NO_SEAT, Move(END))
        if mover != self._seat or last.kind == END:
            return False
        self._match.undo()
        return True

    def nombre_catalyseurs(self) -> int:
        return self._number("catalysts")

    def echantillon_tour(self) -> OwnSample:
        """Return the sample received this turn, placed or not."""
        one, two = self._match.state["sample"][0].tolist()
        return case_type(one), case_type(two)

    def a_pose_echantillon(self) -> bool:
        return self._number("has_placed") != 0

    def a_donne_echantillon(self) -> bool:
        return self._number("has_given") != 0

    def quantite_transmutation_or(self, taille_region: int) -> int:
        """Return the gold of a region of metal."""
        return rules.gold_for(rules.LEAD, taille_region) if 0 < taille_region <= CELLS else 0

    def quantite_transmutation_catalyseur(self, taille_region: int) -> int:
        """Return the catalysts of a volatile region."""
        return rules.catalysts_for(rules.SULFUR, taille_region) if 0 < taille_region <= CELLS else 0

    def quantite_transmutation_catalyseur_or(self, taille_region: int) -> int:
        """Return the gold of a volatile region."""
        return rules.gold_for(rules.SULFUR, taille_region) if 0 < taille_region <= CELLS else 0

    def echantillon_defaut_premier_tour(self) -> OwnSample:
        return case_type.PLOMB, case_type.FER

    def afficher_etablis(self) -> None:
        """Print both benches in colour."""
        print(draw_benches(self._match), flush=True)

    def _play(self, kind: int, *arguments: int) -> erreur:
        try:
            self._match.play(Move(kind, *arguments), self._seat)
        except IllegalMove as refusal:
            return ANSWERS.get((kind, str(refusal)), NOT_NOW)
        return erreur.OK

    def _bench(self, id: int) -> list[int]:
        """Return a seat's cells; an empty list for an unknown seat."""
        seat = valid_index(id, SEATS)
        return self._benches[seat].tolist() if seat >= 0 else []

    def _element(self, pos: Position, id: int) -> int:
        """Return what a cell holds, or -1 if there is no such cell."""
        cell, seat = cell_of(pos), valid_index(id, SEATS)
        return int(self._benches[seat, cell]) if cell >= 0 and seat >= 0 else -1

    def _region(self, pos: Position, id: int) -> tuple[int, ...]:
        """Return the cells of the region at `pos`, which holds an element."""
        return find_region(self._bench(id), cell_of(pos)).cells

    def _number(self, name: str) -> int:
        return int(self._match.state[name][0])


def valid_index(number: int, count: int) -> int:
    """Return `number` if it is from 0 to `count` - 1, else -1."""
    number = index(number)
    return number if 0 <= number < count else -1


def valid_sample(sample: Sample) -> Sample:
    one, two = sample
    return valid_index(one, NB_TYPE_CASES), valid_index(two, NB_TYPE_CASES)


def cell_of(pos: Position) -> int:
    """Return the cell at a position, or -1 off the bench."""
    row, column = pos
    row, column = valid_index(row, SIDE), valid_index(column, SIDE)
    return row * SIDE + column if row >= 0 and column >= 0 else -1


def position_of(cell: int) -> Position:
    return divmod(cell, SIDE)


def cell_and_way(pos1: Position, pos2: Position) -> tuple[int, int]:
    """Return the arguments of PLACE; for bad positions, arguments that `check` refuses with the right error (AL-19)."""
    cell, other = cell_of(pos1), cell_of(pos2)
    if cell < 0 or other < 0:
        return -1, 0
    return cell, next((way for way in WAYS if NEIGHBOURS[cell][way] == other), NO_WAY)


def find_placements(bench: list[int], sample: Sample, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return those of `pairs` whose cells are empty and where the sample has contact (AL-13)."""
    one, two = sample
    if one <= EMPTY or two <= EMPTY:
        return []
    is_free = one not in bench and two not in bench
    near_one, near_two = cells_beside(bench, one), cells_beside(bench, two)
    empty = [(a, b) for a, b in pairs if bench[a] == EMPTY == bench[b]]
    return [(a, b) for a, b in empty if is_free or a in near_one or b in near_two]


def cells_beside(bench: list[int], element: int) -> set[int]:
    """Return the cells that touch `element`; -1, beyond the edge, may be among them."""
    return {beside for cell in range(CELLS) if bench[cell] == element for beside in NEIGHBOURS[cell]}


def list_pairs() -> list[tuple[int, int]]:
    """Return all pairs of neighbours in the contest's order: (a, below), (below, a), (a, right), (right, a)."""
    pairs = []
    for cell in range(CELLS):
        for way in (2, 1):
            other = NEIGHBOURS[cell][way]
            if other >= 0:
                pairs += [(cell, other), (other, cell)]
    return pairs


PAIRS = list_pairs()


def last_turn(match: Match, seat: int) -> list[Move]:
    """Return the moves of a seat's last finished turn, without its END."""
    backwards = reversed(match.played)
    for mover, move in backwards:
        if mover == seat and move.kind == END:
            break
    turn = [move for _, move in takewhile(lambda played: played.move.kind != END, backwards)]
    return turn[::-1]


def to_action(move: Move) -> action_hist:
    pos = position_of(move.a)
    if move.kind == PLACE:
        return action_hist(action_type.ACTION_PLACER, pos, position_of(NEIGHBOURS[move.a][move.b]))
    if move.kind == TRANSMUTE:
        return action_hist(action_type.ACTION_TRANSMUTER, pos)
    return action_hist(action_type.ACTION_CATALYSER, pos, NOWHERE, move.b, case_type(move.c))


def draw_benches(match: Match) -> str:
    """Write both benches side by side, in a terminal's colours."""
    benches = match.state["bench"][0].tolist()
    lines = ["   ".join(f"{seat:<{2 * SIDE - 1}}" for seat in range(SEATS))]
    for start in range(0, CELLS, SIDE):
        lines.append("   ".join(" ".join(map(coloured_letter, bench[start : start + SIDE])) for bench in benches))
    return "\n".join(lines)


def coloured_letter(element: int) -> str:
    return f"\033[{COLOURS[element]}m{LETTERS[element]}\033[0m"


ENUMS: tuple[type[IntEnum], ...] = (case_type, element_propriete, erreur, action_type)
CONSTANTS: dict[str, Any] = {
    "TAILLE_ETABLI": TAILLE_ETABLI,
    "NB_TOURS": NB_TOURS,
    "NB_TYPE_CASES": NB_TYPE_CASES,
    "action_hist": action_hist,
    **{enum.__name__: enum for enum in ENUMS},
    **{member.name: member for enum in ENUMS for member in enum},
}
FUNCTIONS = [name for name in vars(Api) if not name.startswith("_")]
