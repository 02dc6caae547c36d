"""The fast player of playouts: plain Chows, and battles by the odds.

It knows what its seat knows; what others hold is guessed from hands drawn once for all playouts.
"""

import random
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Final

from bot.games.chowpow.kai.twin import (
    FACES,
    NEAR,
    TEAM,
    TOTAL,
    WILDS,
    Coded,
    Key,
    Twin,
    fits,
    key,
    matching,
)
from bot.games.chowpow.rules.view import Phase

DRAWS: Final = 60
"""How many hands of each size are drawn."""

KEPT: Final = 3.5
"""What a card kept in the hand is worth in points when the deck is all but empty..."""

KEPT_LONGER: Final = 0.2
"""...and more for each card of the deck and seat, as there are more turns to come."""

KEPT_LAST: Final = 2.5
"""What it is worth if only one own turn is left (P4.1)."""

LEAST: Final = 2.0
"""What stands on the card that a beaten defender lays, on average."""

LURE: Final = 1.0
"""The additional value of a single card, which tempts the other to lay more and lose it."""

DANGER: Final = 2.0
"""How much heavier own cards weigh when they are lost: the other side gains them."""

SPOILS: Final = 7.0
"""What each other seat is expected to lose in a showdown, in points."""

USUAL: Final = 3.4
"""The average number of a card that nobody has seen."""

_WILD_SPARED = 8
"""How many points a wild counts more than it shows when cards are spared."""

_PILED: Final = 6
"""What a card of a pile is worth to the taker, in points."""

_TURNED: Final = 3
"""What a pile's hidden top card may be worth, about."""

_TOP_WILD: Final = 3
"""The additional value of a wild."""


class RolloutPolicy:
    """Plays all seats of a twin; ``pool`` are the cards that others may have."""

    def __init__(self, pool: Sequence[Coded]) -> None:
        self._pool = pool
        self._chance = random.Random(0)  # noqa: S311 - deterministic on purpose
        self._drawn: dict[tuple[int, bool], Sequence[Key]] = {}
        self._plays: Final[Mapping[Phase, Callable[[Twin], None]]] = {
            Phase.FLIP: _flip,
            Phase.PAIR: _pair,
            Phase.TAKE: _take,
            Phase.POW: self._pow,
            Phase.DEFEND: self._defend,
            Phase.BOARD: _board_flip,
            Phase.COUNTER: self._counter,
            Phase.BUFFET: self._lay_down,
        }

    def play(self, twin: Twin, turns: int) -> None:
        """Play on until more than ``turns`` turns have begun; in last turns to the end."""
        plays = self._plays
        while twin.phase is not Phase.OVER and (twin.turns <= turns or twin.last >= 0):
            plays[twin.phase](twin)

    def beaten(self, side: Key, cards: int, *, bound: bool = False) -> float:
        """Return the chance that a hand of this size, maybe ``bound`` by a faction, is weaker."""
        keys = self._drawn.get((cards, bound))
        if keys is None:
            size = min(cards, len(self._pool))
            laid = [max(self._pool, default=0)] if bound else []
            hands = (self._chance.sample(self._pool, size) for _ in range(DRAWS))
            keys = self._drawn[cards, bound] = sorted(key(strongest(hand, laid)) for hand in hands)
        return bisect_left(keys, side) / DRAWS

    def attack_gain(self, twin: Twin, side: Key, reserve: Key, cards: int) -> float:
        """Return about what an attack gains against a hand of this size, in points."""
        kept, count, total = kept_worth(twin), side >> 16, side & TOTAL
        wins = self.beaten(side + reserve, cards)
        won, lost = total + LEAST + kept, DANGER * total - kept * count
        return wins * won - (1 - wins) * lost - kept * count

    def _pow(self, twin: Twin) -> None:
        hand, targets = twin.hands[twin.to_move], twin.targets()
        if not targets:
            self._board(twin, hand)
            return
        target = min(targets, key=lambda seat: len(twin.hands[seat]))
        cards = len(twin.hands[target])
        best: Sequence[Coded] = ()
        most = 0.0
        factions, wilds = factions_of(hand)
        extra = key(wilds)
        for faction in factions:
            whole = key(faction)
            gain = self.attack_gain(twin, whole, extra, cards)
            if gain > most:
                best, most = faction, gain
            one = key(faction[:1])
            gain = LURE + self.attack_gain(twin, one, whole - one + extra, cards)
            if gain > most and whole + extra > one:
                best, most = faction[:1], gain
        if wilds and (twin.last == 0 or not factions):
            side = strongest(hand)
            if self.attack_gain(twin, key(side), 0, cards) > most:
                best = side
        if best:
            twin.lay(target, best)
        else:
            twin.end_turn()

    def _board(self, twin: Twin, hand: Sequence[Coded]) -> None:
        best = max(hand, key=_number)
        number, others = best & FACES, [*map(_number, self._pool)]
        wins = sum([number + other for other in others if other < number])
        gain = (wins + number * others.count(number)) / max(1, len(others))
        if gain > kept_worth(twin):
            twin.board(best)
        else:
            twin.end_turn()

    def _defend(self, twin: Twin) -> None:
        hand = twin.hands[twin.target]
        refused = -kept_worth(twin) - (key(twin.attack) & TOTAL)
        side = self._contest(twin, twin.target, [], twin.attack, refused)
        twin.defend(side or [least(hand)])

    def _counter(self, twin: Twin) -> None:
        seat, attack, defence = twin.behind(), twin.attack, twin.defence
        side: Sequence[Coded]
        if twin.target < 0:
            able = [card for card in twin.hands[seat] if fits((*attack, card))]
            side = [max(able, key=_number)] if able else ()
        else:
            mine, theirs = (attack, defence) if seat == twin.attacker else (defence, attack)
            refused = -(key(mine) & TOTAL) - (key(theirs) & TOTAL)
            side = self._contest(twin, seat, mine, theirs, refused)
        if side:
            twin.counter(side)
        else:
            twin.end_battle()

    def _contest(
        self,
        twin: Twin,
        seat: int,
        mine: Sequence[Coded],
        theirs: Sequence[Coded],
        refused: float,
    ) -> Sequence[Coded]:
        """Return the cards to add so as to lead; none if it isn't better than ``refused``."""
        before, against = key(mine), key(theirs)
        whole = strongest(twin.hands[seat], mine)
        most = before + key(whole)
        if most <= against:
            return whole if most == against and twin.last == 0 else ()
        other = twin.target if seat == twin.attacker else twin.attacker
        left = len(twin.hands[other])
        wins = self.beaten(most - against, left, bound=True) if left else 1.0
        kept = kept_worth(twin)
        side = fewest(whole, mine, against - before) if kept else whole
        added = key(side)
        laid, stake = (before & TOTAL) + (added & TOTAL), against & TOTAL
        gain = wins * (laid + stake) - (1 - wins) * (DANGER * laid + stake)
        return side if gain - kept * (added >> 16) > refused else ()

    def _lay_down(self, twin: Twin) -> None:
        seat = twin.chosen.index(None)
        hand, kept = twin.hands[seat], kept_worth(twin)
        others = [
            len(twin.hands[other]) + len(twin.chosen[other] or ())
            for other in range(twin.seats)
            if other != seat
        ]
        rivals = [cards for cards in others if cards]
        ways = [*factions_of(hand)[0], strongest(hand), [least(hand)]]

        def gain(way: Sequence[Coded]) -> float:
            side = key(way)
            wins, total = 1.0, side & TOTAL
            for cards in rivals:
                wins *= self.beaten(side, cards)
            won = wins * (total + SPOILS * len(rivals))
            return won - (1 - wins) * total - kept * (side >> 16)

        twin.lay_down(seat, max(ways, key=gain))


def factions_of(hand: Sequence[Coded]) -> tuple[list[list[Coded]], list[Coded]]:
    """Return the cards of each faction, and the wilds."""
    factions: dict[int, list[Coded]] = {}
    wilds = []
    for card in hand:
        if card < WILDS:
            wilds.append(card)
        elif card >> 4 in factions:
            factions[card >> 4].append(card)
        else:
            factions[card >> 4] = [card]
    return [*factions.values()], wilds


def strongest(hand: Sequence[Coded], laid: Sequence[Coded] = ()) -> list[Coded]:
    """Return the strongest cards that a side can add to what it has laid (P3.1, P3.6)."""
    factions, added = factions_of(hand)
    if not factions:
        return added
    teams = any(TEAM <= card < WILDS for card in (*added, *laid))
    bound = {card >> 4 for card in laid if card >= WILDS}
    if bound:
        for faction in factions:
            if faction[0] >> 4 in bound:
                added += faction
        factions = [faction for faction in factions if faction[0] >> 4 not in bound]
    free = 1 + teams - len(bound)
    if free > 0:
        factions.sort(key=key)
        for faction in factions[-free:]:
            added += faction
    return added


def fewest(side: Sequence[Coded], laid: Sequence[Coded], needed: Key) -> Sequence[Coded]:
    """Return as few and as weak cards of a side as are stronger than ``needed``."""
    ranked = sorted(side, key=_spared)
    for count in range(1, len(ranked)):
        for at in range(len(ranked) - count + 1):
            some = ranked[at : at + count]
            if key(some) > needed and fits((*laid, *some)):
                return some
    return side


def least(hand: Sequence[Coded]) -> Coded:
    """Return the card that is missed least."""
    return min(hand, key=_spared)


def _spared(card: Coded) -> int:
    return (card & FACES) + (_WILD_SPARED if card < WILDS else 0)


def kept_worth(twin: Twin) -> float:
    """Return what a card kept in the hand of the seat to move is worth after this turn."""
    if twin.last < 0:
        return KEPT + KEPT_LONGER * len(twin.deck) / twin.seats
    return KEPT_LAST if twin.last == twin.seats else 0.0


def _board_flip(twin: Twin) -> None:
    """Flip the highest card that was seen, or one that nobody has seen."""
    piles, shown = twin.piles, twin.shown
    able = twin.flippable()
    twin.board_flip(max(able, key=lambda at: piles[at][-1] & FACES if shown[at] else USUAL))


def _number(card: Coded) -> int:
    return card & FACES


def _flip(twin: Twin) -> None:
    """Flip a pair that was seen, the partner of a card that lies up, or something new."""
    piles, shown, up = twin.piles, twin.shown, twin.up
    known = [place for place in range(16) if shown[place] and piles[place]]
    if not up:
        found = lead(twin, known)
        if found:
            twin.flip(found[0])
            twin.flip(found[1])
            return
    elif len(up) == 1 or not twin.pairs():
        partner = _partner(twin, known)
        if partner is not None:
            twin.flip(partner)
            return
    for place in range(16):
        if piles[place] and not shown[place]:
            twin.flip(place)
            return
    twin.flip(next(place for place in known if place not in up))


def _partner(twin: Twin, known: Sequence[int]) -> int | None:
    """Return the place that matches a card that lies up, beside the largest pile."""
    piles, found, most = twin.piles, None, 0
    for one in twin.up:
        for place in known:
            if place not in twin.up and matching(piles[one][-1], piles[place][-1]):
                cards = beside(twin, one, place)
                if cards > most:
                    found, most = place, cards
    return found


def _pair(twin: Twin) -> None:
    twin.match(max(twin.pairs(), key=lambda each: beside(twin, *each)))


def _take(twin: Twin) -> None:
    piles, shown = twin.piles, twin.shown

    def worth(place: int) -> int:
        pile = piles[place]
        if not shown[place]:
            return _PILED * len(pile) + _TURNED
        return _PILED * len(pile) + (pile[-1] & FACES) + (_TOP_WILD if pile[-1] < WILDS else 0)

    twin.take(max(twin.takeable(), key=worth))


def lead(twin: Twin, known: Sequence[int]) -> tuple[int, int] | None:
    """Return the pair that was seen beside the largest pile, None without any."""
    piles, found, most = twin.piles, None, 0
    for one, two in combinations(known, 2):
        if matching(piles[one][-1], piles[two][-1]):
            cards = beside(twin, one, two)
            if cards > most:
                found, most = (one, two), cards
    return found


def beside(twin: Twin, one: int, two: int) -> int:
    """Return the number of cards of the largest pile that touches a match."""
    piles = twin.piles
    return max([len(piles[at]) for at in (*NEAR[one], *NEAR[two]) if at not in (one, two)])
