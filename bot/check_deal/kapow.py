"""Kapow! again: as many of its rules as move cards or decide who goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from .match import Cards, Match

FACES = {**{str(number): number for number in range(13)}, "P1": 1, "P2": 2, "K": 0}
DECK = [face for face in FACES for _ in range({"1": 4, "2": 4, "K": 6}.get(face, 8))]
PLACE = "([1-4][tmb])"


@dataclass
class Spot:
    """What lies in a place: cards from the top, and the sum of the modifiers that show."""

    cards: Cards
    up: bool = False
    plus: int = 0

    @property
    def lone(self) -> str:
        """The card, if it is face up and alone."""
        return self.cards[0] if self.up and len(self.cards) == 1 else ""

    @property
    def low(self) -> int:
        """The lowest value."""
        return FACES[self.cards[0]] + self.plus

    @property
    def high(self) -> int:
        """The highest value."""
        return self.low + 12 * (self.cards[0] == "K")

    @property
    def points(self) -> int:
        """What it counts at the end of a round."""
        return 25 if self.cards == ["K"] else self.low


Column = list[Spot]
Hand = list[Column]


def complete(column: Column) -> bool:
    """Whether three places are face up and have equal values, or a run up or down."""
    return (
        len(column) == 3
        and all(spot.up for spot in column)
        and any(
            max(spot.low - step * row for row, spot in enumerate(column))
            <= min(spot.high - step * row for row, spot in enumerate(column))
            for step in (0, 1, -1)
        )
    )


class Kapow(Match):
    """A match of Kapow!."""

    def play(self) -> tuple[str, Sequence[int]]:
        """Play to the end; the lowest total wins."""
        dealer = self.chosen("dealer", len(self.seats))
        self.tell(f"dealer of round 1: seat {dealer}")
        first = self.after(dealer)
        for number in range(1, self.options["rounds"] + 1):
            self._deal(number, first)
            self._round(first)
            sums = [sum(spot.points for column in hand for spot in column) for hand in self.hands]
            if self.out is not None and sums[self.out] > max(0, min(sums)):
                sums[self.out] *= 2
            self.points.append(sums)
            first = self.after(first) if self.out is None else self.out
        return "all rounds played", [-total for total in self.totals()]

    def _deal(self, number: int, first: int) -> None:
        self.out: int | None = None
        self.passes = 0
        self.opened: set[int] = set()
        cards = self.begin(number, DECK)
        size = self.options["cards"] or (12 if len(self.seats) <= 4 else 9)
        dealt = [cards[size * seat : size * (seat + 1)] for seat in self.seats]
        rest = cards[size * len(self.seats) :]
        self.discard, self.pile = rest[:1], rest[1:]
        self.tell_deal(first, dealt)
        self.hands: list[Hand] = [
            [[Spot([card]) for card in hand[at : at + 3]] for at in range(0, size, 3)]
            for hand in dealt
        ]

    def _round(self, seat: int) -> None:
        while self._turn(seat):
            seat = self.after(seat)
            if seat == self.out:
                return
            if self.out is None and self.passes >= self.options["stall_circuits"] * len(self.seats):
                break
        for hand in self.hands:
            self._turn_up(hand)

    def _turn(self, seat: int) -> bool:
        """Play a turn; return whether the round can go on."""
        hand, final = self.hands[seat], self.out is not None
        if final:
            self._turn_up(hand, waiting=False)
        if not final or not all(complete(column) for column in hand if column):
            if not self.pile and not self.discard:
                return False
            if not final and seat not in self.opened:
                self._reveal(seat)
            if not self._take(seat):
                return False
        self._swap(seat)
        self._sweep(hand)
        if not self.discard and self.pile:
            self.discard.append(self.pile.pop(0))
            self.tell("  discard pile:", self.discard)
        if self.out is None and all(spot.up for column in hand for spot in column):
            self.out = seat
        return True

    def _place(self, seat: int, place: str) -> tuple[Column, int]:
        """Return the column of a place that has a card, and the row in it."""
        column = int(place[0]) - 1
        self.need(column < len(self.hands[seat]) and self.hands[seat][column])
        return self.hands[seat][column], "tmb".index(place[1])

    def _reveal(self, seat: int) -> None:
        for place in self.act([seat], f"reveal {PLACE} {PLACE}")[1][1:]:
            column, row = self._place(seat, place)
            self.need(not column[row].up)
            column[row].up = True
        self.opened.add(seat)

    def _take(self, seat: int) -> bool:
        """Take a card and play it; return False if there were reshuffles enough."""
        back = self.act([seat], "take (draw|discard)")[1][1] == "discard"
        if back:
            self.need(self.discard)
            card = self.discard.pop(0)
        else:
            self.need(self.pile or len(self.discard) > 1)
            if not self.pile and self.reshuffles == self.options["max_reshuffles"]:
                return False
            card = self.draw(seat)
        self._put(seat, card, back=back)
        return True

    def _put(self, seat: int, card: str, *, back: bool) -> None:
        form = f"discard|replace {PLACE}|(top|beneath) {PLACE} [+-]"
        verb, *words = self.act([seat], form)[1]
        if verb == "discard":
            self.need(not (back and self.options["no_pass"]))
            self.passes = self.passes + 1 if back else 0
            self.discard.insert(0, card)
            return
        self.passes = 0
        column, row = self._place(seat, words[0])
        old = column[row]
        self.need(not complete(column))
        if verb == "replace":
            self.discard[:0] = old.cards
            column[row] = Spot([card], up=True)
        else:
            self.need(old.lone[:1] == "P" if verb == "top" else old.up and card[0] == "P")
            cards = [card, *old.cards] if verb == "top" else [*old.cards, card]
            column[row] = Spot(cards, up=True, plus=old.plus + int(words[1] + cards[-1][1]))
        self._sweep(self.hands[seat], waiting=False)

    def _swap(self, seat: int) -> None:
        hand = self.hands[seat]
        for _ in range(self.options["max_swaps"]):
            rows = [(at, row) for at, column in enumerate(hand) for row in range(len(column))]
            kapows = [(at, row) for at, row in rows if hand[at][row].lone == "K"]
            if not any(_swapped(hand, *pair) for pair in product(kapows, rows)):
                return
            words = self.act([seat], f"swap {PLACE} {PLACE}|end")[1]
            if words == ["end"]:
                return
            places = [(int(place[0]) - 1, "tmb".index(place[1])) for place in words[1:]]
            self.need({*places} <= {*rows} and (swapped := _swapped(hand, *places)))
            hand[:] = swapped
            self._sweep(hand, waiting=False)

    def _turn_up(self, hand: Hand, *, waiting: bool = True) -> None:
        for column in hand:
            for spot in column:
                spot.up = True
        self._sweep(hand, waiting=waiting)

    def _sweep(self, hand: Hand, *, waiting: bool = True) -> None:
        """Discard triads, also those that still wait because of a KAPOW! card if ``waiting``."""
        for column in hand:
            if complete(column) and (waiting or all(spot.lone != "K" for spot in column)):
                self.discard[:0] = [card for spot in column for card in spot.cards]
                column.clear()


def _swapped(hand: Hand, kapow: tuple[int, int], other: tuple[int, int]) -> Hand:
    """Return a hand after a swap; an empty one if that isn't possible."""
    (own, row), (theirs, at) = kapow, other
    if hand[own][row].lone != "K" or hand[theirs][at].lone == "K":
        return []
    new = [[*column] for column in hand]
    new[own][row], new[theirs][at] = hand[theirs][at], hand[own][row]
    if complete(hand[own]):
        return new if own == theirs and complete(new[own]) else []
    return [] if complete(hand[theirs]) else new
