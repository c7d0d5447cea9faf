"""The contest's API and its dump, following the table in AL-20, with bad input too."""

import json
import re
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.alchemy.contest import api as contest
from ludotheque.games.alchemy.contest import dump
from ludotheque.games.alchemy.contest.api import (
    CONSTANTS,
    FUNCTIONS,
    LETTERS,
    Api,
    action_hist,
    action_type,
    case_type,
    element_propriete,
    erreur,
)
from ludotheque.record import Verdict
from ludotheque.seating import Answer, BotFailed, Kind

VIDE, PLOMB, FER, CUIVRE, SOUFRE, MERCURE = case_type
OFF_BENCH = [(-1, 0), (0, -1), (6, 0), (0, 6), (10**20, 0), (-1, -1)]
UNKNOWN_SEATS = [-1, 2, 7, 10**20]


def make_api(*rows: str, rival: tuple[str, ...] = (), sample: str = "PF", catalysts: int = 0) -> Api:
    """Return the API of seat 0, which is to move, on these benches; letters are those of the contest's elements."""
    match = lt.new("alchemy", seed=0, first=0)
    for seat, bench in enumerate((rows, rival)):
        letters = "".join(row.ljust(6, ".") for row in bench).ljust(36, ".")
        match.state["bench"][0, seat] = [LETTERS.index(letter) for letter in letters]
        match.state["amount"][0, seat] = [letters.count(letter) for letter in LETTERS]
    match.state["sample"][0] = [LETTERS.index(letter) for letter in sample]
    match.state["catalysts"] = catalysts
    return Api(match, 0)


def start_match() -> tuple[lt.Match, Api, Api]:
    """Return a new match, the API of the seat that starts, and the API of the other seat."""
    match = lt.new("alchemy", seed=0, first=0)
    return match, Api(match, 0), Api(match, 1)


def test_the_constants_are_the_contests() -> None:
    """AL-20"""
    assert (CONSTANTS["TAILLE_ETABLI"], CONSTANTS["NB_TOURS"], CONSTANTS["NB_TYPE_CASES"]) == (6, 150, 6)


@pytest.mark.parametrize(
    ("enum", "names"),
    [
        ("case_type", "VIDE PLOMB FER CUIVRE SOUFRE MERCURE"),
        ("element_propriete", "AUCUNE TRANSMUTABLE_OR TRANSMUTABLE_CATALYSEUR"),
        (
            "erreur",
            "OK POSITION_INVALIDE PLACEMENT_INVALIDE PLACEMENT_IMPOSSIBLE PLACEMENT_INCORRECT CASE_VIDE"
            " ECHANTILLON_INCOMPLET ECHANTILLON_INVALIDE AUCUN_CATALYSEUR CATALYSE_INVALIDE DEJA_POSE DEJA_DONNE",
        ),
        ("action_type", "ACTION_PLACER ACTION_TRANSMUTER ACTION_CATALYSER ACTION_DONNER_ECHANTILLON"),
    ],
)
def test_the_enums_are_the_contests(enum: str, names: str) -> None:
    """AL-20: numbered from 0, and each member is a name of the module as well."""
    assert [member.name for member in CONSTANTS[enum]] == names.split()
    assert [int(CONSTANTS[name]) for name in names.split()] == list(range(len(names.split())))
    assert all(CONSTANTS[name] is CONSTANTS[enum][name] for name in names.split())


def test_the_functions_are_the_contests() -> None:
    """AL-20"""
    names = (
        "placer_echantillon transmuter catalyser donner_echantillon type_case est_vide propriete_case"
        " propriete_case_type taille_region positions_region placement_possible_echantillon"
        " placements_possible_echantillon historique moi adversaire score tour_actuel annuler nombre_catalyseurs"
        " echantillon_tour a_pose_echantillon a_donne_echantillon quantite_transmutation_or"
        " quantite_transmutation_catalyseur quantite_transmutation_catalyseur_or echantillon_defaut_premier_tour"
        " afficher_etablis"
    )
    assert sorted(FUNCTIONS) == sorted(names.split())


def test_placer_echantillon() -> None:
    """AL-20, AL-12: each error in its turn, and OK."""
    api = make_api("P.....", "..C", sample="PF")
    assert api.placer_echantillon((5, 5), (5, 6)) == erreur.POSITION_INVALIDE
    assert api.placer_echantillon((0, 0), (0, 2)) == erreur.PLACEMENT_INVALIDE
    assert api.placer_echantillon((0, 1), (0, 1)) == erreur.PLACEMENT_INVALIDE
    assert api.placer_echantillon((0, 1), (0, 0)) == erreur.PLACEMENT_IMPOSSIBLE
    assert api.placer_echantillon((4, 4), (4, 5)) == erreur.PLACEMENT_INCORRECT
    assert api.placer_echantillon((1, 0), (1, 1)) is erreur.OK
    assert (api.type_case((1, 0), 0), api.type_case((1, 1), 0)) == (PLOMB, FER)
    assert api.placer_echantillon((9, 9), (0, 0)) == erreur.DEJA_POSE


@pytest.mark.parametrize("pos", OFF_BENCH)
def test_a_position_off_the_bench_is_never_wrapped(pos: tuple[int, int]) -> None:
    """AL-20: neither as the first nor as the second, and it comes before adjacency (AL-19)."""
    api = make_api("PPP", catalysts=1)
    assert api.placer_echantillon(pos, (0, 3)) == erreur.POSITION_INVALIDE
    assert api.placer_echantillon((0, 3), pos) == erreur.POSITION_INVALIDE
    assert api.transmuter(pos) == erreur.POSITION_INVALIDE
    assert api.catalyser(pos, 0, FER) == erreur.POSITION_INVALIDE


def test_transmuter() -> None:
    """AL-20, AL-14"""
    api = make_api("PPPP", rival=("", "CC"))
    assert api.transmuter((1, 0)) == erreur.CASE_VIDE
    assert api.transmuter((0, 2)) is erreur.OK
    assert (api.score(0), api.est_vide((0, 0), 0)) == (3, True)


def test_catalyser() -> None:
    """AL-20, AL-16"""
    api = make_api("PP", rival=("C",), catalysts=2)
    assert api.catalyser((0, 0), 0, VIDE) == api.catalyser((0, 0), 0, 6) == erreur.CATALYSE_INVALIDE
    assert api.catalyser((0, 0), 0, -1) == api.catalyser((0, 0), 0, 10**20) == erreur.CATALYSE_INVALIDE
    assert api.catalyser((1, 0), 0, FER) == erreur.CASE_VIDE
    assert api.catalyser((0, 0), 1, MERCURE) is erreur.OK
    assert api.catalyser((0, 0), 0, 3) is erreur.OK
    assert (api.type_case((0, 0), 0), api.type_case((0, 0), 1)) == (CUIVRE, MERCURE)
    assert api.catalyser((9, 9), 9, 9) == erreur.AUCUN_CATALYSEUR


@pytest.mark.parametrize("id", UNKNOWN_SEATS)
def test_catalysing_an_unknown_apprentices_bench_is_a_bad_position(id: int) -> None:
    """AL-20: the contest's engine aborted."""
    assert make_api("PP", catalysts=1).catalyser((0, 0), id, FER) == erreur.POSITION_INVALIDE


def test_donner_echantillon() -> None:
    """AL-20, AL-17"""
    match, api, other = start_match()
    assert api.donner_echantillon((VIDE, PLOMB)) == api.donner_echantillon((1, 6)) == erreur.ECHANTILLON_INCOMPLET
    assert api.donner_echantillon((-1, 1)) == api.donner_echantillon((1, 10**20)) == erreur.ECHANTILLON_INCOMPLET
    assert api.donner_echantillon((CUIVRE, SOUFRE)) == erreur.ECHANTILLON_INVALIDE
    assert api.donner_echantillon((SOUFRE, FER)) is erreur.OK
    assert api.donner_echantillon((FER, FER)) == erreur.DEJA_DONNE
    assert api.donner_echantillon((FER, VIDE)) == erreur.ECHANTILLON_INCOMPLET
    match.play("END")
    assert other.echantillon_tour() == (SOUFRE, FER)


def test_a_champion_acts_in_its_own_turn_only() -> None:
    """AL-20: the contest has no error for it, so it is a bad position, and nothing changes."""
    match, _, other = start_match()
    before = match.checksum()
    assert other.placer_echantillon((0, 0), (0, 1)) == erreur.POSITION_INVALIDE
    assert other.donner_echantillon((1, 1)) == other.transmuter((0, 0)) == erreur.POSITION_INVALIDE
    assert other.catalyser((0, 0), 0, 1) == erreur.POSITION_INVALIDE
    assert (other.annuler(), match.checksum()) == (False, before)


def test_no_action_is_possible_after_the_last_turn() -> None:
    """AL-20: queries still answer, as partie_fin needs them."""
    match, api, _ = start_match()
    while not match.over:
        match.play("END")
    assert api.placer_echantillon((0, 0), (0, 1)) == erreur.POSITION_INVALIDE
    assert (api.annuler(), api.tour_actuel(), api.score(0)) == (False, 150, 0)


def test_type_case_est_vide_and_propriete_case() -> None:
    """AL-20: on both benches."""
    api = make_api("PFCSM", rival=(".S",))
    assert [api.type_case((0, column), 0) for column in range(6)] == [PLOMB, FER, CUIVRE, SOUFRE, MERCURE, VIDE]
    assert isinstance(api.type_case((0, 0), 0), case_type)
    assert [api.est_vide((0, column), 1) for column in range(3)] == [True, False, True]
    assert [int(api.propriete_case((0, column), 0)) for column in range(6)] == [1, 1, 1, 2, 2, 0]
    assert api.propriete_case((0, 1), 1) is element_propriete.TRANSMUTABLE_CATALYSEUR


@pytest.mark.parametrize("pos", OFF_BENCH)
def test_queries_off_the_bench(pos: tuple[int, int]) -> None:
    """AL-20: each row's last column."""
    api = make_api("PPPPPP", "PPPPPP")
    assert (api.type_case(pos, 0), api.est_vide(pos, 0)) == (VIDE, False)
    assert api.propriete_case(pos, 0) is element_propriete.AUCUNE
    assert (api.taille_region(pos, 0), api.positions_region(pos, 0)) == (-1, [])
    assert not api.placement_possible_echantillon((PLOMB, FER), pos, (2, 0), 0)
    assert not api.placement_possible_echantillon((PLOMB, FER), (2, 0), pos, 0)


@pytest.mark.parametrize("id", UNKNOWN_SEATS)
def test_queries_about_unknown_seats(id: int) -> None:
    """AL-20"""
    api = make_api("PPPPPP")
    assert (api.type_case((0, 0), id), api.est_vide((3, 3), id)) == (VIDE, False)
    assert api.propriete_case((0, 0), id) is element_propriete.AUCUNE
    assert (api.taille_region((0, 0), id), api.positions_region((0, 0), id)) == (-1, [])
    assert not api.placement_possible_echantillon((PLOMB, FER), (1, 0), (1, 1), id)
    assert (api.placements_possible_echantillon((PLOMB, FER), id), api.score(id)) == ([], 0)


def test_propriete_case_type() -> None:
    """AL-20: any int will do, and an unknown one has none."""
    api = make_api()
    assert [int(api.propriete_case_type(element)) for element in range(-1, 8)] == [0, 0, 1, 1, 1, 2, 2, 0, 0]
    assert api.propriete_case_type(FER) is element_propriete.TRANSMUTABLE_OR


def test_the_cells_of_a_region_come_row_by_row() -> None:
    """AL-20: from any of its cells; 0 and no cells for an empty one."""
    api = make_api(".PP", "PP.", ".P..P", rival=("SS", "S"))
    assert api.taille_region((2, 1), 0) == 5
    assert api.positions_region((2, 1), 0) == [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]
    assert (api.taille_region((2, 4), 0), api.positions_region((2, 4), 0)) == (1, [(2, 4)])
    assert (api.taille_region((0, 0), 0), api.positions_region((0, 0), 0)) == (0, [])
    assert api.positions_region((1, 0), 1) == [(0, 0), (0, 1), (1, 0)]


def test_placement_possible_asks_neither_for_adjacent_cells_nor_for_two() -> None:
    """AL-20: on the bench, empty, contact rule, and no more."""
    api = make_api("P", rival=("C",))
    assert api.placement_possible_echantillon((PLOMB, FER), (0, 1), (0, 2), 0)
    assert api.placement_possible_echantillon((PLOMB, FER), (0, 1), (5, 5), 0)
    assert api.placement_possible_echantillon((PLOMB, PLOMB), (0, 1), (0, 1), 0)
    assert not api.placement_possible_echantillon((PLOMB, FER), (5, 4), (5, 5), 0)
    assert not api.placement_possible_echantillon((PLOMB, FER), (0, 0), (0, 1), 0)
    assert api.placement_possible_echantillon((PLOMB, FER), (5, 4), (5, 5), 1)


@pytest.mark.parametrize("sample", [(0, 1), (1, 0), (6, 1), (1, -1), (0, 0), (10**20, 1)])
def test_a_sample_with_an_unknown_element_has_no_placement(sample: tuple[int, int]) -> None:
    """AL-20"""
    api = make_api("P")
    assert not api.placement_possible_echantillon(sample, (0, 1), (0, 2), 0)
    assert api.placements_possible_echantillon(sample, 0) == []


def test_placement_possible_does_not_mind_a_placed_sample() -> None:
    """AL-20: it is about any sample, on any bench, at any time."""
    api = make_api("P")
    api.placer_echantillon((0, 1), (0, 2))
    assert api.placement_possible_echantillon((FER, CUIVRE), (0, 3), (0, 4), 0)


def test_placements_come_in_the_contests_order() -> None:
    """AL-20: below and back, right and back, from each cell; 120 on an empty bench."""
    every = make_api().placements_possible_echantillon((PLOMB, FER), 0)
    assert len(every) == len(set(every)) == 120
    a, below, right = (0, 0), (1, 0), (0, 1)
    assert every[:5] == [(a, below), (below, a), (a, right), (right, a), (right, (1, 1))]
    assert every[-2:] == [((5, 4), (5, 5)), ((5, 5), (5, 4))]
    near = make_api("P").placements_possible_echantillon((PLOMB, FER), 0)
    assert near == [((0, 1), (1, 1)), ((0, 1), (0, 2)), ((1, 0), (2, 0)), ((1, 0), (1, 1))]


def test_placements_are_what_the_rules_allow() -> None:
    """AL-13, AL-20: the API and `check` agree on the benches of a random match."""
    match = lt.new("alchemy", seed=5)
    while not match.over:
        api = Api(match, match.active[0])
        if not api.a_pose_echantillon():
            pairs = api.placements_possible_echantillon(api.echantillon_tour(), api.moi())
            ours = {"PLACE {} {}".format(*contest.cell_and_way(*pair)) for pair in pairs}
            assert ours == {move for move in match.legal() if move.startswith("PLACE")}
        match.play(match.view(match.active[0]).random.choice(match.legal()))


def test_historique_is_the_opponents_last_turn() -> None:
    """AL-20: in order, without the gift and actions taken back; unused fields have their default."""
    match, api, other = start_match()
    assert api.historique() == other.historique() == []
    api.placer_echantillon((0, 0), (1, 0))
    api.annuler()
    api.donner_echantillon((FER, SOUFRE))
    api.placer_echantillon((2, 2), (2, 1))
    api.transmuter((2, 2))
    assert other.historique() == []
    match.play("END")
    nowhere = (-1, -1)
    expected = [
        action_hist(action_type.ACTION_PLACER, (2, 2), (2, 1), -1, VIDE),
        action_hist(action_type.ACTION_TRANSMUTER, (2, 2), nowhere, -1, VIDE),
    ]
    assert other.historique() == expected
    other.placer_echantillon((0, 0), (0, 1))
    assert other.historique() == expected
    match.play("END")
    assert [action.atype for action in api.historique()] == [action_type.ACTION_PLACER]
    match.play("END")
    assert other.historique() == []


def test_historique_has_catalyses() -> None:
    """AL-20: with whose bench it was, and the new element."""
    api = make_api("P", rival=("C",), catalysts=1)
    api.catalyser((0, 0), 1, MERCURE)
    api._match.play("END")
    (action,) = Api(api._match, 1).historique()
    assert action == (action_type.ACTION_CATALYSER, (0, 0), (-1, -1), 1, MERCURE)
    assert isinstance(action.nouvelle_case, case_type)


def test_the_positions_of_an_action_have_two_names() -> None:
    """AL-20: later editions of the contest say poshist1 and poshist2."""
    action = action_hist(action_type.ACTION_PLACER, (1, 2), (1, 3))
    assert (action.poshist1, action.poshist2) == (action.pos1, action.pos2) == ((1, 2), (1, 3))
    assert action._fields == ("atype", "pos1", "pos2", "id_apprenti", "nouvelle_case")


def test_moi_and_adversaire() -> None:
    """AL-20"""
    _, api, other = start_match()
    assert (api.moi(), api.adversaire(), other.moi(), other.adversaire()) == (0, 1, 1, 0)


def test_score_and_tour_actuel() -> None:
    """AL-20: gold may be negative, turns are shared."""
    match, api, other = start_match()
    api.placer_echantillon((0, 0), (0, 1))
    api.transmuter((0, 0))
    assert (api.score(0), other.score(0), api.score(1), api.tour_actuel()) == (-3, -3, 0, 1)
    match.play("END")
    assert (other.tour_actuel(), api.tour_actuel()) == (2, 2)


def test_annuler_goes_back_to_the_start_of_the_turn() -> None:
    """AL-18, AL-20: the gift included; failed actions are none; never into the opponent's turn."""
    match, api, other = start_match()
    assert api.annuler() is False
    api.donner_echantillon((PLOMB, PLOMB))
    match.play("END")
    assert (other.annuler(), api.annuler()) == (False, False)
    start = match.checksum()
    other.placer_echantillon((0, 0), (0, 1))
    other.donner_echantillon((PLOMB, CUIVRE))
    other.donner_echantillon((PLOMB, CUIVRE))
    other.transmuter((0, 0))
    assert (other.annuler(), other.score(1), other.type_case((0, 0), 1)) == (True, 0, PLOMB)
    assert (other.annuler(), other.a_donne_echantillon()) == (True, False)
    assert (other.annuler(), other.a_pose_echantillon()) == (True, False)
    assert (other.annuler(), match.checksum()) == (False, start)


def test_the_state_of_a_turn() -> None:
    """AL-20: the sample is known after placing too; the catalysts are this turn's."""
    api = make_api("SSSSS", sample="CM")
    assert (api.a_pose_echantillon(), api.a_donne_echantillon(), api.nombre_catalyseurs()) == (False, False, 0)
    api.transmuter((0, 0))
    api.placer_echantillon((0, 0), (0, 1))
    api.donner_echantillon((3, 3))
    assert (api.a_pose_echantillon(), api.a_donne_echantillon(), api.nombre_catalyseurs()) == (True, True, 2)
    assert api.echantillon_tour() == (CUIVRE, MERCURE)
    assert all(isinstance(element, case_type) for element in api.echantillon_tour())


@pytest.mark.parametrize(
    ("size", "metal", "catalysts", "volatile"),
    [(-1, 0, 0, 0), (0, 0, 0, 0), (1, -3, 0, -3), (2, 0, 0, 0), (5, 5, 2, 3), (36, 323, 17, 34), (37, 0, 0, 0)],
)
def test_what_a_size_is_worth(size: int, metal: int, catalysts: int, volatile: int) -> None:
    """AL-20, AL-15: nothing for a size that no region has."""
    api = make_api()
    assert api.quantite_transmutation_or(size) == metal
    assert api.quantite_transmutation_catalyseur(size) == catalysts
    assert api.quantite_transmutation_catalyseur_or(size) == volatile


def test_the_first_sample_by_default() -> None:
    """AL-20, AL-5"""
    assert make_api(sample="SS").echantillon_defaut_premier_tour() == (PLOMB, FER)


def test_afficher_etablis_prints_both_benches_in_colour(capsys: pytest.CaptureFixture[str]) -> None:
    """AL-20"""
    make_api("PF", rival=("", "CSM")).afficher_etablis()
    printed = capsys.readouterr().out
    assert "\033[" in printed
    plain = re.sub(r"\033\[\d+m", "", printed).splitlines()
    assert plain[1:3] == ["P F . . . .   . . . . . .", ". . . . . .   C S M . . ."]
    assert len(plain) == 7


@pytest.mark.parametrize("pos", [None, 3, (1,), (1, 2, 3), (0.0, 1), ("0", "1")])
def test_a_value_that_is_not_a_position_raises(pos: Any) -> None:
    """AL-20: an exception, as from the contest's own module, and nothing was played."""
    api = make_api()
    with pytest.raises((TypeError, ValueError)):
        api.transmuter(pos)
    assert api._match.played == []


def test_a_module_can_be_made_of_the_api() -> None:
    """AL-20: the names that a champion's `from api import *` imports."""
    api = make_api()
    names: dict[str, Any] = {**CONSTANTS, **{name: getattr(api, name) for name in FUNCTIONS}}
    exec("ok = placer_echantillon((0, 0), (1, 0)) == OK and type_case((0, 0), moi()) == PLOMB", names)
    assert names["ok"] is True


class FailingPlayer:
    """A champion that never answers."""

    name = "failing"
    kind = Kind.CHAMPION
    has_clock = False

    def begin(self, match: lt.Match, seat: int) -> None: ...

    def ask(self) -> None: ...

    def answer(self) -> Answer:
        raise BotFailed(Verdict("crash", "gone"))

    def close(self) -> None: ...


class PlacingPlayer(FailingPlayer):
    """A champion that takes the first placement, and makes room if there is none."""

    name = "placing"

    def begin(self, match: lt.Match, seat: int) -> None:
        self.match, self.api = match, Api(match, seat)
        self.received: list[tuple[case_type, case_type]] = []

    def answer(self) -> Answer:
        self.received.append(self.api.echantillon_tour())
        self.api.donner_echantillon((FER, FER))
        pairs = self.api.placements_possible_echantillon(self.api.echantillon_tour(), self.api.moi())
        if not pairs:
            self.api.transmuter((0, 0))
        self.api.placer_echantillon(*(pairs or [((0, 0), (1, 0))])[0])
        return Answer(["END"])


def test_a_match_goes_on_after_a_champion_failed() -> None:
    """AL-20: to turn 150; its bench is empty, the other keeps receiving its own gifts, and gold decides."""
    match = lt.new("alchemy", seed=0, first=1)
    placing = PlacingPlayer()
    lt.run(match, [FailingPlayer(), placing])
    assert match.over and match.view().turn == 151
    assert [move for seat, move in match.played if seat == 0] == [lt.Move(4)] * 75
    assert placing.received == [(PLOMB, FER)] + [(FER, FER)] * 74
    assert match.verdicts == ["crash: gone", "ok"]
    assert (match.view().gold[0], match.ranks) == (0, [2, 1])
    assert not any(match.view().bench[0])


def play_randomly(seed: int, plies: int) -> lt.Match:
    match = lt.new("alchemy", seed=seed)
    while not match.over and match.ply < plies:
        match.play(match.view(match.active[0]).random.choice(match.legal()))
    return match


@pytest.mark.parametrize(("seed", "plies"), [(1, 10_000), (2, 10_000), (3, 200), (4, 0)])
def test_a_dump_can_be_read_again(seed: int, plies: int) -> None:
    """AL-20: also of a match that is not over; an open turn is left out."""
    match = play_randomly(seed, plies)
    match.names = ["Zoé", "Ada"]
    text = dump.write(match)
    assert len(text.splitlines()) == match.view().turn
    again = dump.read(text)
    assert dump.write(again) == text
    assert again.names == match.names
    if match.over:
        assert (again.outcome, again.view().bench) == (match.outcome, match.view().bench)


def test_a_line_of_a_dump() -> None:
    """AL-20: who just played, the sample and the actions; of the other seat, the last turn."""
    match, api, _ = start_match()
    api.placer_echantillon((0, 0), (1, 0))
    match.play("END")
    state = json.loads(dump.write(match).splitlines()[1])
    mover, other = state["players"]["0"], state["players"]["1"]
    assert state["turn"] == [1, 150]
    assert (mover["just_played"], mover["sample"]) == (True, ["PLOMB", "FER"])
    assert mover["history"] == [{"type": "ACTION_PLACER", "pos1": {"r": 0, "c": 0}, "pos2": {"r": 1, "c": 0}}]
    assert (mover["bench"][0], mover["bench"][6], mover["bench"].count("VIDE")) == ("PLOMB", "FER", 34)
    assert (other["just_played"], "sample" in other, other["history"]) == (False, False, [])


def test_a_dump_has_transmutations_and_catalyses() -> None:
    """AL-20"""
    api = make_api("PP", rival=("C",), catalysts=1)
    api.catalyser((0, 0), 1, SOUFRE)
    api.transmuter((0, 1))
    actions = [dump._action(move) for _, move in api._match.played]
    assert actions == [
        {"type": "ACTION_CATALYSER", "pos": {"r": 0, "c": 0}, "apprentice_id": 1, "new_type": "SOUFRE"},
        {"type": "ACTION_TRANSMUTER", "pos": {"r": 0, "c": 1}},
    ]
    assert [dump._move(action) for action in actions] == [move for _, move in api._match.played]


def write_changed_dump(**changes: Any) -> str:
    """Return a dump of one turn with `changes` to seat 0 in its last line."""
    match, api, _ = start_match()
    api.placer_echantillon((0, 0), (1, 0))
    match.play("END")
    lines = [json.loads(line) for line in dump.write(match).splitlines()]
    lines[-1]["players"]["0"].update(changes)
    return "\n".join(json.dumps(line) for line in lines)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is no dump of Alchemy: it does not begin with two players."),
        ("[1, 2]", "This is no dump of Alchemy: it does not begin with two players."),
        ("{", "This is no dump of Alchemy: it is not JSON lines"),
    ],
)
def test_a_text_that_is_not_a_dump_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    """AL-20"""
    with pytest.raises(lt.BadRecord, match=re.escape(sentence)):
        dump.read(text)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"score": 1}, "This dump departs from the rules at turn 1: the state is another one."),
        ({"history": []}, "This dump departs from the rules at turn 1: the state is another one."),
        (
            {"history": [{"type": "ACTION_TRANSMUTER", "pos": {"r": 0, "c": 0}}]},
            "This dump departs from the rules at turn 1: That cell is empty.",
        ),
        ({"history": [{"type": "ACTION_RIRE"}]}, "This dump is damaged at turn 1"),
        ({"sample": None}, "This dump is damaged at turn 1"),
        ({"sample": ["PLOMB"]}, "This dump departs from the rules at turn 1: the state is another one."),
        ({"just_played": False}, "This is no dump of Alchemy"),
    ],
)
def test_a_changed_dump_is_refused_with_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    """AL-20"""
    with pytest.raises(lt.BadRecord, match=re.escape(sentence)):
        dump.read(write_changed_dump(**changes))
