"""The choices of a puzzle and its answer, whether it comes from a review or is the day's."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.face.markdown import bare, shorten, strong
from bot.face.review import words
from bot.kai.measure import Measure
from bot.review.values import EvaluatedChoice
from cogs.layouts.leads import by_how_much, is_ahead
from cogs.layouts.page import Button, Row
from cogs.layouts.room import LABEL

__all__ = ["Question", "answer_lines", "choice_rows", "verdict"]

_IN_A_ROW: Final = 3


class Question(NamedTuple):
    """What can be chosen, best first, and how it is told."""

    choices: Sequence[EvaluatedChoice]
    measure: Measure
    """What the choices are compared by."""
    tell: Callable[[EvaluatedChoice], str]
    """Says a choice in one line of Markdown."""
    judge: str
    """Who judged them."""


def choice_rows(
    question: Question, shown: Sequence[EvaluatedChoice], written: Callable[[int], str]
) -> Sequence[Row]:
    """Return a button for each choice in the order of ``shown``.

    ``written`` returns the custom id of a place in it.
    """
    buttons = [
        Button(shorten(bare(question.tell(choice)), LABEL), written(at))
        for at, choice in enumerate(shown)
    ]
    return [tuple(buttons[at : at + _IN_A_ROW]) for at in range(0, len(buttons), _IN_A_ROW)]


def verdict(question: Question, own: EvaluatedChoice) -> str:
    """Say how good a choice is."""
    best, measure, chosen = question.choices[0], question.measure, question.tell(own)
    if own == best:
        return words.ANSWER_BEST.format(chosen=chosen)
    if not is_ahead(measure, best, own):
        return words.ANSWER_EQUAL.format(chosen=chosen)
    better = by_how_much(measure, best, own)
    return words.ANSWER_OTHER.format(chosen=chosen, best=strong(question.tell(best)), better=better)


def answer_lines(question: Question, marks: Mapping[str, Sequence[str]]) -> str:
    """Return all choices with what they are worth, best first, and who judged them.

    ``marks`` says by action what stands beside a choice.
    """
    lines = [
        _line(question, each, at, marks.get(each.action, ()))
        for at, each in enumerate(question.choices, 1)
    ]
    by_chance = question.measure.by_chance
    order = words.ANSWER_ORDER_BY_CHANCE if by_chance else words.ANSWER_ORDER
    return "\n".join((*lines, order, words.ANSWER_JUDGED.format(adviser=question.judge)))


def _line(question: Question, choice: EvaluatedChoice, number: int, marks: Sequence[str]) -> str:
    shown = question.tell(choice)
    return words.ANSWER_LINE.format(
        number=f"**{number}**",
        choice=strong(shown) if marks else shown,
        marks=f" ({', '.join(marks)})" if marks else "",
        points=words.points(words.tenths(choice.points)),
        field=words.points(words.tenths(choice.field)),
        chance=words.percent(choice.chance),
    )
