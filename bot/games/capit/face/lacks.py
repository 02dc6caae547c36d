"""Lines of a hand about the contract: what is there, and which cards would complete it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.face.names import listed
from bot.face.numbers import counted
from bot.face.suits import rank_sign
from bot.games.capit.face.labels import card_label, contract_words, place_label, shape_label
from bot.games.capit.face.menus import cards_of
from bot.games.capit.rules.cards import Card, Suit
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.lacks import EVERY_CARD, WILDS, Lack, Part, lack_of
from bot.games.capit.rules.melds import Kind, Place
from bot.games.capit.rules.state import Phase
from bot.games.capit.rules.view import View

__all__ = ["contract_lines", "top_line"]

_TICK: Final = "\N{HEAVY CHECK MARK}"
_LISTED: Final = 6
"""How many cards a line lists; of more, some are told as examples."""


def contract_lines(view: View) -> Iterator[str]:
    """Yield the contract with what is there ticked, and what the viewer's hand lacks (C2.3)."""
    if view.viewer in view.laid:
        yield f"You have laid the contract: {contract_words(view.contract)}."
        return
    cards = cards_of(view.hand)
    lack = _lack(view, cards)
    yield f"**Contract of round {view.round}:** {_ticked(view.contract, lack, cards)}."
    yield _lacking(view, lack, cards)


def top_line(view: View) -> Iterator[str]:
    """Yield whether the top discard would help with the contract, before the draw."""
    if view.phase is not Phase.DRAW or not view.discard_pile or view.viewer in view.laid:
        return
    cards, top = cards_of(view.hand), view.discard_pile[0]
    before = _lack(view, cards).cards
    if not before:
        return
    after = _lack(view, (*cards, top)).cards
    if not after:
        yield f"The {card_label(top)} completes your contract!"
    elif after < before:
        yield f"The {card_label(top)} brings your contract one card closer."
    else:
        yield f"The {card_label(top)} doesn't help with your contract."


def _lack(view: View, cards: Sequence[Card]) -> Lack:
    return lack_of(cards, view.contract, view.options.run_suit)


def _ticked(contract: Sequence[Demand], lack: Lack, cards: Sequence[Card]) -> str:
    """Describe a contract; each meld of the nearest choice that is complete has a tick."""
    complete = _complete(lack, cards)
    if not any(complete):
        return contract_words(contract)
    return listed(
        [
            f"a {kind} of {size}{f' {_TICK}' * done}"
            for (kind, size), done in zip(contract, complete, strict=True)
        ]
    )


def _complete(lack: Lack, cards: Sequence[Card]) -> list[bool]:
    """Return which melds can be laid together; wilds go where the fewest are needed."""
    if not lack.cards:
        return [True] * len(lack.nearest)
    wilds = sum(card.is_wild for card in cards)
    done = [False] * len(lack.nearest)
    for at, part in sorted(enumerate(lack.nearest), key=lambda each: len(each[1].unfilled)):
        needed = len(part.unfilled)
        if needed < part.shape.size and needed <= wilds:
            done[at] = True
            wilds -= needed
    return done


def _lacking(view: View, lack: Lack, cards: Sequence[Card]) -> str:
    """Say how many cards are lacking, and which ones would do."""
    if not lack.cards:
        if view.to_move != view.viewer:
            return "You have it all: lay it in your turn."
        return (
            f"You have it all: {'draw, then lay it' if view.phase is Phase.DRAW else 'lay it now'}."
        )
    if lack.cards == 1:
        return f"You need **one card**: {_any_of(lack.any_of)}."
    return f"You need **{counted(lack.cards, 'card')}**. Nearest: {_nearest(lack, cards)}."


def _any_of(cards: frozenset[Card]) -> str:
    """List cards of which any one will do: ``any 7, 9♡ or a wild card``."""
    if cards == EVERY_CARD:
        return "any card will do"
    words = [*_by_rank(cards - WILDS)]
    if len(words) > _LISTED:
        more = len(words) - _LISTED
        words = [*words[:_LISTED], f"{more} other{'s' * (more > 1)}"]
    words += ["a wild card"] if cards >= WILDS else map(card_label, sorted(cards & WILDS))
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _by_rank(cards: Iterable[Card]) -> Iterator[str]:
    """Yield the cards in order; all four of a rank as one."""
    of_rank = Counter(card.rank for card in cards)
    told = set()
    for card in sorted(cards):
        if of_rank[card.rank] < len(Suit):
            yield card_label(card)
        elif card.rank not in told:
            told.add(card.rank)
            yield f"any {rank_sign(card.rank)}"


def _nearest(lack: Lack, cards: Sequence[Card]) -> str:
    """Name the melds that are not complete, what each needs, and the wilds left for them."""
    parts, done = lack.nearest, _complete(lack, cards)
    left = [part for part, there in zip(parts, done, strict=True) if not there]
    used = sum(len(part.unfilled) for part, there in zip(parts, done, strict=True) if there)
    wilds = sum(card.is_wild for card in cards) - used
    told = listed([_needs(part) for part in left])
    if not wilds:
        return told
    have = "your wild card fills" if wilds == 1 else f"your {wilds} wild cards fill"
    return f"{told}; {have} {wilds} of these places"


def _needs(part: Part) -> str:
    """Name a meld and the cards for its unfilled places: ``set of 7s (needs one 7)``."""
    shape, unfilled = part
    if len(unfilled) == shape.size:
        return f"any {shape.kind} of {shape.size}"
    places = [*map(place_label, unfilled)]
    if shape.kind is Kind.SET:
        places = [_several(unfilled[0], len(unfilled))]
    return f"{shape_label(shape)} (needs {listed(places)})" if unfilled else shape_label(shape)


def _several(place: Place, count: int) -> str:
    """Name cards of one rank: ``one 7``, ``two 7s``."""
    return f"{_NUMBERS.get(count, str(count))} {rank_sign(place.rank)}{'s' * (count > 1)}"


_NUMBERS: Final = {1: "one", 2: "two"}
