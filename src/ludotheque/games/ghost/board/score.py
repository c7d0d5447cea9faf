"""Where the cyborgs of a side are."""

from ludotheque.art import Match, Say, ScorePart, count_words, list_parts


def explain_score(match: Match, seat: int, say: Say = str) -> list[ScorePart]:
    """Return the cyborgs in factories and those in troops (GC-13)."""
    end = match.full_view()
    stocks = [stock for owner, stock in zip(end.owner[: end.count], end.stock) if owner == seat]
    held = count_words(len(stocks), say("In one factory"), say("In {count} factories"))
    return list_parts({held: sum(stocks), say("In troops on their way"): end.flying[seat]})
