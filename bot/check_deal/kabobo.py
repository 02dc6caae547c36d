"""Kabobo! again: as many of its rules as move cards or decide who goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from .match import Cards, Match

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
DECK = [*(rank + suit for suit in "SCHD" for rank in RANKS), "X", "X"]
JOKER = 15
SKEWER = 5
POWERS = {
    "S": "check [1-4]",
    "C": "look [1-6][.][1-4]",
    "H": "trade [1-4] [1-6][.][1-4]",
    "D": "lock [1-4]|unlock [1-6][.][1-4]",
}


@dataclass
class Laid:
    """A card on the table."""

    card: str
    up: bool = False
    locked: bool = False


def points(hand: Cards) -> int:
    """Return the points of four cards."""
    plain = sorted(RANKS.index(card[:-1]) + 1 for card in hand if card != "X")
    groups = [group for size in (2, 3, 4) for group in combinations(plain, size)]
    same = [sum(group) for group in groups if len({*group}) == 1]
    runs = [sum(g) for g in groups if len(g) > 2 and [*g] == [*range(g[0], g[0] + len(g))]]
    fifteen = 15 if any(sum(group) == 15 for group in groups) else 0
    flush = sum(plain) if len(plain) == 4 and len({card[-1] for card in hand}) == 1 else 0
    return max(same, default=0) + max(runs, default=0) + fifteen + flush + JOKER * hand.count("X")


class Kabobo(Match):
    """A match of Kabobo!."""

    def play(self) -> tuple[str, Sequence[tuple[bool, int, int]]]:
        """Play to the end; the handle wins, or the most pieces, or the most points."""
        first = self.chosen("starter", len(self.seats))
        pieces = [0] * len(self.seats)
        handle: list[int] = []
        for number in range(1, self.options["max_rounds"] + 1):
            cards = self.begin(number, DECK)
            dealt, end = self.deal(cards, first, 4), 4 * len(self.seats)
            self.discard, self.pile = cards[end : end + 1], cards[end + 1 :]
            self.tell_deal(first, dealt)
            self.hands = [[Laid(card) for card in hand] for hand in dealt]
            caller = self._round(first)
            had = [points([laid.card for laid in hand]) for hand in self.hands]
            self.points.append(had)
            best = [seat for seat in self.seats if had[seat] == max(had)]
            handle = [seat for seat in best if pieces[seat] == SKEWER]
            handle = [caller] if caller in handle and caller is not None else handle
            if caller is not None:
                alone = caller in best
                won = [2 * (s == caller) if alone else int(s != caller) for s in self.seats]
                pieces = [min(SKEWER, sum(both)) for both in zip(pieces, won, strict=True)]
            if handle:
                break
            lowest = [seat for seat in self.seats if had[seat] == min(had)]
            first = min(lowest, key=lambda seat: (seat - first - 1) % len(self.seats))
        merits = [
            (True, 0, 0) if seat in handle else (False, pieces[seat], total)
            for seat, total in enumerate(self.totals())
        ]
        return "the handle is won" if handle else "all rounds played", merits

    def _round(self, seat: int) -> int | None:
        """Play a round to its end; return who called, if anyone did."""
        peeking = {*self.seats}
        while peeking:
            peeker, (_, one, other) = self.act(peeking, "peek ([1-4]) ([1-4])")
            self.need(one != other)
            peeking.remove(peeker)
        caller: int | None = None
        turns = 0
        while seat != caller and (
            caller is not None or turns < self.options["max_turns"] * len(self.seats)
        ):
            call = "" if caller is not None else "|call"
            verb, *words = self.act([seat], f"take ([1-4])|draw{call}")[1]
            if verb == "call":
                caller = seat
            elif verb == "draw":
                self._drawn(seat)
            else:
                place = int(words[0]) - 1
                old = self.hands[seat][place]
                self.hands[seat][place] = Laid(self.discard[0], up=True)
                self.discard[0] = old.card
            turns, seat = turns + 1, self.after(seat)
        return caller

    def _drawn(self, seat: int) -> None:
        card = self.draw(seat)
        verb, *words = self.act([seat], "keep ([1-4])|season")[1]
        if verb == "keep":
            place = int(words[0]) - 1
            self.discard.insert(0, self.hands[seat][place].card)
            self.hands[seat][place] = Laid(card)
            return
        self.discard.insert(0, card)
        suit = card[-1]
        if self._has_power(seat, suit):
            verb, *words = self.act([seat], f"{POWERS[suit]}|decline")[1]
            if verb != "decline":
                self._use(seat, verb, words)

    def _has_power(self, seat: int, suit: str) -> bool:
        own = self.hands[seat]
        others = [laid for other in self.seats if other != seat for laid in self.hands[other]]
        if suit in "SC":
            cards = own if suit == "S" else others
            return any(not laid.up and not laid.locked for laid in cards)
        if suit == "H":
            return all(any(not laid.locked for laid in side) for side in (own, others))
        return suit == "D"  # There is always one to lock, or one to unlock.

    def _use(self, seat: int, verb: str, words: Sequence[str]) -> None:
        own, other = self.hands[seat], seat
        place = int(words[0][0]) - 1
        if "." in words[-1]:
            other, at = (int(number) - 1 for number in words[-1].split("."))
            self.need(other in self.seats and (other != seat or verb == "unlock"))
            theirs = self.hands[other]
        else:
            theirs, at = own, place
        laid = theirs[at]
        if verb in ("check", "look"):
            self.need(not laid.up and not laid.locked)
        elif verb in ("lock", "unlock"):
            self.need(laid.locked == (verb == "unlock"))
            laid.locked = not laid.locked
        else:
            self.need(not laid.locked and not own[place].locked)
            own[place], theirs[at] = laid, own[place]
