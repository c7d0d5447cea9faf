"""Where the nectar of a seat's hive comes from."""

from ludotheque.art import Match, Say, ScorePart, count_words, list_parts


def explain_score(match: Match, seat: int, say: Say = str) -> list[ScorePart]:
    """Return the nectar at the start, the price of all bees (BZ-4), and what the bees brought (BZ-7)."""
    end = match.full_view()
    bees, price = end.bees[seat], end.bees[seat] * end.cout_ponte
    return list_parts(
        {
            say("In the hive at the start"): end.nectar_initial,
            say("Brought by the bees"): end.stock[seat] - end.nectar_initial + price,
            count_words(bees, say("Price of one bee"), say("Price of {count} bees")): -price,
        }
    )
