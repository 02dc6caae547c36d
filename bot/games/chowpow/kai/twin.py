"""A fast twin of the rules for Kai's playouts: one mutable table, cards as numbers, no events."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeAlias

from bot.games.chowpow.rules.cards import SLOTS, TEAM_UP, WILD, Card, neighbours
from bot.games.chowpow.rules.view import Phase

Coded: TypeAlias = int
"""A card as a number: 16 times its kind, plus what stands on it."""

Key: TypeAlias = int
"""What decides a battle as a number: 65,536 for each card, plus the total (P3.4)."""

WILDS: Final = 0x20
"""Cards below are wilds: Wilds, then Team-Ups."""

TEAM: Final = 0x10
"""Wilds from here on are Team-Ups."""

FACES: Final = 0x0F
"""The bits of a card's number."""

TOTAL: Final = 0xFFFF
"""The bits of a total in the strength of a side."""

ONE_CARD: Final = TOTAL + 1
"""How much a card counts in the strength of a side, beside what stands on it."""

NEAR: Final = tuple(tuple(other.place for other in neighbours(slot)) for slot in SLOTS)
"""The places that touch each place (P2.3)."""

_NOBODY: Final = -1
_FIRST: Final = ord("A") - 2


def coded(card: Card) -> Coded:
    """Return a card as a number."""
    kind = {WILD: 0, TEAM_UP: 1}.get(card.code)
    return (ord(card.code) - _FIRST if kind is None else kind) << 4 | card.number


def key(cards: Sequence[Coded]) -> Key:
    """Return the strength of a side as a number (P3.4)."""
    return sum([ONE_CARD + (card & FACES) for card in cards])


def matching(one: Coded, other: Coded) -> bool:
    """Whether two cards match (P2.2)."""
    return one >> 4 == other >> 4 or one < WILDS or other < WILDS


def fits(cards: Sequence[Coded]) -> bool:
    """Whether one side may have all these cards in a battle (P3.6)."""
    kinds = {card >> 4 for card in cards if card >= WILDS}
    return len(kinds) < 2 or (len(kinds) == 2 and any(TEAM <= card < WILDS for card in cards))


@dataclass(slots=True, eq=False)
class Twin:
    """A game in progress. Its methods are the actions; they don't check what is legal."""

    seats: int = 2
    buffet: bool = False
    own_size: bool = False
    most_turns: int = 0
    phase: Phase = Phase.FLIP
    to_move: int = 0
    turns: int = 0
    due: int = 0
    last: int = _NOBODY
    hands: list[list[Coded]] = field(default_factory=list)
    piles: list[list[Coded]] = field(default_factory=list)
    shown: list[bool] = field(default_factory=list)
    deck: list[Coded] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    up: list[int] = field(default_factory=list)
    pair: tuple[int, int] = (0, 0)
    attacker: int = 0
    target: int = _NOBODY
    attack: list[Coded] = field(default_factory=list)
    defence: list[Coded] = field(default_factory=list)
    flipped: list[int] = field(default_factory=list)
    chosen: list[list[Coded] | None] = field(default_factory=list)
    shuffle: Callable[[list[Coded]], None] = field(
        default_factory=lambda: random.Random(0).shuffle  # noqa: S311 - for playouts
    )

    def copy(self) -> "Twin":
        """Return the same position, to be played on."""
        other = Twin.__new__(Twin)
        other.seats, other.most_turns = self.seats, self.most_turns
        other.buffet, other.own_size = self.buffet, self.own_size
        other.phase, other.to_move = self.phase, self.to_move
        other.turns, other.due, other.last = self.turns, self.due, self.last
        other.hands = [hand[:] for hand in self.hands]
        other.piles = [pile[:] for pile in self.piles]
        other.shown, other.deck = self.shown[:], self.deck[:]
        other.points, other.counts = self.points[:], self.counts[:]
        other.up, other.pair = self.up[:], self.pair
        other.attacker, other.target = self.attacker, self.target
        other.attack, other.defence = self.attack[:], self.defence[:]
        other.flipped, other.chosen = self.flipped[:], self.chosen[:]
        other.shuffle = self.shuffle
        return other

    # Chow (section 2)

    def begin(self, seat: int) -> None:
        """Begin a seat's turn (P2.1, P2.6)."""
        filled = sum(map(bool, self.piles))
        self.phase, self.to_move = Phase.FLIP, seat
        self.turns += 1
        self.due = min(2 if self.hands[seat] else 3, filled)
        if self.last > 0:
            self.last -= 1
        if not self.due:
            self.to_battle()

    def flip(self, place: int) -> None:
        """Flip a slot; after the last flip look for matches (P2.1, P2.2)."""
        self.up.append(place)
        self.shown[place] = True
        if len(self.up) == self.due:
            found = self.pairs()
            if not found:
                self.to_battle()
            elif len(found) > 1:
                self.phase = Phase.PAIR
            else:
                self.match(found[0])

    def pairs(self) -> list[tuple[int, int]]:
        """Return the flipped pairs that match, in the order flipped (P2.2)."""
        piles = self.piles
        return [
            (one, two)
            for one, two in combinations(self.up, 2)
            if matching(piles[one][-1], piles[two][-1])
        ]

    def match(self, pair: tuple[int, int]) -> None:
        """Let the seat take a slot; without any, only cover the match (P7.2)."""
        self.phase, self.pair = Phase.TAKE, pair
        if not self.takeable():
            self._refill(pair)
            self.to_battle()

    def takeable(self) -> list[int]:
        """Return the filled places that touch the match (P2.3)."""
        one, two = self.pair
        touching = {*NEAR[one], *NEAR[two]} - {one, two}
        return [place for place in sorted(touching) if self.piles[place]]

    def take(self, place: int) -> None:
        """Take the pile of a slot, and refill it (P2.3)."""
        self.hands[self.to_move] += reversed(self.piles[place])
        self.piles[place] = []
        self.shown[place] = False
        self._refill((place, *self.pair))
        self.to_battle()

    def _refill(self, places: Sequence[int]) -> None:
        for place in places[: len(self.deck)]:
            self.piles[place].append(self.deck.pop())
            self.shown[place] = False
            if not self.deck and self.last < 0:
                self.last = self.seats

    # Pow (section 3)

    def to_battle(self) -> None:
        """Go on with the battle after the Chow, if there can be one."""
        self.up = []
        able = not self.buffet and self.hands[self.to_move]
        if able and (any(self.piles) or self.targets()):
            self.phase = Phase.POW
        else:
            self.end_turn()

    def targets(self) -> list[int]:
        """Return the seats that may be attacked (P3.1, P5.4)."""
        hands = self.hands
        found = [seat for seat in range(self.seats) if hands[seat] and seat != self.to_move]
        if self.own_size and found:
            most = max(len(hands[seat]) for seat in found)
            return [seat for seat in found if len(hands[seat]) == most]
        return found

    def lay(self, target: int, cards: Sequence[Coded]) -> None:
        """Attack an opponent (P3.1)."""
        self._remove(self.to_move, cards)
        self.attacker, self.target = self.to_move, target
        self.attack, self.defence = [*cards], []
        self.phase = Phase.DEFEND

    def defend(self, cards: Sequence[Coded]) -> None:
        """Lay cards against an attack (P3.2)."""
        self._remove(self.target, cards)
        self.defence = [*cards]
        self._contest()

    def behind(self) -> int:
        """Return the seat that is behind; below 0 for nobody, or the board (P3.3)."""
        attack, defence = key(self.attack), key(self.defence)
        if attack == defence:
            return _NOBODY
        return self.attacker if attack < defence else self.target

    def counter(self, cards: Sequence[Coded]) -> None:
        """Add cards while behind (P3.3, P3.5)."""
        if self.target < 0:
            self._remove(self.attacker, cards)
            self.attack += cards
            if self.flippable():
                self.phase = Phase.BOARD
            else:
                self._contest()
            return
        seat = self.behind()
        self._remove(seat, cards)
        if seat == self.attacker:
            self.attack += cards
        else:
            self.defence += cards
        self._contest()

    def _contest(self) -> None:
        seat = self.behind()
        if seat >= 0 and self.hands[seat]:
            self.phase = Phase.COUNTER
        else:
            self.end_battle()

    def end_battle(self) -> None:
        """Give out the cards of a battle, and end the turn (P3.4, P3.5)."""
        attack, defence = key(self.attack), key(self.defence)
        if self.target < 0:
            self._end_with_board(attack, defence)
        elif attack == defence:
            self._win(self.attacker, attack)
            self._win(self.target, defence)
        else:
            self._win(self.attacker if attack > defence else self.target, attack + defence)
        self.attack, self.defence = [], []
        self.end_turn()

    def _win(self, seat: int, won: Key) -> None:
        self.points[seat] += won & TOTAL
        self.counts[seat] += won >> 16

    def _remove(self, seat: int, cards: Sequence[Coded]) -> None:
        hand = self.hands[seat]
        for card in cards:
            hand.remove(card)

    # The board (P3.5)

    def board(self, card: Coded) -> None:
        """Lay one card against the board (P3.5)."""
        self._remove(self.to_move, (card,))
        self.attacker, self.target = self.to_move, _NOBODY
        self.attack, self.defence, self.flipped = [card], [], []
        self.phase = Phase.BOARD

    def flippable(self) -> list[int]:
        """Return the places that can be flipped for the board (P7.4)."""
        return [place for place in range(16) if self.piles[place] and place not in self.flipped]

    def board_flip(self, place: int) -> None:
        """Flip a slot for the board; cards that don't match its first one don't count (P3.5)."""
        pile = self.piles[place]
        self.flipped.append(place)
        if not self.defence or matching(self.defence[0], pile[-1]):
            self.defence.append(pile.pop())
            self.shown[place] = False
        else:
            self.shown[place] = True
        if self.behind() == self.attacker and self.hands[self.attacker]:
            self.phase = Phase.COUNTER
        else:
            self.end_battle()

    def _end_with_board(self, attack: Key, board: Key) -> None:
        lost: list[Coded] = []
        if attack > board:
            self._win(self.attacker, attack + board)
        elif attack == board:
            self._win(self.attacker, attack)
            lost = self.defence
        else:
            lost = self.attack + self.defence
        self._shuffle_back(lost)
        self._refill([place for place in self.flipped if not self.piles[place]])
        self.flipped = []

    def _shuffle_back(self, lost: Sequence[Coded]) -> None:
        if lost:
            self.deck += lost
            self.shuffle(self.deck)

    # The showdown (P5.3), and the end of turns (section 4)

    def lay_down(self, seat: int, cards: Sequence[Coded]) -> None:
        """Choose cards for a showdown; once all have chosen, the best takes all (P5.3)."""
        self._remove(seat, cards)
        self.chosen[seat] = [*cards]
        laid = [hand for hand in self.chosen if hand is not None]
        if len(laid) < self.seats:
            return
        keys = [*map(key, laid)]
        best = max(keys)
        if keys.count(best) == 1:
            self._win(keys.index(best), sum(keys))
        else:
            for each in range(self.seats):
                if keys[each] == best:
                    self._win(each, best)
            self._shuffle_back([card for hand in laid if key(hand) != best for card in hand])
        self.chosen = []
        self._next()

    def end_turn(self) -> None:
        """End a turn; at a Battle Buffet a showdown may follow (P5.3, P7.8)."""
        wanted = self.buffet and (self.turns % self.seats == 0 or self._ending())
        if wanted and sum(map(bool, self.hands)) > 1:
            self.chosen = [None if hand else [] for hand in self.hands]
            self.phase = Phase.BUFFET
        else:
            self._next()

    def _next(self) -> None:
        if self._ending():
            self.phase = Phase.OVER
        else:
            self.begin((self.to_move + 1) % self.seats)

    def _ending(self) -> bool:
        return self.last == 0 or self.turns >= self.most_turns
