"""The review of a match, for whoever asks: figures, a picture, and one player's costliest turns."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from bot.face.face import Scene
from bot.face.markdown import plain, strong
from bot.face.review import words
from bot.face.review.curve import Course, describe_course, draw_course
from bot.face.screen import Style
from bot.face.standings import by_rank
from bot.game.contract import Seat
from bot.games.faces import face_of
from bot.games.players import is_ready
from bot.kai.measure import CENT, measure_of
from bot.review.accuracy import accuracy
from bot.review.ledger import Account, total
from bot.review.values import EvaluatedChoice, Review, RoundReview, Slip
from bot.tables.core.sight import look, short_signs, signs
from bot.tables.core.state import TableState
from bot.tables.reviews.queue import Progress
from cogs.layouts.address import Address
from cogs.layouts.leads import ahead, by_how_much
from cogs.layouts.names import seat_name
from cogs.layouts.page import Button, Choice, Line, Menu, Page, Picture, Row, Text, Upload, fitted

__all__ = ["COLOUR", "failed_page", "review_page", "waiting_page"]

COLOUR: Final = 0x4A6FA5
_PICTURE: Final = "course.png"
_ROUNDED: Final = 2
"""Hundredths of a point by which what choices promise may be rounded when they are kept."""


def waiting_page(table: TableState, progress: Progress, why: str = "") -> Page:
    """Say how far a review is, and why it is made if that is to be said."""
    told = words.MAKING.format(part=words.percent(progress.part))
    if progress.ahead:
        told = words.WAITING.format(ahead=progress.ahead)
    slow = "" if is_ready(table.game.name) else words.WARMING_UP
    lines = (why, told, slow, words.CHANGED_LATER)
    return _without_review(table, "\n".join(filter(None, lines)))


def failed_page(table: TableState) -> Page:
    """Say that there is no review, and offer to have it tried again."""
    return _without_review(table, words.FAILED)


def _without_review(table: TableState, told: str) -> Page:
    again = Button(words.AGAIN, str(Address(table.id, "review")), Style.MAIN)
    head = words.HEADING.format(game=table.game.title)
    return Page((Text(head), Text(told), (again,)), colour=COLOUR)


def review_page(table: TableState, review: Review, seat: Seat, views: Sequence[object]) -> Page:
    """Return a finished review, with one seat's choices in detail; it draws, so not on the loop.

    ``views`` are what that seat saw before each of its slips.
    """
    course = Course(
        game=table.game.title,
        names=[sign.name for sign in signs(table)],
        lines=review.chances,
        starts=review.starts,
    )
    parts = (
        Text(words.HEADING.format(game=table.game.title)),
        Picture(Upload(_PICTURE, draw_course(course)), describe_course(course)),
        Text(_summary(table, review)),
        Text(words.EXPLAINED_BY_CHANCE if review.by_chance else words.EXPLAINED),
        Line(),
        Text(_slips(table, review, seat, views)),
        _puzzles(table, review, seat),
        Text(_rounds(table, review, seat), elastic=True),
        _players(table, seat),
    )
    return Page(fitted(parts), colour=COLOUR)


def _summary(table: TableState, review: Review) -> str:
    """Return a line for each seat, the winner first."""
    outcome = table.game.outcome(table.position)
    if outcome is None:
        return ""
    scene = replace(look(table).scene, seats=short_signs(table))
    figures = face_of(table.game).ending(scene, outcome).figures
    return "\n".join(
        words.PLAYER.format(
            rank=f"**{outcome.ranks[seat]}**",
            name=seat_name(table, seat),
            total=figures[seat],
            accuracy=_accuracy(review.rounds, seat),
            **_account(review, total(review.rounds, seat)),
        )
        for seat in by_rank(outcome.ranks)
    )


def _rounds(table: TableState, review: Review, seat: Seat) -> str:
    lines = [words.PLAYER_HEADING.format(name=seat_name(table, seat))]
    before = Account(Fraction(), Fraction(), Fraction())
    for number, one in enumerate(review.rounds, 1):
        now = total(review.rounds[:number], seat)
        account = _account(review, now, before)
        accuracy = _accuracy((one,), seat)
        lines.append(words.ROUND.format(round=f"**{number}**", accuracy=accuracy, **account))
        before = now
    return "\n".join(lines)


def _account(review: Review, now: Account, before: Account | None = None) -> dict[str, str]:
    """Return an account in words, or what it grew by.

    What is shown of luck and choices adds up to what is shown, and what each round brought to what
    all of them did.
    """
    against, own, others = map(words.tenths, (now.against, now.own, now.others))
    if before is not None:
        against -= words.tenths(before.against)
        own -= words.tenths(before.own)
        others -= words.tenths(before.others)
    return {
        "against": words.balance(against, by_chance=review.by_chance),
        "luck": words.points(against - own - others, signed=True),
        "own": words.points(own, signed=True),
        "others": words.points(others, signed=True),
    }


def _accuracy(rounds: tuple[RoundReview, ...], seat: Seat) -> str:
    share = accuracy(rounds, seat)
    if share is None:
        return words.ACCURACY_UNKNOWN
    return words.ACCURACY.format(share=words.percent(share))


def _slips(table: TableState, review: Review, seat: Seat, views: Sequence[object]) -> str:
    seen = zip(review.slips[seat], views, strict=True)
    lines = [_slip(table, slip, number, view) for number, (slip, view) in enumerate(seen, 1)]
    head = f"{seat_name(table, seat)} · {words.SLIPS}"
    nothing = words.NOTHING_LOST_BY_CHANCE if review.by_chance else words.NOTHING_LOST
    return "\n".join((head, *(lines or [nothing])))


def _slip(table: TableState, slip: Slip, number: int, view: object) -> str:
    best, taken, measure = slip.best, slip.taken, measure_of(table.game.scoring)
    face, scene = face_of(table.game), Scene(view, signs(table))

    def proposal(choice: EvaluatedChoice) -> str:
        return face.proposal(scene, table.game.parse(choice.action))

    alone = slip.cost <= measure.ahead(best, taken) + _ROUNDED
    template = words.SLIP if alone else words.SLIP_OF_SEVERAL
    cost = ahead(measure, best, taken) if alone else words.tenths(slip.cost / CENT)
    return template.format(
        number=f"**{number}**",
        round=slip.round,
        turn=slip.own_turn,
        cost=words.amount(cost, by_chance=measure.by_chance),
        taken=proposal(taken),
        best=strong(proposal(best)),
        better=by_how_much(measure, best, taken),
    )


def _puzzles(table: TableState, review: Review, seat: Seat) -> Row:
    return tuple(
        Button(
            words.PUZZLE.format(number=number + 1),
            str(Address(table.id, "puzzle", f"{seat}:{number}")),
            Style.MAIN,
        )
        for number in range(len(review.slips[seat]))
    )


def _players(table: TableState, seat: Seat) -> Menu:
    choices = tuple(
        Choice(plain(sign.name), str(number), chosen=number == seat)
        for number, sign in enumerate(signs(table))
    )
    return Menu(str(Address(table.id, "player")), words.SHOW_PLAYER, choices)
