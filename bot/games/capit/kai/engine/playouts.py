"""Playouts of choices with the same hidden cards: random, but as seats would have kept them."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.capit.kai.engine.policy import discard_of, fits, play_out
from bot.games.capit.kai.engine.tables import (
    ACTIVE,
    KINDS,
    MELDS,
    POINTS,
    STOCK,
    Game,
    Tables,
    choose,
    copied,
)
from bot.kai.compiled import Array, Dice, allocating, shuffle

REFUSED: Final = 12
"""How many cards that fit on the table a seat that has laid is not given."""

TRIES: Final = 4
"""How often a seat is dealt cards until it lacks something for its contract."""


class Hidden(NamedTuple):
    """What is not known of a round."""

    cards: Array
    """[number]: the cards that the seat does not know."""
    held: Array
    """[seat]: how many of them a seat holds."""
    thrown: int
    """How many cards a seat that has not laid has chosen to throw away."""
    given: int
    """The seat that may have got its contract after its last turn, by a push; -1 if none."""


class Choices(NamedTuple):
    """Choices of a seat: what each leaves it with, and how it goes on."""

    hands: Array
    """[choice, card]"""
    melds: Array
    """[choice, meld, ...]: as in a round."""
    counts: Array
    """[choice]: how many melds."""
    laid: Array
    """[choice]: 1 if the seat has laid its contract."""
    starts: Array
    """[choice]: how the playout begins."""


class Match(NamedTuple):
    """What counts beside the round."""

    seat: int
    """The seat whose choices are compared."""
    totals: NDArray[np.float64]
    spread: float
    """How much points of later rounds count; 0 if there are none."""


@allocating
def compare(
    game: Game,
    hidden: Hidden,
    choices: Choices,
    tables: Tables,
    match: Match,
    worlds: int,
    dice: Dice,
) -> NDArray[np.float64]:
    """Return [choice, world, (own points, others' points on average, chance to win)].

    ``worlds`` is how often the hidden cards are dealt; each choice is played out with each deal.
    """
    seat, found = match.seat, np.empty((len(choices.starts), worlds, 3))
    for deal in range(worlds):
        world = copied(game)
        dealt(world, hidden, tables, dice)
        for number in range(len(choices.starts)):
            played = copied(world)
            played.hands[seat] = choices.hands[number]
            played.melds[:] = choices.melds[number]
            played.counts[MELDS] = choices.counts[number]
            played.counts[ACTIVE] = 1
            played.laid[seat] = choices.laid[number]
            play_out(played, tables, seat, choices.starts[number])
            _score(played.hands, match, found[number, deal])
    return found


@allocating
def _score(hands: Array, match: Match, found: NDArray[np.float64]) -> None:
    seat, seats = match.seat, len(hands)
    scores = np.zeros(seats)
    for each in range(seats):
        for card in range(KINDS):
            scores[each] += POINTS[card] * hands[each, card]
    found[0] = scores[seat]
    found[1] = (scores.sum() - scores[seat]) / (seats - 1)
    scores += match.totals
    least = scores.min()
    if match.spread == 0.0:
        found[2] = (scores[seat] == least) / (scores == least).sum()
    else:
        weights = np.exp((least - scores) / match.spread)
        found[2] = weights[seat] / weights.sum()


@allocating
def dealt(game: Game, hidden: Hidden, tables: Tables, dice: Dice) -> None:
    """Deal the hidden cards to the hands and the draw pile of a round."""
    cards = hidden.cards.copy()
    shuffle(dice, cards, len(cards))
    at = back = 0
    for seat in range(len(game.laid)):
        held = hidden.held[seat]
        # Cards that are put back are not dealt again, so there have to be enough for all.
        spare = len(cards) - at - hidden.held[seat:].sum()
        if game.laid[seat]:
            more = min(REFUSED, spare)
            at, back = _deal_to_laid(game, seat, held, more, cards, at, back)
        elif held:
            more = min(hidden.thrown, spare)
            # Without a card thrown away, it may not have had a turn yet.
            tries = TRIES if hidden.thrown and seat != hidden.given else 1
            at, back = _deal_until_lacking(
                game.hands[seat], tables, held, more, cards, at, back, tries, dice
            )
    rest = game.counts[STOCK]
    for each in range(rest):
        game.stock[each] = cards[each] if each < back else cards[at + each - back]
    shuffle(dice, game.stock, rest)


@allocating
def _deal_to_laid(
    game: Game, seat: int, held: int, more: int, cards: Array, at: int, back: int
) -> tuple[int, int]:
    """Deal cards to a seat that has laid: few that it could have laid off.

    ``cards`` are dealt from ``at`` on; those put back are before ``back``. Return both.
    """
    hand = game.hands[seat]
    while held > 0:
        card = cards[at]
        at += 1
        if more > 0 and fits(game, card):
            cards[back] = card
            back += 1
            more -= 1
        else:
            hand[card] += 1
            held -= 1
    return at, back


@allocating
def _deal_until_lacking(
    hand: Array,
    tables: Tables,
    held: int,
    more: int,
    cards: Array,
    at: int,
    back: int,
    tries: int,
    dice: Dice,
) -> tuple[int, int]:
    """Deal cards to a seat that would have laid its contract if it had had it in its last turn."""
    known, undealt, parts = hand.copy(), cards.copy(), np.empty(3, np.int64)
    found = _deal_to_building(hand, tables, held, more, cards, at, back)
    for _ in range(tries - 1):
        if choose(hand, tables, 0, np.empty(0), parts) > 0:
            break
        hand[:] = known
        shuffle(dice, undealt[at:], len(cards) - at)
        cards[:] = undealt
        found = _deal_to_building(hand, tables, held, more, cards, at, back)
    return found


@allocating
def _deal_to_building(
    hand: Array, tables: Tables, held: int, more: int, cards: Array, at: int, back: int
) -> tuple[int, int]:
    """Deal cards to a seat that builds its contract, and throw away the worst of them."""
    known = hand.copy()
    end = at + held + more
    for each in range(at, end):
        hand[cards[each]] += 1
    for _ in range(more):
        card = discard_of(hand, tables, False)
        if hand[card] == known[card]:
            card = _last(hand, known, cards, end)
        hand[card] -= 1
        # No card is lost: what is before ``at`` has been dealt.
        cards[back] = card
        back += 1
    return end, back


@allocating
def _last(hand: Array, known: Array, cards: Array, end: int) -> int:
    at = end - 1
    while hand[cards[at]] == known[cards[at]]:
        at -= 1
    return int(cards[at])
