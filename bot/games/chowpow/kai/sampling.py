"""Tables that may lie behind a View, hidden cards at random, and actions made at them."""

import random
from typing import Final

from bot.game.contract import Seat
from bot.game.moves import Decline
from bot.games.chowpow.kai.look_ahead import unseen
from bot.games.chowpow.kai.twin import Coded, Twin, coded
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.cards import total
from bot.games.chowpow.rules.view import Phase, View

_NOBODY: Final = -1


class Sampling:
    """Possible tables of a View. The same View and number give the same table."""

    def __init__(self, view: View) -> None:
        self.pool: list[Coded] = [coded(card) for card in unseen(view)]
        self._seen = table_seen(view)
        self._counts = [
            0 if seat == view.viewer else count for seat, count in enumerate(view.counts)
        ]

    def table(self, number: int) -> Twin:
        """Return a table with the hidden cards dealt at random."""
        chance = random.Random(number)  # noqa: S311 - deterministic on purpose
        cards = self.pool[:]
        chance.shuffle(cards)
        twin = self._seen.copy()
        for hand, count in zip(twin.hands, self._counts, strict=True):
            if count:
                hand.extend(cards[-count:])
                del cards[-count:]
        for pile in twin.piles:
            for at, card in enumerate(pile):
                if card < 0:
                    pile[at] = cards.pop()
        twin.deck = cards
        twin.shuffle = chance.shuffle
        return twin


def table_seen(view: View) -> Twin:
    """Return the table without hidden cards; those of the grid are below 0."""
    twin, options, battle = Twin(), view.options, view.battle
    twin.seats, twin.buffet, twin.own_size = view.seats, options.battle_buffet, options.own_size
    twin.most_turns = options.max_turns * view.seats
    twin.phase, twin.to_move, twin.turns = view.phase, view.to_move, view.turns
    twin.due, twin.last = view.due, _NOBODY if view.last is None else view.last
    twin.hands = [[] for _ in view.counts]
    if view.viewer is not None:
        twin.hands[view.viewer] = [coded(held.card) for held in view.hand]
    twin.piles = [
        [_NOBODY] * (slot.cards - 1) + [_NOBODY if slot.face is None else coded(slot.face)]
        if slot.cards
        else []
        for slot in view.slots
    ]
    twin.shown = [slot.face is not None for slot in view.slots]
    twin.points = [total(won) for won in view.won]
    twin.counts = [*map(len, view.won)]
    twin.up = [slot.place for slot in view.up]
    if view.pair is not None:
        twin.pair = view.pair[0].place, view.pair[1].place
    if battle is not None:
        twin.attacker = battle.attacker
        twin.target = _NOBODY if battle.target is None else battle.target
        twin.attack, twin.defence = [*map(coded, battle.attack)], [*map(coded, battle.defence)]
        twin.flipped = [slot.place for slot in battle.flipped]
    if view.phase is Phase.BUFFET:
        twin.chosen = [None if count else [] for count in view.counts]
    return twin


def make(twin: Twin, seat: Seat, action: act.Action) -> None:
    """Make a legal action of a seat; ``ValueError`` for one that does not belong to a game."""
    match action:
        case act.Flip() | act.Pair() | act.Take():
            _on_the_grid(twin, action)
        case act.Attack(target, cards):
            twin.lay(target, [*map(coded, cards)])
        case act.BattleBoard(card):
            twin.board(coded(card))
        case act.Pass():
            twin.end_turn()
        case act.Defend(cards):
            twin.defend([*map(coded, cards)])
        case act.Counter(cards):
            twin.counter([*map(coded, cards)])
        case Decline():
            twin.end_battle()
        case act.LayDown(cards):
            twin.lay_down(seat, [*map(coded, cards)])
        case _:
            raise ValueError(f"{action} isn't an action of a game in play")


def _on_the_grid(twin: Twin, action: act.Flip | act.Pair | act.Take) -> None:
    match action:
        case act.Flip(slot) if twin.phase is Phase.BOARD:
            twin.board_flip(slot.place)
        case act.Flip(slot):
            twin.flip(slot.place)
        case act.Pair(first, second):
            # The twin covers a match in the order flipped (P2.5).
            one, two = sorted((first.place, second.place), key=twin.up.index)
            twin.match((one, two))
        case act.Take(slot):
            twin.take(slot.place)
