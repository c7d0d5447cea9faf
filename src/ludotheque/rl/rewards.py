"""The rewards of a single match in plain Python: the same as those that results.py writes for a batch."""

from collections.abc import Sequence


def share_rewards(outcomes: Sequence[tuple[int, ...]], teams: Sequence[int]) -> list[float]:
    """Return for each seat the share of its opponents that are behind it, less the share that is ahead."""
    best = [max(row for row, other in zip(outcomes, teams) if other == team) for team in teams]
    rewards = []
    for seat, team in enumerate(teams):
        rivals = [one for one, other in zip(best, teams) if other != team]
        rewards.append(sum((one < best[seat]) - (one > best[seat]) for one in rivals) / max(len(rivals), 1))
    return rewards
