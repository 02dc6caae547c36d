"""When a decision has a clear answer."""

from collections.abc import Mapping, Sequence

import pytest

from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.measure import CHANCE, POINTS
from bot.puzzle.judging import Fault, Judged, judged

Figures = Mapping[str, tuple[float, float]]
"""Points below the others' 10, and the chance to win, by choice."""


class Judge:
    """Finds what it is told to, best chance first."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def consider(
        self, _: object, legal: Sequence[str], also: Sequence[str] = ()
    ) -> Sequence[EvaluatedAction[str]]:
        found = [
            EvaluatedAction(action, Prospect(10 - points, 10, chance))
            for action, (points, chance) in self._figures.items()
            if action in (*legal, *also)
        ]
        return sorted(found, key=lambda each: -each.prospect.chance)


def by(*judgements: Figures) -> Judged:
    """Return what these judgements of three choices come to, in points."""
    return judged(None, ("a", "b", "c"), ("a", "b", "c"), [*map(Judge, judgements)], POINTS)


CLEAR: Figures = {"a": (1, 0.4), "b": (5, 0.6), "c": (2, 0.3)}


def test_the_choices_are_the_means_best_first() -> None:
    found = by(CLEAR, {"a": (2, 0.5), "b": (6, 0.7), "c": (1, 0.4)})
    assert [each.action for each in found.choices] == ["b", "a", "c"]
    assert [each.margin for each in found.choices] == [5.5, 1.5, 1.5]
    assert found.choices[0].chance == 0.65
    assert found.firsts == {"b"}
    assert found.leads == (400, 400)
    assert found.fault(POINTS, POINTS.dear) is None


@pytest.mark.parametrize(
    ("judgements", "fault"),
    [
        ((CLEAR, {"a": (6, 0.7), "b": (5, 0.6), "c": (2, 0.3)}), Fault.DIVIDED),
        ((CLEAR, {"a": (6, 0.5), "b": (5, 0.6), "c": (2, 0.3)}), Fault.CLOSE),
        (({"a": (4.5, 0.4), "b": (5, 0.6), "c": (2, 0.3)},) * 2, Fault.CLOSE),
        ((*(CLEAR,) * 2, {"a": (1, 0.4), "b": (50, 0.6), "c": (2, 0.3)}), Fault.CLOSE),
        (({"a": (1, 0.02), "b": (5, 0.04), "c": (2, 0.01)},), Fault.DECIDED),
        (({"a": (1, 0.97), "b": (5, 0.99), "c": (2, 0.96)},), Fault.DECIDED),
    ],
)
def test_what_is_not_clear_is_told(judgements: Sequence[Figures], fault: Fault) -> None:
    assert by(*judgements).fault(POINTS, POINTS.dear) is fault


def test_the_best_by_the_chance_is_the_best_in_points_too() -> None:
    mixed: Figures = {"a": (6, 0.4), "b": (5, 0.6), "c": (2, 0.3)}
    found = judged(None, ("a", "b"), ("a", "b"), [Judge(mixed)], CHANCE)
    assert found.fault(CHANCE, CHANCE.dear) is Fault.MIXED


def test_one_judgement_is_as_sure_as_it_is() -> None:
    assert by(CLEAR).fault(POINTS, POINTS.dear) is None
