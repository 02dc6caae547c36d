"""By how much one choice is better than another, as one can reckon from what is shown."""

from bot.face.review import words
from bot.kai.measure import Measure
from bot.league.counting import half_up
from bot.review.values import EvaluatedChoice

__all__ = ["ahead", "by_how_much", "is_ahead"]


def ahead(measure: Measure, best: EvaluatedChoice, other: EvaluatedChoice) -> int:
    """Return by how many tenths one choice is better: as shown, if that shows anything."""
    if measure.by_chance:
        return words.tenths(100 * (best.chance - other.chance))
    shown, _ = _lead(best, other)
    return shown if shown > 0 else words.tenths(best.margin - other.margin)


def by_how_much(measure: Measure, best: EvaluatedChoice, other: EvaluatedChoice) -> str:
    """Say by how much one choice is better than another."""
    tenths = ahead(measure, best, other)
    if measure.by_chance:
        return words.better_chance(tenths)
    return words.better(tenths, _lead(best, other)[1] / 100)


def is_ahead(measure: Measure, best: EvaluatedChoice, other: EvaluatedChoice) -> bool:
    """Whether one choice is better, in the figures as they are shown or clearly enough to count."""
    if measure.by_chance:
        return measure.loss(best, other) > 0
    return max(_lead(best, other)) > 0


def _lead(best: EvaluatedChoice, other: EvaluatedChoice) -> tuple[int, int]:
    """Return how far a choice is ahead as shown: tenths of points, and hundredths of chance."""
    margins = [_margin(each) for each in (best, other)]
    chances = [half_up(100 * each.chance) for each in (best, other)]
    return margins[0] - margins[1], chances[0] - chances[1]


def _margin(choice: EvaluatedChoice) -> int:
    """Return tenths of points ahead of the field, as what is shown adds up to."""
    behind = words.tenths(choice.field) - words.tenths(choice.points)
    return behind if choice.lowest else -behind
