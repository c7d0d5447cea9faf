"""What a move of Alchemy would bring, before it is played."""

from ludotheque.art import Forecast, Say, View
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import describe_end, describe_pair, describe_pay, describe_region
from ludotheque.games.alchemy.regions import NEIGHBOURS, find_region


def foresee(view: View, seat: int, move: str, say: Say = str) -> Forecast:
    """Say what a region pays or would pay, what the rival receives, and what END costs."""
    scene = Scene(view, seat, say, view.names)
    kind, *numbers = move.split()
    values = [int(number) for number in numbers]
    if kind == "PLACE":
        return foresee_placement(scene, *values)
    if kind == "TRANSMUTE":
        return foresee_transmutation(scene, *values)
    if kind == "CATALYSE":
        return foresee_change(scene, *values)
    if kind == "GIVE":
        facts = {"name": scene.names[scene.rival], "pair": describe_pair(scene, values)}
        return Forecast(say("{name} receives {pair}").format(**facts) + ".")
    return Forecast(describe_end(scene) + ".", loses=scene.would_empty or scene.catalysts > 0)


def foresee_placement(scene: Scene, cell: int, way: int) -> Forecast:
    """Say what the two elements would join, and what that would pay."""
    bench, other = list(scene.benches[scene.seat]), NEIGHBOURS[cell][way]
    bench[cell], bench[other] = scene.sample
    regions = [region for region in dict.fromkeys(find_region(bench, one) for one in (cell, other)) if region.size > 1]
    if not regions:
        return Forecast(scene.say("Neither element joins a region yet."))
    joined = "; ".join(describe_region(scene, region) for region in regions)
    return Forecast(scene.say("If you transmute it later, {regions}.").format(regions=joined))


def foresee_transmutation(scene: Scene, cell: int) -> Forecast:
    """A single cell costs gold, which is seldom meant (AL-15)."""
    region = scene.region_at(scene.seat, cell)
    pay = describe_pay(scene, region)
    if region.gold >= 0:
        return Forecast(f"{pay}.")
    return Forecast(scene.say("{pay}: a single cell costs gold.").format(pay=pay), loses=True)


def foresee_change(scene: Scene, cell: int, whose: int, element: int) -> Forecast:
    """Say which region a changed cell would belong to, and on whose bench."""
    bench = list(scene.benches[whose])
    bench[cell] = element
    facts = {"name": scene.names[whose], "region": describe_region(scene, find_region(bench, cell))}
    return Forecast(scene.say("{name} then has {region}").format(**facts) + ".")
