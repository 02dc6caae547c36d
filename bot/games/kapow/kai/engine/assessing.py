"""All that a seat's choices have in common: reckoned once, before they are judged."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import GONE as GONE_COLUMN
from bot.games.kapow.kai.engine.desk import BY_SEAT, Desk
from bot.games.kapow.kai.engine.guide import LAST_TURN, MOST_HALF_TURNS, UNKNOWN, Guide
from bot.games.kapow.kai.engine.situation import fewest_hidden, half_turns, hand_worth
from bot.games.kapow.kai.learned.features import A_POINT, CARDS, FIXED, HALF_TURNS, VARYING, Fixed
from bot.games.kapow.kai.learned.network import UNITS
from bot.games.kapow.kai.twin.round import NOBODY, Round
from bot.kai.compiled import compiled

__all__ = ["assess", "mean_gain", "set_gains"]

_GIFT: Final = 0.5
"""The weight of what the open card gains the next player, as long as the round goes on."""

_FAR: Final = 1e9


@compiled
def assess(game: Round, guide: Guide, desk: Desk, seat: int) -> None:
    """Reckon what the choices of ``seat`` do not change.

    All hands have to be on the desk, and the cards counted.
    """
    hidden, fewest = desk.hidden[seat], fewest_hidden(desk, game.seats, seat)
    is_over = game.out not in (NOBODY, seat)
    desk.own_hidden, desk.fewest = hidden, fewest
    for fewer in range(2):
        goes_on = not is_over and hidden > fewer
        left = min(half_turns(hidden - fewer, fewest), MOST_HALF_TURNS) if goes_on else 0
        desk.left[fewer] = left
        desk.worth[fewer] = hand_worth(desk, seat, guide, left)
        desk.field[fewer] = _field(game, guide, desk, seat, max(left - 1, 0))
    desk.now = hand_worth(desk, seat, guide, 0)
    _set_gifts(game, guide, desk, seat, 1.0 if is_over else _GIFT)
    if not is_over:
        _set_guesses(game, guide, desk, seat)
        _prepare(game, guide, desk, seat)


@compiled
def _field(game: Round, guide: Guide, desk: Desk, seat: int, left: int) -> float:
    """Return the value of the other hands, on average."""
    total = 0.0
    for other in range(game.seats):
        if other != seat:
            total += hand_worth(desk, other, guide, left)
    return float(total / (game.seats - 1))


@compiled
def _set_gifts(game: Round, guide: Guide, desk: Desk, seat: int, whole: float) -> None:
    """Note what each open card would gain for the seat that follows, if it still has a turn.

    ``whole`` is the weight of a gift to all others together.
    """
    following = (seat + 1) % game.seats
    desk.gifts[:] = 0.0
    desk.next_gain = 0.0
    if following == game.out:
        return
    weight = np.float32(whole / (game.seats - 1))
    set_gains(desk, following, guide, desk.left[0] // 2)
    mean, none, unknown = np.float32(mean_gain(desk)), np.float32(0), np.float32(0)
    desk.next_gain = float(mean)
    for card in range(UNKNOWN):
        more = max(desk.gains[card] - mean, none) * weight
        desk.gifts[card] = more
        unknown += more * desk.chances[card]
    desk.gifts[UNKNOWN] = unknown


@compiled
def set_gains(desk: Desk, seat: int, guide: Guide, turns: int) -> None:
    """Note by how much each card in its best place improves a hand, with turns left after it.

    ``turns`` may be ``LAST_TURN``.
    """
    desk.gains[:] = 0.0
    left = 0 if turns == LAST_TURN else 2 * turns
    for at in range(BY_SEAT * seat, BY_SEAT * seat + BY_SEAT):
        column = desk.columns[at]
        if column != GONE_COLUMN:
            for card in range(UNKNOWN):
                gain = guide.worth[column, left] - guide.taken[turns, column, card]
                desk.gains[card] = max(desk.gains[card], gain)


@compiled
def mean_gain(desk: Desk) -> float:
    """Return what an unknown card gains, by the gains noted last."""
    mean = np.float32(0)
    for card in range(UNKNOWN):
        mean += desk.gains[card] * desk.chances[card]
    return float(mean)


@compiled
def _set_guesses(game: Round, guide: Guide, desk: Desk, seat: int) -> None:
    """Guess with which points the others would end if ``seat`` went out now."""
    seats = game.seats
    total, lowest, lowest_now = 0.0, _FAR, _FAR
    for other in range(seats):
        if other != seat:
            now = hand_worth(desk, other, guide, 0)
            guess = now - _last_gain(desk, other, guide)
            total += guess
            lowest, lowest_now = min(lowest, guess), min(lowest_now, now)
    desk.mean_guess, desk.lowest_guess = total / (seats - 1), lowest
    desk.lowest_now = lowest_now


@compiled
def _last_gain(desk: Desk, seat: int, guide: Guide) -> float:
    """Return what an unknown card gains in a hand's last turn; kept until the hand changes."""
    is_known = True
    for at in range(BY_SEAT * seat, BY_SEAT * seat + BY_SEAT):
        if desk.known[at] != desk.columns[at] + 1:
            desk.known[at], is_known = desk.columns[at] + 1, False
    if not is_known:
        set_gains(desk, seat, guide, LAST_TURN)
        desk.last_gains[seat] = mean_gain(desk)
    return float(desk.last_gains[seat])


@compiled
def _prepare(game: Round, guide: Guide, desk: Desk, seat: int) -> None:
    """Add up the network's input but for the choice."""
    for fewer in range(2):
        _set_fixed(game, desk, fewer)
    _add_columns(game, guide, desk, seat)
    for fewer in range(2):
        _add_fixed(guide, desk, fewer)


@compiled
def _set_fixed(game: Round, desk: Desk, fewer: int) -> None:
    """Note the features that are the same for all choices that turn up as many cards."""
    hidden, fewest, fixed = max(desk.own_hidden - fewer, 0), desk.fewest, desk.fixed
    fixed[fewer, Fixed.OWN_HIDDEN] = hidden / CARDS
    fixed[fewer, Fixed.THEIR_HIDDEN] = fewest / CARDS
    fixed[fewer, Fixed.OWN_LAST] = 1 if hidden == 1 else 0
    fixed[fewer, Fixed.THEIR_LAST] = 1 if fewest == 1 else 0
    fixed[fewer, Fixed.LEFT] = desk.left[fewer] / HALF_TURNS
    fixed[fewer, Fixed.NEXT_GAIN] = A_POINT * desk.next_gain
    fixed[fewer, Fixed.SHARE] = 1.0 / (game.seats - 1)
    fixed[fewer, Fixed.MEAN] = A_POINT * desk.unseen
    fixed[fewer, Fixed.TO_DRAW] = 0


@compiled
def _add_columns(game: Round, guide: Guide, desk: Desk, seat: int) -> None:
    """Add up what the columns of all hands say."""
    sums, share = desk.sums, desk.fixed[0, Fixed.SHARE]
    for unit in range(UNITS):
        sums[0, unit] = guide.units_start[unit]
    for at in range(BY_SEAT * game.seats):
        column = desk.columns[at]
        if at // BY_SEAT == seat:
            for unit in range(UNITS):
                sums[0, unit] += guide.own[column, unit]
        else:
            for unit in range(UNITS):
                sums[0, unit] += share * guide.theirs[column, unit]
    for unit in range(UNITS):
        sums[1, unit] = sums[0, unit]


@compiled
def _add_fixed(guide: Guide, desk: Desk, fewer: int) -> None:
    """Add what the fixed features say."""
    fixed, line = desk.fixed, guide.line_start[0]
    for feature in range(FIXED):
        value = fixed[fewer, feature]
        line += value * guide.line[VARYING + feature]
        for unit in range(UNITS):
            desk.sums[fewer, unit] += value * guide.hands[VARYING + feature, unit]
    desk.lines[fewer] = line
