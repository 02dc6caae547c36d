"""What a seat knows, its look-ahead in a Chow, and reasons for its choices: they name no card."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from bot.game.held import cards_of
from bot.game.moves import Decline, of_kind
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.cards import SLOTS, WILD, Card, Slot, match, neighbours
from bot.games.chowpow.rules.hand import strength
from bot.games.chowpow.rules.view import Phase, View
from bot.kai.words import Reason, because

CARD: Final = 4.0
"""The value of any card in a hand: more cards win a battle (P3.4)."""

NUMBER: Final = 0.5
"""The additional value per point of a card's number."""

WILD_CARD: Final = 3.0
"""The additional value of a wild, which joins any cards."""

ALIKE: Final = 1.0
"""The additional value for each card of the same faction in the hand."""

USUAL: Final = 3.4
"""The average number of an unseen card."""

RIVALS: Final = 0.7
"""The weight of what the others may take next, relative to the own gain."""

TOLD: Final = 1.0
"""The cost of showing a card without taking anything: it helps the next player."""

BY_CHANCE: Final = 0.35
"""The probability that two cards match by chance, for a player who knows no pair."""

TAKES: Final = 2
"""How many of the best piles beside a match are considered."""

DEPTH: Final = 2
"""How many flips are searched."""

Place: TypeAlias = int
"""The number of a slot from 0, in the order of ``SLOTS``."""

Up: TypeAlias = tuple[tuple[Place, Card], ...]
"""Face-up cards and their places."""

Known: TypeAlias = Mapping[Slot, Card]
"""The top cards that are known, face up or down."""


def remembered(view: View, *, forgetful: bool) -> Known:
    """Return the known faces; a forgetful player remembers only the last two turns."""
    recent = {flipped.slot for flipped in (*view.flips, *view.last_flips)}
    faces = ((slot, view.slots[slot.place].face) for slot in SLOTS)
    return {
        slot: face for slot, face in faces if face is not None and (slot in recent or not forgetful)
    }


def unseen(view: View) -> Sequence[Card]:
    """Return the cards of the deck that the viewer cannot see, in the deck's order."""
    left = Counter(view.options.cards.cards)
    left.subtract(held.card for held in (*view.hand, *(view.chosen or ())))
    left.subtract(card for cards in (*view.won, *view.drawn) for card in cards)
    left.subtract(slot.face for slot in view.slots if slot.face is not None)
    if view.battle is not None:
        left.subtract((*view.battle.attack, *view.battle.defence))
    return [card for card, count in left.items() for _ in range(count)]


class LookAhead:
    """The expected results of a Chow, with all unseen cards equally likely."""

    def __init__(self, view: View, known: Known) -> None:
        self.grid = seen(view, known)
        self.up: Up = tuple((slot.place, known[slot]) for slot in view.up)
        self._depth = min(DEPTH, view.due - len(view.up))
        self._hand = Counter(card.code for card in cards_of(view.hand))
        left = Counter(unseen(view))
        count = max(1, left.total())
        self._mean = sum(self._worth(card) * times for card, times in left.items()) / count
        codes = Counter(WILD if card.is_wild else card.code for card in left.elements())
        self._next = [(Card(code, 0), times / count) for code, times in codes.items()]
        self._rivals = RIVALS / (view.seats - 1)
        self._missed = -self._rivals * reach(self.grid, _theirs)
        self.match = cache(self._match)

    def flipped(self, place: Place) -> float:
        """Return the expected value of the Chow if this place is flipped now."""
        return self._flipped(self.up, place, self._depth, 0)

    def taken(self, one: Place, two: Place, place: Place) -> float:
        """Return the value of a pile, less what the others may take next."""
        left = reach(self.grid.after(one, two, place), _theirs)
        return self.worth(place) - self._rivals * left

    def worth(self, place: Place) -> float:
        """Return the value of a pile in the hand."""
        cards, face = self.grid.cards[place], self.grid.faces[place]
        top = self._mean if face is None else self._worth(face)
        return (cards - 1) * self._mean + top if cards else 0.0

    def _match(self, one: Place, two: Place) -> float:
        """Return the value of a match with its best pile."""
        takes = [place for place in touching(one, two) if self.grid.cards[place]]
        best = sorted(takes, key=self.worth, reverse=True)[:TAKES]
        return max((self.taken(one, two, place) for place in best), default=self._missed)

    def _flipped(self, up: Up, place: Place, depth: int, shown: int) -> float:
        face = self.grid.faces[place]
        if face is not None:
            return self._best((*up, (place, face)), depth - 1, shown)
        return sum(
            chance * self._best((*up, (place, card)), depth - 1, shown + 1)
            for card, chance in self._next
        )

    def _best(self, up: Up, depth: int, shown: int) -> float:
        """Return the best expected value with these face-up cards and ``depth`` flips left."""
        taken = {place for place, _ in up}
        left = [place for place in self.grid.filled() if place not in taken] if depth else ()
        if not left:
            return self._outcome(up, shown)
        return max(self._flipped(up, place, depth, shown) for place in left)

    def _outcome(self, up: Sequence[tuple[Place, Card]], shown: int) -> float:
        """Return the value at the end of the flips, after ``shown`` cards were shown."""
        found = (
            self.match(one, two)
            for (one, card), (two, other) in combinations(up, 2)
            if match(card, other)
        )
        return max(found, default=self._missed - self._rivals * TOLD * shown)

    def _worth(self, card: Card) -> float:
        alike = WILD_CARD if card.is_wild else ALIKE * self._hand[card.code]
        return CARD + NUMBER * card.number + alike


def _theirs(cards: int, face: Card | None) -> float:
    """Return the value of a pile to a player whose hand is unknown."""
    unknown = CARD + NUMBER * USUAL
    if face is None:
        return cards * unknown
    top = CARD + NUMBER * face.number + WILD_CARD * face.is_wild
    return (cards - 1) * unknown + top


_NEAR: Final = tuple(tuple(other.place for other in neighbours(slot)) for slot in SLOTS)


@dataclass(frozen=True, slots=True)
class KnownGrid:
    """The piles of the grid, as far as they are known."""

    cards: tuple[int, ...]
    """The number of cards in each place."""
    faces: tuple[Card | None, ...]
    """The known top cards, None if unknown."""
    deck: int
    """The number of cards in the deck."""

    def filled(self) -> Sequence[Place]:
        """Return the places with cards."""
        return [place for place, cards in enumerate(self.cards) if cards]

    def after(self, one: Place, two: Place, taken: Place) -> "KnownGrid":
        """Return the grid after a match was covered and a pile taken (P2.3)."""
        cards, faces = [*self.cards], [*self.faces]
        cards[taken], faces[taken] = 0, None
        refilled = (taken, one, two)[: self.deck]
        for place in refilled:
            cards[place] += 1
            faces[place] = None
        return replace(self, cards=tuple(cards), faces=tuple(faces), deck=self.deck - len(refilled))


def seen(view: View, known: Known) -> KnownGrid:
    """Return the grid of a View, with the faces that a player remembers."""
    return KnownGrid(
        tuple(slot.cards for slot in view.slots), tuple(map(known.get, SLOTS)), view.draw_pile
    )


@cache
def touching(one: Place, two: Place) -> tuple[Place, ...]:
    """Return the places that touch a match but are not part of it (P2.3)."""
    return tuple(sorted({*_NEAR[one], *_NEAR[two]} - {one, two}))


def reach(grid: KnownGrid, worth: Callable[[int, Card | None], float]) -> float:
    """Return the value of the best pile that the next player can reach.

    That is a pile beside a pair that everyone has seen; without such a pair, a fraction of the
    best pile. ``worth`` gives the value of a pile from its size and face.
    """
    piles = zip(grid.cards, grid.faces, strict=True)
    worths = [(worth(cards, face), place) for place, (cards, face) in enumerate(piles) if cards]
    partners = _partners(grid)
    for value, place in sorted(worths, reverse=True):
        if any(_leads_to(grid, partners, near, place) for near in _NEAR[place]):
            return value
    return BY_CHANCE * max(worths)[0] if worths else 0.0


def _partners(grid: KnownGrid) -> Mapping[Place, int]:
    """Return for each known face the number of others that match it."""
    known = {
        place: face
        for place, (cards, face) in enumerate(zip(grid.cards, grid.faces, strict=True))
        if cards and face is not None
    }
    wilds = sum(face.is_wild for face in known.values())
    codes = Counter(face.code for face in known.values() if not face.is_wild)
    return {
        place: len(known) - 1 if face.is_wild else codes[face.code] - 1 + wilds
        for place, face in known.items()
    }


def _leads_to(grid: KnownGrid, partners: Mapping[Place, int], one: Place, taken: Place) -> bool:
    """Whether a known face has a partner other than the pile that is taken."""
    mine, wanted = grid.faces[one], grid.faces[taken]
    both = mine is not None and wanted is not None and match(mine, wanted)
    return partners.get(one, 0) > both


def reason(view: View, legal: Sequence[act.Action], action: act.Action) -> Reason:
    """Return the reason for one of several actions of a game in play."""
    match action:
        case act.Flip(slot) if view.phase is not Phase.BOARD:
            return why_flip(ahead_of(view), slot)
        case act.Take(slot):
            return why_take(ahead_of(view), legal, slot)
    return because(_in_battle(view, legal, action))


def _in_battle(view: View, legal: Sequence[act.Action], action: act.Action) -> str:
    """Return the name of the sentence for an action of a battle, or the choice of a match."""
    name = _ALWAYS.get(type(action), "for_the_board")
    match action:
        case act.Attack(_, cards):
            name = "may_be_enough" if len(cards) < len(view.hand) else "all_in"
        case act.Defend(cards) if view.battle is not None:
            name = "stronger" if strength(cards) > strength(view.battle.attack) else "risks_little"
        case act.Counter() if view.battle is not None:
            name = "board_again" if view.battle.target is None else "turns_battle"
        case act.Pass():
            name = "keep_cards" if of_kind(legal, act.Attack) else "later"
        case Decline():
            name = "lost_more" if len(legal) > 1 else "nothing_to_add"
    return name


_ALWAYS: Final[Mapping[type[act.Action], str]] = {
    act.Pair: "best_match",
    act.BattleBoard: "beats_board",
    act.LayDown: "showdown",
}


def why_flip(ahead: LookAhead, slot: Slot) -> Reason:
    """Return the reason for flipping a slot in a Chow."""
    face = ahead.grid.faces[slot.place]
    if face is None and ahead.up:
        return because("may_match")
    if face is None:
        return because("new_card")
    if any(match(face, card) for _, card in ahead.up):
        return because("matches")
    if ahead.up:
        return because("tells_nothing")
    return because("match_known")


def why_take(ahead: LookAhead, legal: Sequence[act.Action], slot: Slot) -> Reason:
    """Return the reason for taking a pile."""
    piles = of_kind(legal, act.Take)
    if ahead.worth(slot.place) < max(ahead.worth(pile.slot.place) for pile in piles):
        return because("leaves_less")
    return because("best_pile")


def ahead_of(view: View) -> LookAhead:
    """Return the look-ahead of a player who remembers all that was flipped."""
    return LookAhead(view, remembered(view, forgetful=False))
