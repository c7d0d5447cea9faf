"""The facts of the board in words: elements, cells, regions, the turn, its end, the result and the hint."""

from collections.abc import Sequence
from functools import reduce

from ludotheque.art import Say, View, count_words, signed
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.regions import NEIGHBOURS, Region
from ludotheque.games.alchemy.rules import EMPTY, SIDE, TURNS

COLUMNS = "ABCDEF"


def hint(view: View, seat: int, say: Say = str) -> str:
    """Return one sentence for the viewer `seat`: what to click, whose turn it is, or who won."""
    if seat not in view.active:
        return describe_state(Scene(view, seat, say, view.names))
    kinds = {move.split()[0] for move in view.legal(seat)}
    if "PLACE" in kinds:
        return say("Place your sample: click an empty cell for the first element, then a neighbour for the second.")
    if "TRANSMUTE" in kinds and "GIVE" not in kinds:
        return say("Click the gold on a region to transmute it, or end the turn.")
    if "TRANSMUTE" in kinds:
        return say("Click the gold on a region to transmute it, choose the rival's gift, then end the turn.")
    if "GIVE" in kinds:
        return say("Choose the gift, which the rival must place next, then end the turn.")
    return say("End the turn, or use a catalyst.") if "CATALYSE" in kinds else say("End the turn.")


def join_words(scene: Scene, one: str, two: str) -> str:
    return scene.say("{one}: {two}").format(one=one, two=two)


def describe_gift(scene: Scene) -> str:
    label = scene.say("Gift to {name}").format(name=scene.names[scene.rival])
    return join_words(scene, label, describe_pair(scene, scene.next_sample))


def describe_board(scene: Scene) -> str:
    return f"{scene.view.game.title}. {describe_state(scene)}"


def describe_state(scene: Scene) -> str:
    """Say whose turn it is and what they have to place, or who won."""
    if scene.over:
        return f"{join_words(scene, describe_winner(scene), describe_gold(scene))}."
    pair, state = describe_pair(scene, scene.sample), describe_sample_state(scene)
    sample = scene.say("Sample: {pair} ({state}).").format(pair=pair, state=state)
    return f"{describe_turn(scene)}, {describe_player(scene)}. {sample}"


def describe_turn(scene: Scene) -> str:
    return scene.say("Turn {turn} of {turns}").format(turn=scene.turn, turns=TURNS)


def describe_player(scene: Scene) -> str:
    return scene.say("your turn") if scene.mine else scene.say("{name} plays").format(name=scene.names[scene.player])


def describe_sample_state(scene: Scene) -> str:
    """Say whether the sample is placed, and if not, whether it can be."""
    if scene.has_placed:
        return scene.say("placed")
    return scene.say("to place") if scene.can_place else scene.say("no room")


def describe_winner(scene: Scene) -> str:
    """AL-11"""
    if len(scene.winners) > 1:
        return scene.say("A draw")
    return scene.say("{name} wins").format(name=scene.names[scene.winners[0]])


def describe_gold(scene: Scene) -> str:
    """Write the gold of both seats, the higher first."""
    ours, theirs = sorted(scene.gold, reverse=True)
    facts = {"ours": signed(ours, plus=False), "theirs": signed(theirs, plus=False)}
    return scene.say("{ours} gold to {theirs}").format(**facts)


# Elements, regions and cells


def describe_element(scene: Scene, element: int) -> str:
    say = scene.say
    names = (say("empty"), say("lead"), say("iron"), say("copper"), say("sulfur"), say("mercury"))
    return names[element]


def describe_pair(scene: Scene, pair: Sequence[int]) -> str:
    one, two = (describe_element(scene, element) for element in pair)
    return scene.say("{one}, then {two}").format(one=one, two=two)


def describe_catalysts(scene: Scene, count: int) -> str:
    return count_words(count, scene.say("one catalyst"), scene.say("{count} catalysts"))


def describe_pay(scene: Scene, region: Region, plus: bool = True) -> str:
    """Say what a region pays: gold and, if it is volatile, catalysts. `plus` writes the sign of a gain too."""
    gold = scene.say("{gold} gold").format(gold=signed(region.gold, plus))
    return f"{gold}, {describe_catalysts(scene, region.catalysts)}" if region.catalysts else gold


def describe_region(scene: Scene, region: Region) -> str:
    facts = {"element": describe_element(scene, region.element), "size": region.size}
    return scene.say("{element} ×{size}: {pay}").format(**facts, pay=describe_pay(scene, region))


def describe_transmutation(scene: Scene, region: Region) -> str:
    return scene.say("Transmute {region}").format(region=describe_region(scene, region))


def name_cell(cell: int) -> str:
    """Return the name of a cell as the edges of a bench show it: A1 is the upper left corner, F1 the upper right."""
    return f"{COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


def describe_cell(scene: Scene, seat: int, cell: int) -> str:
    """Say where a cell is, what it holds, what its region pays, and what a click on it starts."""
    say, element = scene.say, scene.benches[seat][cell]
    where = say("Cell {cell}").format(cell=name_cell(cell))
    if element != EMPTY:
        held = describe_region(scene, scene.region_at(seat, cell))
        change = say("click to change it with a catalyst")
        full = join_words(scene, where, held)
        return say("{one}; {two}").format(one=full, two=change) if (seat, cell) in scene.legal.catalyses else full
    if seat != scene.seat or cell not in scene.legal.places:
        why = why_not_here(scene, seat, cell)
        empty = join_words(scene, where, describe_element(scene, EMPTY))
        return say("{one}; {two}").format(one=empty, two=why) if why else empty
    one, two = (describe_element(scene, part) for part in scene.sample)
    first = say("click to put {one} here, then choose a neighbour for {two}").format(one=one, two=two)
    return join_words(scene, where, first)


def why_not_here(scene: Scene, seat: int, cell: int) -> str:
    """Say why the first element cannot go on an empty cell of the player's bench; nothing if it can (AL-12, AL-13)."""
    if seat != scene.seat or not scene.mine or scene.has_placed or cell in scene.legal.places:
        return ""
    if scene.benches[seat][cell] != EMPTY:
        return ""
    if not any(other >= 0 and scene.benches[seat][other] == EMPTY for other in NEIGHBOURS[cell]):
        return scene.say("no neighbour is empty")
    one, two = (describe_element(scene, part) for part in scene.sample)
    return scene.say("neither {one} here nor {two} beside it would touch its like").format(one=one, two=two)


def describe_placement(scene: Scene, cell: int, other: int) -> str:
    one, two = (describe_element(scene, part) for part in scene.sample)
    facts = {"one": one, "two": two, "cell": name_cell(cell), "other": name_cell(other)}
    return scene.say("Place {one} on cell {cell} and {two} on cell {other}").format(**facts)


# The end of a turn


def describe_end_cost(scene: Scene) -> str:
    """Say in two or three words what END would cost now (AL-8, AL-10)."""
    if scene.would_empty:
        return scene.say("empties your bench") if scene.mine else scene.say("bench at risk")
    if scene.catalysts:
        return scene.say("loses {catalysts}").format(catalysts=describe_catalysts(scene, scene.catalysts))
    return ""


def describe_end(scene: Scene) -> str:
    """Say in full what END would cost, and what the rival will receive."""
    say, parts = scene.say, [scene.say("End the turn")]
    if scene.would_empty:
        parts.append(say("the sample is not placed, so the whole bench will be emptied"))
    if scene.catalysts:
        parts.append(say("{catalysts} will be lost").format(catalysts=describe_catalysts(scene, scene.catalysts)))
    pair = describe_pair(scene, scene.next_sample)
    parts.append(say("{name} receives {pair}").format(name=scene.names[scene.rival], pair=pair))
    return reduce(lambda one, two: say("{one}; {two}").format(one=one, two=two), parts)
