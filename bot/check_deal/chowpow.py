"""Chow Pow! again: as many of its rules as move cards or decide who goes on."""

import re
from collections.abc import Sequence
from itertools import combinations, pairwise

from .match import Cards, Match
from .record import Fault

SLOTS = [row + column for row in "abcd" for column in "1234"]
SLOT = "[a-d][1-4]"
CARDS = "(?:[A-Z][1-9])+"
USUAL = "".join(f"{letter} {letter} 123456x2; " for letter in "FVBGSE") + "W 3x6; T 2x6"

FACTION = re.compile(r"([A-SUVX-Z]) (\w(?:[\w '-]{0,10}\w)?) ([1-9]+)x([1-9]|1[0-2])")
WILDS = {kind: re.compile(rf"{kind} ([1-9])x([0-9]|1[0-9]|2[0-4])") for kind in "WT"}


def deck_of(line: str) -> Cards:
    """Return the cards of a deck's line, in its order."""
    *parts, wild, team_up = line.split("; ") if "; " in line else ("", "")
    factions = [found for part in parts if (found := FACTION.fullmatch(part))]
    wilds = [WILDS["W"].fullmatch(wild), WILDS["T"].fullmatch(team_up)]
    rising = all(one < two for found in factions for one, two in pairwise(found[3]))
    different = all(len({found[at] for found in factions}) == len(parts) for at in (1, 2))
    if not rising or not different or len(parts) not in range(2, 13) or len(line) > 400:
        raise Fault("This isn't a deck.")
    cards = [f[1] + number for f in factions for number in f[3] for _ in range(int(f[4]))]
    for letter, found in zip("WT", wilds, strict=True):
        if found is None:
            raise Fault("A deck ends with its Wilds and its Team-Up Wilds.")
        cards += [letter + found[1]] * int(found[2])
    if len(cards) not in range(35, 251):
        raise Fault("A deck has 35 to 250 cards.")
    return cards


def cards_in(text: str) -> Cards:
    """Return cards that are written one after the other, sorted."""
    return sorted(re.findall("..", text))


def strength(cards: Cards) -> tuple[int, int]:
    """Return what decides a battle."""
    return len(cards), sum(int(card[1]) for card in cards)


def match(one: str, other: str) -> bool:
    """Whether two cards match."""
    return one[0] == other[0] or one[0] in "WT" or other[0] in "WT"


def fit(cards: Cards) -> bool:
    """Whether one side can lay all these cards."""
    factions = {card[0] for card in cards} - {"W", "T"}
    return len(factions) <= 1 + any(card[0] == "T" for card in cards)


class Chowpow(Match):
    """A match of Chow Pow!."""

    def play(self) -> tuple[str, Sequence[tuple[int, int, list[int]]]]:
        """Play to the end; points win, then cards won, then what is drawn from the grid."""
        deck = deck_of(self.options["deck"] or USUAL)
        each, seats = (4 if len(self.seats) <= 4 else 3), len(self.seats)
        taken = [0] * seats
        for number in range(1, 4 if self.options["three_course_meal"] else 2):
            cards = self.begin(number, deck)
            first = self.chosen("starter", seats)
            self.hands, rest = self.deal(cards, first, each), cards[each * seats :]
            self.grid = {slot: [card] for slot, card in zip(SLOTS, rest, strict=False)}
            self.pile = rest[len(SLOTS) :]
            self.tell_deal(first, self.hands)
            self.tell("  grid:", rest[: len(SLOTS)])
            self.won: list[Cards] = [[] for _ in self.seats]
            reason = self._game(first)
            sauce = self.options["hot_sauce"]
            self.points.append(
                [
                    strength(won)[1] - sauce * strength(hand)[1]
                    for won, hand in zip(self.won, self.hands, strict=True)
                ]
            )
            taken = [had + len(won) for had, won in zip(taken, self.won, strict=True)]
        return reason, self._ranked(taken)

    def _ranked(self, taken: Sequence[int]) -> list[tuple[int, int, list[int]]]:
        """Return by what the seats are ranked, once ties for the win are broken."""
        merits: list[tuple[int, int, list[int]]] = [
            (total, won, []) for total, won in zip(self.totals(), taken, strict=True)
        ]
        draws = 0
        while True:
            tied = [seat for seat in self.seats if merits[seat] == max(merits)]
            if len(tied) == 1 or sum(map(len, self.grid.values())) < len(tied):
                return merits
            for seat in tied:
                draws += 1
                filled = self._filled()
                slot = filled[self.chosen(f"tie-break {draws}", len(filled))]
                card = self.grid[slot].pop(0)
                self.tell(f"  tie-break {draws}: seat {seat} draws {card} from {slot}")
                merits[seat][2].append(int(card[1]))

    def _game(self, seat: int) -> str:
        """Play a game to its end; return why it ended."""
        turns, self.last = 0, -1  # How many turns are left; -1 until the deck is empty.
        buffet = self.options["battle_buffet"]
        while True:
            turns += 1
            self.last -= self.last > 0
            self._chow(seat)
            over = "the deck is empty" if self.last == 0 else ""
            if turns >= self.options["max_turns"] * len(self.seats):
                over = over or "all turns played"
            if not buffet:
                self._battle(seat)
            elif over or turns % len(self.seats) == 0:
                self._showdown()
            if over:
                return over
            seat = self.after(seat)

    def _filled(self) -> Cards:
        return [slot for slot in SLOTS if self.grid[slot]]

    def _chow(self, seat: int) -> None:
        """Flip slots, and take a pile that touches a match."""
        up: Cards = []
        for _ in range(min(2 if self.hands[seat] else 3, len(self._filled()))):
            slot = self.act([seat], f"flip {SLOT}")[1][1]
            self.need(self.grid[slot] and slot not in up)
            up.append(slot)
        pairs = [
            (one, other)
            for one, other in combinations(up, 2)
            if match(self.grid[one][0], self.grid[other][0])
        ]
        if len(pairs) > 1:
            named = self.act([seat], f"pair {SLOT} {SLOT}")[1][1:]
            pairs = [pair for pair in pairs if {*pair} == {*named}]
            self.need(pairs)
        if not pairs:
            return
        pair = pairs[0]
        near = [slot for slot in self._filled() if slot not in pair and _touches(slot, pair)]
        if near:
            slot = self.act([seat], f"take {SLOT}")[1][1]
            self.need(slot in near)
            self.hands[seat] += self.grid[slot]
            self.grid[slot] = []
            self._refill([slot])
        self._refill(pair)

    def _refill(self, slots: Sequence[str]) -> None:
        for slot in slots:
            if not self.pile:
                return
            self.tell(f"  {slot} is covered with {self.pile[0]}")
            self.grid[slot].insert(0, self.pile.pop(0))
            if not self.pile and self.last < 0:
                self.last = len(self.seats)

    def _battle(self, seat: int) -> None:
        """Battle a player or the board, or pass."""
        hand = self.hands[seat]
        sizes = {other: len(self.hands[other]) for other in self.seats if other != seat}
        others = [other for other, size in sizes.items() if size]
        if not hand or not (others or self._filled()):
            return
        form = f"pow [1-6] {CARDS}|pass" if others else "board [A-Z][1-9]|pass"
        verb, *words = self.act([seat], form)[1]
        if verb == "board":
            self._board(seat, self.lay(hand, words))
        elif verb == "pow":
            target = int(words[0]) - 1
            most = max(sizes.values()) if self.options["own_size"] else 1
            self.need(target in others and sizes[target] >= most)
            attack = self._laid(seat, words[1])
            defence = self._laid(target, self.act([target], f"defend {CARDS}")[1][1])
            self._contest((seat, attack), (target, defence))

    def _laid(self, seat: int, text: str, before: Sequence[str] = ()) -> Cards:
        cards = self.lay(self.hands[seat], cards_in(text))
        self.need(fit([*before, *cards]))
        return cards

    def _contest(self, *sides: tuple[int, Cards]) -> None:
        """Let the side that is behind add cards, until it is over; give out the cards."""
        while strength(sides[0][1]) != strength(sides[1][1]):
            seat, cards = min(sides, key=lambda side: strength(side[1]))
            words = ["decline"]
            if self.hands[seat]:
                words = self.act([seat], f"counter {CARDS}|decline")[1]
            if words == ["decline"]:
                winner, _ = max(sides, key=lambda side: strength(side[1]))
                self.won[winner] += sides[0][1] + sides[1][1]
                return
            cards += self._laid(seat, words[1], cards)
        for seat, cards in sides:
            self.won[seat] += cards

    def _board(self, seat: int, attack: Cards) -> None:
        """Battle the board, for which the player on the left flips."""
        board: Cards = []
        flipped: Cards = []
        words = [""]
        while words != ["decline"]:
            if [slot for slot in self._filled() if slot not in flipped]:
                slot = self.act([self.after(seat)], f"flip {SLOT}")[1][1]
                self.need(self.grid[slot] and slot not in flipped)
                flipped.append(slot)
                if not board or match(board[0], self.grid[slot][0]):
                    board.append(self.grid[slot].pop(0))
            if strength(attack) >= strength(board) or not self.hands[seat]:
                break
            words = self.act([seat], "counter [A-Z][1-9]|decline")[1]
            if words != ["decline"]:
                attack += self._laid(seat, words[1], attack)
        ours, theirs = strength(attack), strength(board)
        if ours >= theirs:
            self.won[seat] += attack + (board if ours > theirs else [])
        lost = attack + board if ours < theirs else board if ours == theirs else []
        if lost:
            self.reshuffle(self.pile + lost)
        self._refill([slot for slot in flipped if not self.grid[slot]])

    def _showdown(self) -> None:
        """Let all with cards lay some at once; the best takes all."""
        laid: dict[int, Cards] = {}
        waiting = {seat for seat in self.seats if self.hands[seat]}
        if len(waiting) < 2:
            return
        while waiting:
            seat, words = self.act(waiting, f"lay {CARDS}")
            laid[seat] = self._laid(seat, words[1])
            waiting.remove(seat)
        most = max(map(strength, laid.values()))
        best = [seat for seat in sorted(laid) if strength(laid[seat]) == most]
        others = [card for seat in sorted(laid) if seat not in best for card in laid[seat]]
        for seat in best:
            self.won[seat] += laid[seat]
        if len(best) == 1:
            self.won[best[0]] += others
        elif others:
            self.reshuffle(self.pile + others)


def _touches(slot: str, pair: Sequence[str]) -> bool:
    return any(max(abs(ord(slot[at]) - ord(other[at])) for at in (0, 1)) == 1 for other in pair)
