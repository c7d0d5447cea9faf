"""What the board says: elements, cells, regions, the turn and the end, each in words."""

from ludotheque.art import signed
from ludotheque.games.alchemy.board.scene import Region, Scene
from ludotheque.games.alchemy.rules import EMPTY, SIDE, TURNS


def element_name(scene: Scene, element: int) -> str:
    say = scene.say
    names = (say("empty"), say("lead"), say("iron"), say("copper"), say("sulfur"), say("mercury"))
    return names[element]


def pair_name(scene: Scene, pair: list[int]) -> str:
    return scene.say("{one}, then {two}").format(one=element_name(scene, pair[0]), two=element_name(scene, pair[1]))


def catalyst_count(scene: Scene, count: int) -> str:
    return scene.say("one catalyst") if count == 1 else scene.say("{count} catalysts").format(count=count)


def pay_words(scene: Scene, region: Region) -> str:
    """What a region pays: gold and, if it is volatile, catalysts."""
    gold = scene.say("{gold} gold").format(gold=signed(region.gold))
    return f"{gold}, {catalyst_count(scene, region.catalysts)}" if region.catalysts else gold


def region_words(scene: Scene, region: Region) -> str:
    facts = {"element": element_name(scene, region.element), "size": region.size, "pay": pay_words(scene, region)}
    return scene.say("{element} ×{size}: {pay}").format(**facts)


def transmute_words(scene: Scene, region: Region) -> str:
    return scene.say("Transmute {region}").format(region=region_words(scene, region))


def cell_words(scene: Scene, seat: int, cell: int) -> str:
    """Where it is, what it holds, what its region pays, and what a click on it begins."""
    say, element, row = scene.say, scene.benches[seat][cell], cell // SIDE
    where = say("Cell {cell} (row {row}, column {column})").format(cell=cell, row=row, column=cell % SIDE)
    if element != EMPTY:
        held = region_words(scene, scene.region_at(seat, cell))
        change = say("click to change it with a catalyst")
        return f"{where}: {held}" + (f"; {change}" if (seat, cell) in scene.legal.catalyses else "")
    if seat != scene.seat or cell not in scene.legal.places:
        return f"{where}: {element_name(scene, EMPTY)}"
    one, two = (element_name(scene, part) for part in scene.sample)
    first = say("click to put {one} here, then choose a neighbour for {two}").format(one=one, two=two)
    return f"{where}: {first}"


def way_words(scene: Scene, cell: int, other: int) -> str:
    one, two = (element_name(scene, part) for part in scene.sample)
    facts = {"one": one, "two": two, "cell": cell, "other": other}
    return scene.say("Place {one} on cell {cell} and {two} on cell {other}").format(**facts)


def turn_words(scene: Scene) -> str:
    return scene.say("Turn {turn} of {turns}").format(turn=scene.turn, turns=TURNS)


def player_words(scene: Scene) -> str:
    return scene.say("your turn") if scene.mine else scene.say("{name} plays").format(name=scene.names[scene.player])


def sample_state(scene: Scene) -> str:
    """Is the sample placed, and if not, can it be?"""
    if scene.has_placed:
        return scene.say("placed")
    return scene.say("to place") if scene.fits else scene.say("no room")


def end_effect(scene: Scene) -> str:
    """What END would cost now (AL-8, AL-10)."""
    if scene.would_empty:
        return scene.say("empties your bench") if scene.mine else scene.say("bench at risk")
    if scene.catalysts:
        return scene.say("loses {catalysts}").format(catalysts=catalyst_count(scene, scene.catalysts))
    return ""


def end_words(scene: Scene) -> str:
    """The same in sentences, with what the rival will receive."""
    say, said = scene.say, [scene.say("End the turn")]
    if scene.would_empty:
        said.append(say("the sample is not placed, so the whole bench will be emptied"))
    if scene.catalysts:
        said.append(say("{catalysts} will be lost").format(catalysts=catalyst_count(scene, scene.catalysts)))
    pair = pair_name(scene, scene.next_sample)
    said.append(say("{name} receives {pair}").format(name=scene.names[scene.rival], pair=pair))
    return "; ".join(said)


def verdict(scene: Scene) -> str:
    """Who won (AL-11)."""
    if len(scene.winners) > 1:
        return scene.say("A draw")
    return scene.say("{name} wins").format(name=scene.names[scene.winners[0]])


def gold_words(scene: Scene) -> str:
    ours, theirs = sorted(scene.gold, reverse=True)
    facts = {"ours": signed(ours, plus=False), "theirs": signed(theirs, plus=False)}
    return scene.say("{ours} gold to {theirs}").format(**facts)


def headline(scene: Scene) -> str:
    """Turn and task in one sentence."""
    if scene.over:
        return f"{scene.view.game.title}. {verdict(scene)}: {gold_words(scene)}."
    sample = scene.say("sample: {pair} ({state})").format(
        pair=pair_name(scene, scene.sample), state=sample_state(scene)
    )
    return f"{scene.view.game.title}. {turn_words(scene)}, {player_words(scene)}; {sample}."
