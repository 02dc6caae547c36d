"""Normal and easy, and Kai for a person whose time has run out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

from bot.game.held import cards_of
from bot.game.moves import Decline, of_kind
from bot.games.chowpow.kai.battles import board_flip, counter, defend, fight, lay_down
from bot.games.chowpow.kai.look_ahead import Known, remembered
from bot.games.chowpow.rules.actions import Action, Defend, Flip, LayDown, Pair, Pass, Take
from bot.games.chowpow.rules.cards import Slot, match, neighbours, total
from bot.games.chowpow.rules.view import Phase, View
from bot.kai.player import Choice, only_choice
from bot.kai.words import because

UNSEEN: Final = 3.5
"""The value of an unknown card: about its average number."""

ALIKE: Final = 1.0
"""The additional value for each card of the same faction in the hand."""

WILD: Final = 3.0
"""The additional value of a wild card, which joins any cards."""

Laid = TypeVar("Laid", Defend, LayDown)


class NormalChowpow:
    """Remembers all faces of the grid that were in its View."""

    forgetful = False

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        known = remembered(view, forgetful=self.forgetful)
        if view.phase is Phase.BOARD:
            return board_flip(known, legal)
        if chowing := _CHOW.get(view.phase):
            return chowing(view, known, legal)
        return _POW[view.phase](view, legal)


class EasyChowpow(NormalChowpow):
    """Plays in the same way, but only remembers the flips of the last two turns."""

    forgetful = True


class TimeoutChowpow(NormalChowpow):
    """Loses as few points as possible in battles; plays Chows as Kai does."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the cheapest legal defence, no attack and no counter; otherwise Kai's choice."""
        if view.phase in _REFUSALS:
            refusal = _REFUSALS[view.phase]
            if refusal in legal:
                return Choice(refusal, because("not_told_to"))
        if view.phase is Phase.DEFEND:
            return _cheapest(of_kind(legal, Defend))
        if view.phase is Phase.BUFFET:
            return _cheapest(of_kind(legal, LayDown))
        return super().choose(view, legal)


def _flip(view: View, known: Known, legal: Sequence[Action]) -> Choice[Action]:
    """Flip a known pair or the partner of an open card, otherwise an unseen card."""
    slots = [action.slot for action in legal if isinstance(action, Flip)]
    sure = _sure(view, known, slots)
    if sure is not None:
        return Choice(Flip(sure), because("seen_matches"))
    unseen = [slot for slot in slots if slot not in known]
    if unseen:
        best = max(unseen, key=lambda slot: _beside(view, known, (slot,)))
        return Choice(Flip(best), because("unseen_beside_much"))
    return Choice(Flip(slots[0]), because("none_matches"))


def _pair(view: View, known: Known, legal: Sequence[Action]) -> Choice[Action]:
    pairs = of_kind(legal, Pair)
    best = max(pairs, key=lambda each: _beside(view, known, (each.first, each.second)))
    return Choice(best, because("best_pile_touches"))


def _take(view: View, known: Known, legal: Sequence[Action]) -> Choice[Action]:
    best = max(of_kind(legal, Take), key=lambda take: _worth(view, known, take.slot))
    return Choice(best, because("worth_more"))


def _sure(view: View, known: Known, slots: Sequence[Slot]) -> Slot | None:
    """Return the slot that certainly leads to the best match, None without one."""
    lying = [slot for slot in view.up if slot in known]
    if any(match(known[a], known[b]) for a, b in combinations(lying, 2)):
        return None  # There is a match already: use the third flip to see something new.
    pairs = [*_pairs(known, view.up, slots)]
    if not pairs:
        return None
    best = max(pairs, key=lambda each: _beside(view, known, each))
    return next(slot for slot in best if slot not in view.up)


def _pairs(known: Known, up: Sequence[Slot], slots: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    """Yield the known pairs that can still be flipped, those with an open card first."""
    firsts = [slot for slot in up if slot in known] or [slot for slot in slots if slot in known]
    for first in firsts:
        for second in slots:
            if second != first and second in known and match(known[first], known[second]):
                yield first, second


def _beside(view: View, known: Known, matched: Sequence[Slot]) -> float:
    """Return the value of the best slot beside a match, or beside one card of it."""
    touching = {slot for each in matched for slot in neighbours(each)} - {*matched}
    return max((_worth(view, known, slot) for slot in touching), default=0.0)


def _worth(view: View, known: Known, slot: Slot) -> float:
    """Return about how many points the cards of a slot are worth."""
    cards = view.slots[slot.place].cards
    if not cards:
        return 0.0
    face = known.get(slot)
    if face is None:
        return cards * UNSEEN
    alike = sum(card.code == face.code for card in cards_of(view.hand))
    return (cards - 1) * UNSEEN + face.number + (WILD if face.is_wild else ALIKE * alike)


def _cheapest(ways: Sequence[Laid]) -> Choice[Action]:
    # The points at risk; among equals, more cards are stronger.
    best = min(ways, key=lambda way: (total(way.cards), -len(way.cards), way.cards))
    return Choice(best, because("cheapest"))


_CHOW: Final = {Phase.FLIP: _flip, Phase.PAIR: _pair, Phase.TAKE: _take}

_POW: Final[Mapping[Phase, Callable[[View, Sequence[Action]], Choice[Action]]]] = {
    Phase.POW: fight,
    Phase.DEFEND: defend,
    Phase.COUNTER: counter,
    Phase.BUFFET: lay_down,
}

_REFUSALS: Final[dict[Phase, Action]] = {Phase.POW: Pass(), Phase.COUNTER: Decline()}
