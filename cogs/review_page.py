"""The review of a match, for the person who asks: verdict, picture, figures and costliest turns."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from bot.face.face import Scene, Style
from bot.face.markdown import bare, plain, shorten, strong
from bot.face.phrases import by_rank
from bot.game.contract import AnyGame, Seat
from bot.game.record import Record
from bot.game.replay import game_of, position_at
from bot.games.faces import face_of
from bot.kai.advice import CENT, Measure, measure_of
from bot.league.counting import half_up
from bot.review import face as words
from bot.review.face import Course, describe_course, draw_course
from bot.review.review import Account, EvaluatedChoice, Review, RoundReview, Slip, accuracy, total
from bot.tables.sight import look, seat_name, signs
from bot.tables.state import TableState
from cogs.core.click import Address
from cogs.core.page import (
    LABEL,
    Button,
    Choice,
    Line,
    Menu,
    Page,
    Part,
    Picture,
    Row,
    Text,
    Upload,
    fitted,
)
from cogs.play.table import picture

COLOUR: Final = 0x4A6FA5
_PICTURE: Final = "course.png"
_ROUNDED: Final = 2
"""Hundredths of a point by which what choices promise may be rounded when they are kept."""

_IN_A_ROW: Final = 3

_WELL: Final = 0.9
"""The accuracy from which a player played most turns well, at least."""

_NAMES: Final = 1_000_000


class Question(NamedTuple):
    """What can be chosen, best first, and how it is told."""

    choices: Sequence[EvaluatedChoice]
    measure: Measure
    tell: Callable[[EvaluatedChoice], str]


class Asked(NamedTuple):
    """Which page of a review is wanted."""

    seat: Seat
    mine: bool = False
    figures: bool = False


class Puzzle(NamedTuple):
    """A position to think about."""

    table: TableState
    slip: Slip
    number: int
    """The slip's among its seat's."""
    view: Any

    @property
    def scene(self) -> Scene[Any]:
        """The View with the players' names."""
        return Scene(self.view, signs(self.table))

    @property
    def question(self) -> Question:
        """Its choices, and how they are told."""
        game = self.table.game
        return Question(self.slip.choices, measure_of(game.scoring), self.words)

    def words(self, choice: EvaluatedChoice) -> str:
        """Return a choice in words: one line of Markdown."""
        game = self.table.game
        return face_of(game).proposal(self.scene, game.parse(choice.action))


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


def review_page(table: TableState, review: Review, asked: Asked, views: Sequence[object]) -> Page:
    """Return a review of one seat, with its ``views`` before its slips; not on the loop."""
    seat = asked.seat
    head = words.HEADING.format(game=table.game.title)
    if asked.figures:
        back = Button(words.BACK, str(Address(table.id, "review", str(seat))))
        figures = _figures(table, review, seat)
        return Page(fitted((Text(head), *figures, _players(table, seat), (back,))), colour=COLOUR)
    course = Course(
        game=table.game.title,
        names=[sign.name for sign in signs(table)],
        lines=review.chances,
        starts=review.starts,
    )
    parts = (
        Text(head),
        Text(_verdict(table, review, asked)),
        Picture(Upload(_PICTURE, draw_course(course)), describe_course(course)),
        Text(_slips(table, review, seat, views), elastic=True),
        _buttons(table, review, seat),
    )
    return Page(fitted(parts), colour=COLOUR)


def _verdict(table: TableState, review: Review, asked: Asked) -> str:
    seat, mine, _ = asked
    against, luck, own, others = _parts(total(review.rounds, seat))
    who, whose = ("You", "Your") if mine else (seat_name(table, seat), "Their")
    if (accuracy(review.rounds, seat) or 1) >= _WELL:
        how = words.MOST_TURNS if review.slips[seat] else words.EVERY_TURN
        played = words.PLAYED_WELL.format(who=who, how=how)
    else:
        cost = words.amount(-own, by_chance=review.by_chance)
        played = words.GAVE_AWAY[review.by_chance].format(who=who, cost=cost)
    decided = words.decided(against, luck, own, others).format(whose=whose)
    play = words.YOUR_PLAY if mine else words.OWN_PLAY
    told = _sum(review, (against, luck, own, others), play)
    return f"**{f'{played} {decided}'.strip()}**\n-# {told}."


def _figures(table: TableState, review: Review, seat: Seat) -> Iterator[Part]:
    outcome = table.game.outcome(table.position)
    if outcome is None:
        return
    totals = face_of(table.game).ending(look(table).scene, outcome).figures
    lines = (
        words.PLAYER.format(
            rank=f"**{outcome.ranks[each]}**",
            name=seat_name(table, each),
            total=totals[each],
            accuracy=_accuracy(review.rounds, each),
            sum=_sum(review, _parts(total(review.rounds, each))),
        )
        for each in by_rank(outcome.ranks)
    )
    yield Text("\n".join(lines))
    yield Text(words.EXPLAINED_BY_CHANCE if review.by_chance else words.EXPLAINED)
    if len(review.rounds) > 1:
        yield Text(_rounds(table, review, seat), elastic=True)


def _rounds(table: TableState, review: Review, seat: Seat) -> str:
    lines = [words.PLAYER_HEADING.format(name=seat_name(table, seat))]
    before = (0, 0, 0, 0)
    for number, one in enumerate(review.rounds, 1):
        now = _parts(total(review.rounds[:number], seat))
        grown = tuple(new - old for new, old in zip(now, before, strict=True))
        accuracy = _accuracy((one,), seat)
        told = _sum(review, grown)
        lines.append(words.ROUND.format(round=f"**{number}**", sum=told, accuracy=accuracy))
        before = now
    return "\n".join(lines)


def _parts(account: Account) -> tuple[int, int, int, int]:
    """Return the balance, luck, own and others' choices in tenths, as what is shown adds up to."""
    against, own, others = map(words.tenths, (account.against, account.own, account.others))
    return against, against - own - others, own, others


def _sum(review: Review, parts: Sequence[int], play: str = words.OWN_PLAY) -> str:
    against, *others = parts
    luck, own, given = map(words.signed, others)
    balance = words.balance(against, review.seats, by_chance=review.by_chance)
    return words.SUM.format(against=balance, luck=luck, own=own, others=given, play=play)


def _accuracy(rounds: tuple[RoundReview, ...], seat: Seat) -> str:
    share = accuracy(rounds, seat)
    if share is None:
        return words.ACCURACY_UNKNOWN
    return words.ACCURACY.format(share=words.percent(share))


def _slips(table: TableState, review: Review, seat: Seat, views: Sequence[object]) -> str:
    seen = zip(review.slips[seat], views, strict=True)
    where = words.TURN[len(review.rounds) > 1]
    lines = [
        _slip(
            table, slip, f"**{number}**. {where.format(round=slip.round, turn=slip.own_turn)}", view
        )
        for number, (slip, view) in enumerate(seen, 1)
    ]
    head = f"{seat_name(table, seat)} · {words.SLIPS}"
    return "\n".join((head, *(lines or [words.NOTHING_LOST])))


def _slip(table: TableState, slip: Slip, turn: str, view: object) -> str:
    best, taken, measure = slip.best, slip.taken, measure_of(table.game.scoring)
    face, scene = face_of(table.game), Scene(view, signs(table))
    alone = slip.cost <= measure.ahead(best, taken) + _ROUNDED
    cost = ahead(measure, best, taken) if alone else words.tenths(slip.cost / CENT)
    return words.SLIP.format(
        turn=turn,
        cost=words.amount(cost, by_chance=measure.by_chance),
        taken=face.proposal(scene, table.game.parse(taken.action)),
    )


def _buttons(table: TableState, review: Review, seat: Seat) -> Row:
    asked = [f"{seat}:{number}" for number in range(len(review.slips[seat]))]
    puzzles = (
        Button(words.PUZZLE.format(number=at), str(Address(table.id, "puzzle", one)), Style.MAIN)
        for at, one in enumerate(asked, 1)
    )
    return (*puzzles, Button(words.MORE, str(Address(table.id, "review", f"{seat}:1"))))


def _players(table: TableState, seat: Seat) -> Menu:
    choices = tuple(
        Choice(plain(sign.name), str(number), chosen=number == seat)
        for number, sign in enumerate(signs(table))
    )
    return Menu(str(Address(table.id, "player")), words.SHOW_PLAYER, choices)


def choice_rows(
    question: Question, shown: Sequence[EvaluatedChoice], written: Callable[[int], str]
) -> Sequence[Row]:
    """Return a button for each of ``shown``; ``written`` returns the custom id of a place in it."""
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
    """Return all choices with what they are worth, best first, with ``marks`` by action."""
    lines = [
        _line(question, each, at, marks.get(each.action, ()))
        for at, each in enumerate(question.choices, 1)
    ]
    by_chance = question.measure.by_chance
    order = words.ANSWER_ORDER_BY_CHANCE if by_chance else words.ANSWER_ORDER
    return "\n".join((*lines, order))


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


def view_of(record: Record, games: Mapping[str, AnyGame], slip: Slip) -> Any:  # noqa: ANN401 - any game's
    """Return what the seat of a slip saw before its decision; it replays, so not on the loop."""
    state = position_at(record.standing, slip.ply, games).state
    return game_of(record, games).view(state, slip.seat)


def puzzle_page(puzzle: Puzzle, chosen: int | None = None) -> Page:
    """Return a puzzle, or its answer to the shuffled choice ``chosen``; not on the loop."""
    table, slip = puzzle.table, puzzle.slip
    face, scene = face_of(table.game), puzzle.scene
    name = seat_name(table, slip.seat)
    heading = words.PUZZLE_HEADING.format(name=name, round=slip.round, turn=slip.own_turn)
    task = words.PUZZLE_ASKS.format(name=name, status=face.status(scene))
    end = _choices(puzzle) if chosen is None else _answer(puzzle, chosen)
    parts = (Text(heading), picture(face, scene, face.picture(scene)), Text(task), *end)
    back = Button(words.BACK, str(Address(table.id, "review", str(slip.seat))))
    return Page(fitted((*parts, (back,))), colour=COLOUR)


def shuffled(table: TableState, slip: Slip) -> Sequence[EvaluatedChoice]:
    """Return a puzzle's choices in an order that tells nothing and is the same each time."""

    def key(choice: EvaluatedChoice) -> bytes:
        return sha256(f"{table.id} {slip.ply} {choice.action}".encode()).digest()

    return sorted(slip.choices, key=key)


def name_of(table: TableState, slip: Slip) -> int:
    """Return a number that differs where a new review has another decision or order of choices."""
    actions = " ".join(choice.action for choice in shuffled(table, slip))
    digest = sha256(f"{table.id} {slip.ply} {actions}".encode()).digest()
    return int.from_bytes(digest) % _NAMES


def _choices(puzzle: Puzzle) -> Sequence[Row]:
    table, slip, number, _ = puzzle
    name = name_of(table, slip)

    def written(at: int) -> str:
        return str(Address(table.id, "solve", f"{slip.seat}:{number}:{at}:{name}"))

    return choice_rows(puzzle.question, shuffled(table, slip), written)


def _answer(puzzle: Puzzle, chosen: int) -> Sequence[Part]:
    table, slip = puzzle.table, puzzle.slip
    own = shuffled(table, slip)[chosen]
    taken = words.ANSWER_TAKEN.format(
        name=seat_name(table, slip.seat), taken=puzzle.words(slip.taken)
    )
    marks = defaultdict[str, list[str]](list)
    marks[own.action].append(words.ANSWER_YOURS)
    marks[slip.taken.action].append(words.ANSWER_PLAYED)
    said = f"{verdict(puzzle.question, own)}\n{taken}"
    return Text(said), Line(), Text(answer_lines(puzzle.question, marks), elastic=True)
