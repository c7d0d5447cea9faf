"""What every board shares: the winners, the viewer's own name, and words for a count."""

import pytest

import ludotheque as lt
from ludotheque.art import BoardContext, PlyContext, count_words, el, g
from ludotheque.game import OptionValue
from ludotheque.match import Match
from ludotheque.seat import make_player

ENDINGS: list[tuple[str, int, dict[str, OptionValue]]] = [
    *((name, lt.load(name).default_seats, dict(lt.load(name).quick)) for name in lt.names()),
    ("emile", 4, {"teams": True, "rounds": 3}),
]


def context_of(match: Match, seat: int) -> BoardContext:
    return BoardContext(match.view(seat), seat, str, match.names)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), ENDINGS)
def test_every_viewer_sees_the_seats_of_rank_one_as_winners(
    name: str, seats: int, options: dict[str, OptionValue]
) -> None:
    for seed in range(3):
        match = lt.new(name, seats=seats, seed=seed, **options)
        lt.run(match, [make_player(match.game, "random") for _ in range(seats)])
        best = [seat for seat, rank in enumerate(match.ranks) if rank == 1]
        assert [context_of(match, seat).winners for seat in range(-1, seats)] == [best] * (seats + 1)


def test_the_viewer_is_addressed_and_others_are_named() -> None:
    match = lt.new("emile", seats=2, seed=1)
    match.names = ["Ada", "Basile"]
    ply = PlyContext(context_of(match, 1), context_of(match, 1))
    assert [ply.now.name_or_you(seat, "you") for seat in range(2)] == ["Ada", "you"]
    sentences = [ply.say_to_viewer(seat, "You win {n}.", "{name} wins {n}.", n=3) for seat in range(2)]
    assert sentences == ["Ada wins 3.", "You win 3."]


def test_one_has_a_caption_of_its_own() -> None:
    assert [count_words(n, "one turn", "{count} turns") for n in (0, 1, 2)] == ["0 turns", "one turn", "2 turns"]


def test_text_that_looks_like_markup_stays_text_after_the_same_markup_was_drawn() -> None:
    """Elements are remembered, and text is not the same as markup with the same letters."""
    markup = el("b", x=1)
    assert el("g", markup) == '<g><b x="1"/></g>'
    assert el("g", str(markup)) == "<g>&lt;b x=&quot;1&quot;/&gt;</g>"
    assert g(str(markup)) != g(markup)
