"""What Kai teaches: why it made a turn's moves, what to do, and what would have been better.

Kai thinks here, from Views alone: not for the event loop. What a person is told of their own turn
follows from what they saw before each of their decisions, so it tells nothing that came out later.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.face.face import Scene
from bot.game.contract import AnyGame, Seat
from bot.games.explaining import Explained, advise, compare, explain
from bot.games.faces import face_of
from bot.games.players import adviser_for, is_ready, player_for, strongest_level
from bot.kai.measure import measure_of
from bot.review import decisions as reviewed
from bot.tables.core.entries import Entry
from bot.tables.core.errors import RefusedError
from bot.tables.core.sight import look, signs
from bot.tables.core.state import TableState, stage_of
from bot.tables.core.turns import Decision, KaiTurn, kai_turn, must_be_over, own_turn
from bot.tables.hosting.thinking import level_of
from cogs.layouts.kai import turn_page
from cogs.layouts.page import Page
from cogs.layouts.taught import Better, Hint, Lesson, better_page, hint_made, lesson_made

__all__ = ["Own", "better", "hint", "judge", "lesson", "turn"]

MOST: Final = 12
"""Of more decisions in a turn the last ones are looked at: each takes time, and room."""


WARMING_UP: Final = (
    "I've just started, and Kai isn't at full strength yet. Please try again in a minute."
)


class Own(NamedTuple):
    """A person's turn: the table, their seat, and the ply that the turn's last action led to."""

    table: str
    seat: Seat
    ply: int


def turn(
    now: TableState,
    entries: Sequence[Entry],
    games: Mapping[str, AnyGame],
    ply: int,
    more: int | None = None,
) -> Page:
    """Explain the turn of Kai's in which an action led to a ply; ``entries`` are the table's log.

    In a sentence, or with ``more`` the choice of that number with its figures. Raises
    ``RefusedError`` where there is no such turn, or it is not over.
    """
    _must_be_ready(now.game)
    made = kai_turn(now.id, entries, games, ply)
    must_be_over(now, made.turn)
    said = tuple((each, _explained(each)) for each in _worth_a_word(made))
    return turn_page(now, made, said, more)


def hint(table: TableState, seat: Seat) -> Hint:
    """Say what Kai at its best would do for a seat that is to act."""
    game, sight = table.game, look(table, seat)
    _must_be_ready(game)
    player = player_for(game.name, strongest_level(game.name))
    explained = advise(game.name, player, sight.scene.view, sight.legal)
    return hint_made(face_of(game), sight.scene, sight.legal, explained)


def lesson(own: Own, entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> Lesson | None:
    """Say what would have been better in a person's turn, if the turn cost enough for that.

    Raises ``RefusedError`` where there is no such turn.
    """
    decisions = own_turn(own.table, entries, games, own.seat, own.ply)
    found = judge(decisions)
    if found is None or not found.is_dear:
        return None
    return lesson_made(face_of(decisions[0].before.game), found, own.ply)


def better(
    now: TableState,
    own: Own,
    entries: Sequence[Entry],
    games: Mapping[str, AnyGame],
    *,
    more: bool = False,
) -> Page:
    """Explain what would have been better in a person's turn, or with ``more`` by how much.

    Raises ``RefusedError`` where there is no such turn, or nothing was better.
    """
    _must_be_ready(now.game)
    found = judge(own_turn(own.table, entries, games, own.seat, own.ply))
    if found is None or not found.cost:
        raise RefusedError("There was nothing better to do in that turn.")
    return better_page(now, face_of(now.game), found, f"{own.seat}:{own.ply}", more=more)


def judge(decisions: Sequence[Decision]) -> Better | None:
    """Return the decision that cost a turn the most; None where nobody can tell.

    ``decisions`` are those of a person's turn. Of the tables before them only Views are looked at.
    """
    judged = [(each, found) for each in decisions[-MOST:] if (found := _judged(each)) is not None]
    if not judged:
        return None
    worst, found = max(judged, key=lambda each: each[1].loss)
    view, legal = _view(worst), _legal(worst)
    best = compare(worst.before.game.name, view, legal, worst.action, found.considered)
    scene = Scene(view, signs(worst.before))
    cost = sum(each.loss for _, each in judged)
    return Better(scene, worst.action, best, found.loss, cost)


def _must_be_ready(game: AnyGame) -> None:
    """Raise ``RefusedError`` while Kai can't play a game at full strength yet."""
    if not is_ready(game.name):
        raise RefusedError(WARMING_UP)


def _judged(decision: Decision) -> reviewed.Decision | None:
    """Return a decision with its choices evaluated; None without a choice or an adviser."""
    before, legal = decision.before, _legal(decision)
    adviser = adviser_for(before.game.name)
    if adviser is None or len(legal) < 2:
        return None
    view, made = _view(decision), decision.action
    considered = adviser.consider(view, legal, (made,))
    stage, measure = stage_of(before), measure_of(before.game.scoring)
    return reviewed.Decision(
        before.ply, decision.seat, stage, made, considered, measure, view, legal
    )


def _worth_a_word(made: KaiTurn) -> Sequence[Decision]:
    """Return the decisions where there was something to decide; the last one if there was none."""
    found = [each for each in made.decisions if len(_legal(each)) > 1]
    return found[-MOST:] or made.decisions[-1:]


def _legal(decision: Decision) -> Sequence[Any]:
    before = decision.before
    found: Sequence[Any] = before.game.legal(before.position, decision.seat)
    return found


def _view(decision: Decision) -> Any:  # noqa: ANN401 - any game's
    before = decision.before
    return before.game.view(before.position, decision.seat)


def _explained(decision: Decision) -> Explained:
    before, seat = decision.before, decision.seat
    game = before.game
    player = player_for(game.name, level_of(before, seat))
    return explain(game.name, player, _view(decision), _legal(decision), decision.action)
