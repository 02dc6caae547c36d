"""CAP-IT again: as many of its rules as move cards or decide who goes on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import ge

from .match import Cards, Match

RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
WORTH = {"X": 20, "2": 15, "A": 15, **dict.fromkeys("TJQK", 10)}
CONTRACTS: tuple[tuple[tuple[str, int], ...], ...] = (
    (("set", 3), ("set", 3)),
    (("run", 4), ("set", 3)),
    (("run", 4), ("run", 4)),
    (("set", 3), ("set", 3), ("set", 3)),
    (("run", 3), ("run", 7)),
)
"""What is laid first in each round, at least; sorted."""

CARD = f"(?:[{RANKS}][CDHS]|X)"
MELD = f"(?:set|run) {CARD}+"
NUMBER = "[1-9][0-9]{0,2}"
OFF = f"{NUMBER} (?:low )?{CARD}+"
PLAY = f"lay {MELD}(?: {MELD})*|meld {MELD}|off {OFF}(?: {OFF})*|discard {CARD}"
SWAP = f"swap {NUMBER}[.]{NUMBER} {CARD}: (?:off {OFF}|meld {MELD})"


def cards_in(text: str) -> Cards:
    """Return cards that are written one after the other."""
    return re.findall(CARD, text)


def wild(card: str) -> bool:
    """Whether a card can stand for others."""
    return card[0] in "X2"


@dataclass
class Meld:
    """Cards on the table; ``low`` is the rank of a set, or of the lowest place of a run."""

    kind: str
    cards: Cards
    low: int
    suit: str

    def natural(self, at: int, card: str) -> bool:
        """Whether a card belongs in a place, counted from 0."""
        rank = self.low + at if self.kind == "run" else self.low
        return card != "X" and RANKS.index(card[0]) == rank and self.suit in ("", card[1])

    def add(self, card: str, *, low: bool) -> bool:
        """Lay a card off, if it fits."""
        at = -1 if low else len(self.cards)
        inside = self.low + at in range(len(RANKS)) if self.kind == "run" else not low
        if not inside or not (wild(card) or self.natural(at, card)):
            return False
        self.cards.insert(0 if low else at, card)
        self.low -= low
        return True


class Capit(Match):
    """A match of CAP-IT."""

    def play(self) -> tuple[str, Sequence[int]]:
        """Play to the end; the lowest total wins."""
        decks, end = (2 if len(self.seats) <= 4 else 3), 10 * len(self.seats)
        dealer = self.chosen("dealer", len(self.seats))
        self.tell(f"dealer of round 1: seat {dealer}")
        for number in range(1, self.options["rounds"] + 1):
            cards = self.begin(number, PACK * decks + ["X"] * 2 * decks)
            first = self.after(dealer, number)
            self.hands = self.deal(cards, first, 10)
            self.discard, self.pile = cards[end : end + 1], cards[end + 1 :]
            self.tell_deal(first, self.hands)
            self._round(first)
            self.points.append([sum(WORTH.get(c[0], 5) for c in hand) for hand in self.hands])
        return "all rounds played", [-total for total in self.totals()]

    def _round(self, seat: int) -> None:
        self.melds: list[Meld] = []
        self.laid: set[int] = set()
        idle = 0
        while True:
            took = self._get(seat)
            if not took:
                return
            hand, active = self.hands[seat], took != "take"
            while hand:
                text = " ".join(self.act([seat], f"{PLAY}|{SWAP}")[1])
                verb, _, rest = text.partition(" ")
                if verb == "discard":
                    self.discard[:0] = self.lay(hand, [rest])
                    break
                self._play(seat, verb, rest)
                active = True
            idle = 0 if active else idle + 1
            if not hand or idle >= self.options["stall_circuits"] * len(self.seats):
                return
            seat = self.after(seat)

    def _get(self, seat: int) -> str:
        """Begin a turn; return how, or nothing if the stock is empty."""
        can_push = self.discard and len(self.pile) >= 2
        verb = self.act([seat], f"take|{'push' if can_push else 'draw'}")[1][0]
        if verb == "take":
            self.need(self.discard)
            self.hands[seat].append(self.discard.pop(0))
        elif verb == "push":
            left = self.after(seat)
            self.hands[left] += [self.draw(left), self.discard.pop(0)]
            self.hands[seat].append(self.draw(seat))
        elif not self.pile:
            return ""
        else:
            self.hands[seat].append(self.draw(seat))
        return verb

    def _play(self, seat: int, verb: str, text: str) -> None:
        """Lay a contract, melds, or cards on melds; or take a wild."""
        hand = self.hands[seat]
        self.need((seat in self.laid) == (verb != "lay"))
        if verb == "swap":
            at, card, verb, text = text.split(" ", 3)
            number, place = (int(number) - 1 for number in at.split("."))
            self._free(hand, (number, place), card[:-1], text)
            self.need(verb == "meld" or int(text.split(" ")[0]) != number + 1)
        if verb == "off":
            for which, low, cards in re.findall(f"({NUMBER}) (low )?({CARD}+)", text):
                self.need(int(which) <= len(self.melds))
                meld = self.melds[int(which) - 1]
                for card in reversed(cards_in(cards)) if low else cards_in(cards):
                    self.need(meld.add(*self.lay(hand, [card]), low=bool(low)))
            return
        melds = [self._meld(*meld.split(" ")) for meld in re.findall(MELD, text)]
        for meld in melds:
            self.lay(hand, meld.cards)
        if verb == "lay":
            self.laid.add(seat)
            wanted = CONTRACTS[self.number - 1]
            found = sorted((m.kind, len(m.cards)) for m in melds)
            self.need([kind for kind, _ in found] == [kind for kind, _ in wanted])
            sizes = [size for _, size in found]
            self.need(all(map(ge, sizes, [least for _, least in wanted])))
        self.melds += melds

    def _free(self, hand: Cards, at: tuple[int, int], card: str, use: str) -> None:
        """Put a card in the place of a wild, which is then in the hand to be used."""
        number, place = at
        self.need(number < len(self.melds) and place < len(self.melds[number].cards))
        meld = self.melds[number]
        freed = meld.cards[place]
        self.need(meld.natural(place, card) and not meld.natural(place, freed))
        # A 2 in the place of a run's 2 stays there, whatever its suit.
        self.need(not (card[0] == freed[0] == "2") and freed in cards_in(use.rpartition(" ")[2]))
        self.lay(hand, [card])
        meld.cards[place] = card
        hand.append(freed)

    def _meld(self, kind: str, text: str) -> Meld:
        cards = cards_in(text)
        plain = [(at, card) for at, card in enumerate(cards) if not wild(card)]
        self.need(len(cards) >= 3)
        if kind == "set":
            ranks = {RANKS.index(card[0]) for _, card in plain}
            self.need(len(ranks) <= 1 and (ranks or "X" * len(cards) != text))
            return Meld(kind, cards, min(ranks, default=0), "")
        lows = {RANKS.index(card[0]) - at for at, card in plain}
        suits = {card[1] for _, card in plain} or {cards[0][1:]}
        suit = min(suits) if self.options["run_suit"] == "same" else ""
        self.need(len(lows) <= 1 and (lows or cards[0][0] == "2"))
        self.need(not suit or len(suits) == 1)
        low = min(lows, default=0)
        self.need(low >= 0 and low + len(cards) <= len(RANKS))
        return Meld(kind, cards, low, suit)
