"""What can be laid from a hand: the contract and what it lacks (C4.1), and items of menus.

The best ways are offered directly, all others in two steps: first the melds (sevens, and spades
from the 5), then the cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from bot.face.cards import card_label, card_words, rank_sign
from bot.face.face import MAX_MENU_ITEMS, Act, Button, Focus, MenuItem, Row, Scene, Style, menus
from bot.face.game_face import BACK, Step
from bot.face.markdown import counted, ordinal, plain
from bot.face.phrases import listed
from bot.game.held import cards_of
from bot.games.capit.face import descriptions as say
from bot.games.capit.rules.actions import Action, Cards, Discard, LayContract, LayOff, Swap
from bot.games.capit.rules.cards import EVERY_CARD, WILDS, Card, Suit, points
from bot.games.capit.rules.melds import Demand, Kind, Meld, Shape, Side, best_filling, fillings
from bot.games.capit.rules.plans import Missing, Part, Plan, missing_for, plans
from bot.games.capit.rules.view import Hand, Phase, View

_TICK: Final = "\N{HEAVY CHECK MARK}"
_WILDS: Final = frozenset(WILDS)
_missing = lru_cache(maxsize=1 << 10)(missing_for)  # It takes a millisecond, and a hand asks often.

_LISTED: Final = 4
"""How many cards a line lists; of more, some are told as examples."""

LONGEST: Final = 60
"""The longest action of a button, in characters."""

_WAYS: Final = "ways "
_WAY: Final = "way "
"""Focuses: a page of the plans, and one of them."""


def contract_lines(view: View) -> Iterator[str]:
    """Yield the contract, ticked where it's complete, and what the hand lacks (C2.3)."""
    if view.viewer in view.laid:
        own = say.melds_of(view, view.viewer)
        yield f"Contract laid: {say.contract_words(view.contract)}{own}."
        return
    cards = cards_of(view.hand)
    ticked = _ticked(view.contract, _lack(view, cards), cards)
    yield f"**Contract of round {view.round}:** {ticked}."
    yield lack_line(view)


def lack_line(view: View) -> str:
    """Say what the hand lacks for the contract, and if the top discard helps (C2.3, C3.1)."""
    cards, top = cards_of(view.hand), view.discard_pile[:1]
    lack = _lack(view, cards)
    line, before = _lacking(view, lack, cards), lack.cards
    free = before and view.phase is Phase.DRAW and view.viewer == view.to_move
    after = _lack(view, (*cards, *top)).cards if free else before
    if after == before:
        return line
    return f"{line} The {card_label(top[0])} {'helps' if after else 'completes your contract'}!"


def _lack(view: View, cards: tuple[Card, ...]) -> Missing:
    return _missing(cards, view.contract, view.options.run_suit)


def _ticked(contract: Sequence[Demand], lack: Missing, cards: Sequence[Card]) -> str:
    complete = _complete(lack, cards)
    if not any(complete):
        return say.contract_words(contract)
    return listed(
        [
            f"a {kind} of {size}{f' {_TICK}' * done}"
            for (kind, size), done in zip(contract, complete, strict=True)
        ]
    )


def _complete(lack: Missing, cards: Sequence[Card]) -> list[bool]:
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


def _lacking(view: View, lack: Missing, cards: Sequence[Card]) -> str:
    if not lack.cards:
        when = "draw, then lay it" if view.phase is Phase.DRAW else "lay it now"
        return f"You have it all: {when if view.to_move == view.viewer else 'lay it in your turn'}."
    if lack.cards == 1:
        return f"You need **one card**: {_any_of(lack.any_of)}."
    return f"You need **{counted(lack.cards, 'card')}**, such as {_nearest(lack, cards)}."


def _any_of(cards: frozenset[Card]) -> str:
    """List cards of which any one will do: ``any 7, 9♡ or a wild card``."""
    if cards == EVERY_CARD:
        return "any card will do"
    words = [*_by_rank(cards - _WILDS)]
    if len(words) > _LISTED:
        more = len(words) - _LISTED
        words = [*words[:_LISTED], f"{more} other{'s' * (more > 1)}"]
    words += ["a wild card"] if cards >= _WILDS else map(card_label, sorted(cards & _WILDS))
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


def _nearest(lack: Missing, cards: Sequence[Card]) -> str:
    parts, done = lack.nearest, _complete(lack, cards)
    left = [part for part, there in zip(parts, done, strict=True) if not there]
    used = sum(len(part.unfilled) for part, there in zip(parts, done, strict=True) if there)
    wilds = sum(card.is_wild for card in cards) - used
    told = listed([_needs(part) for part in left])
    have = "your wild card fills one" if wilds == 1 else f"your wild cards fill {wilds}"
    return f"{told}; {have}" if wilds else told


def _needs(part: Part) -> str:
    """Name the cards for a meld's unfilled places: ``two 9s``, or one or two of a run."""
    shape, unfilled = part
    if len(unfilled) == shape.size:
        return f"any {shape.kind} of {shape.size}"
    count = say.NUMBERS[len(unfilled)]
    if shape.kind is Kind.SET:
        return f"{count} {rank_sign(shape.rank)}{'s' * (len(unfilled) > 1)}"
    if len(unfilled) > 2:
        return f"{count} of {say.shape_label(shape)}"
    return f"{' '.join(map(say.place_label, unfilled))} ({say.shape_label(shape)})"


OTHER_WAY: Final = "Lay it in another way"


def contract_rows(scene: Scene[View], legal: Sequence[Action], _sorting: object) -> tuple[Row, ...]:
    """Return the button of the best way to lay the contract, and a menu of the others."""
    items = [_item(scene.view, way) for way in legal if isinstance(way, LayContract)]
    if not items:
        return (Button("Lay the contract"),), *menus(OTHER_WAY, ())
    best, rest = items[0], MenuItem("All other ways", Focus(f"{_WAYS}1"))
    if isinstance(best.does, Act) and len(best.does.action) > LONGEST:
        return menus("Lay the contract", [*items, rest])
    lay = Button(f"Lay {best.label}", best.does, Style.MAIN)
    return (lay,), *menus(OTHER_WAY, [*items[1:], rest])


def contract_step(view: View, legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    laid = any(isinstance(action, LayContract) for action in legal)
    if not laid or not focus.startswith((_WAYS, _WAY)):
        return None
    found = plans(cards_of(view.hand), view.contract, view.options.run_suit)
    pages = -(-len(found) // MAX_MENU_ITEMS)
    page = next((page for page in range(pages) if focus == f"{_WAYS}{page + 1}"), None)
    if page is not None:
        return _plans(found, page, pages)
    number = next((at for at in range(len(found)) if focus == f"{_WAY}{at + 1}"), None)
    return None if number is None else _ways(view, found[number], number)


def _plans(found: Sequence[Plan], page: int, pages: int) -> Step[Any]:
    first = page * MAX_MENU_ITEMS
    items = [
        MenuItem(reading(plan.shapes), Focus(f"{_WAY}{at}"), wilds_line(plan.wilds))
        for at, plan in enumerate(found[first : first + MAX_MENU_ITEMS], start=first + 1)
    ]
    row: tuple[Button, ...] = (BACK,)
    if pages > 1:
        before = Button("Before", Focus(f"{_WAYS}{(page - 1) % pages + 1}"))
        after = Button("Next", Focus(f"{_WAYS}{(page + 1) % pages + 1}"))
        row = (before, Button(f"Page {page + 1} of {pages}"), after, BACK)
    text = "**Pick what to lay.** The fewest wild cards come first."
    return Step(text, {}, (*menus("What do you lay?", items), row))


def _ways(view: View, plan: Plan, number: int) -> Step[Any]:
    items = [
        MenuItem(
            cards_line(melds),
            Act(str(LayContract(tuple(map(Cards.of, melds))))),
            wilds_line(wilds_in(melds)),
        )
        for melds in ways_to_fill(view.hand, plan.shapes)
    ]
    back = Button("Back", Focus(f"{_WAYS}{number // MAX_MENU_ITEMS + 1}"))
    text = f"**Pick the cards.** You lay: {reading(plan.shapes)}."
    return Step(text, {}, (*menus("With which cards?", items), (back,)))


def _item(view: View, way: LayContract) -> MenuItem:
    melds = [cards.meld(view.options.run_suit) for cards in way.melds]
    return MenuItem(reading([meld.shape for meld in melds]), Act(str(way)), cards_line(melds))


_PLUS: Final = " + "
NAME: Final = 16

_LOOKED_AT: Final = 200
"""How many ways of each kind are considered."""


def discard_item(hand: Hand, card: Card) -> MenuItem:
    """Return the item that discards a card."""
    does = Act(str(Discard(card)))
    return MenuItem(card_label(card), does, _about(hand, card), say.card_emoji(card))


def _about(hand: Hand, card: Card) -> str:
    same = [held for held in hand if held.card == card]
    parts = (
        card_words(card),
        f"you have {len(same)}" if len(same) > 1 else "",
        "new" if any(held.fresh for held in same) else "",
        counted(points(card), "point"),
    )
    return " · ".join(filter(None, parts))


def ways_to_fill(
    hand: Hand, shapes: Sequence[Shape], first: tuple[Meld, ...] = ()
) -> list[tuple[Meld, ...]]:
    """Return up to 25 ways to fill shapes: ``first``, then those with the fewest wilds.

    There may be millions: first come the best way with other natural cards, then with other wilds.
    """
    cards = cards_of(hand)
    best = first or best_filling(cards, shapes)
    used = [card for meld in best for card in meld.cards]
    plain = [card for card in cards if not card.is_wild] + [card for card in used if card.is_wild]
    wild = [card for card in used if not card.is_wild] + [card for card in cards if card.is_wild]
    found = {_alike(best): best}
    for supply in (plain, wild, cards):
        # Sorted, so that the order rule for melds of the same shape drops none of them.
        for way in islice(fillings(sorted(supply), shapes), _LOOKED_AT):
            found.setdefault(_alike(way), way)
    return [best, *sorted([*found.values()][1:], key=wilds_in)][:MAX_MENU_ITEMS]


def wilds_in(melds: Sequence[Meld]) -> int:
    """Return how many 2s and jokers are in melds."""
    return sum(card.is_wild for meld in melds for card in meld.cards)


def _alike(melds: Sequence[Meld]) -> tuple[str, ...]:
    return tuple(sorted(map(str, melds)))


def reading(shapes: Sequence[Shape]) -> str:
    """Describe shapes: ``set of 7s + run 3-6`` and its suit."""
    return _PLUS.join(map(say.shape_label, shapes))


def cards_line(melds: Sequence[Meld]) -> str:
    """List the cards of melds, each wild with what it stands for."""
    return _PLUS.join(map(say.meld_cards, melds))


def wilds_line(number: int) -> str:
    """Return how many 2s and jokers a way uses."""
    return counted(number, "wild card") if number else "no wild card"


def exchange(scene: Scene[View], swap: Swap) -> str:
    """Describe a replacement; a place in a set is named by its number."""
    meld = scene.view.melds[swap.meld].meld
    wild = card_label(freed(scene.view, swap))
    at = f" ({ordinal(swap.at + 1)} card)" if meld.kind is Kind.SET else ""
    where = f"meld {swap.meld + 1}, {owned(scene, swap.meld)}"
    return f"{card_label(swap.card)} for the {wild}{at} of {where}"


def off_item(scene: Scene[View], off: LayOff, action: str) -> MenuItem:
    """Return the menu item of a lay-off."""
    meld = scene.view.melds[off.meld].meld
    about = say.meld_cards(meld) if len(meld.cards) < 10 else say.cards_label(meld.cards)
    return MenuItem(target(scene, off), Act(action), about)


def target(scene: Scene[View], off: LayOff) -> str:
    """Describe where a card is laid off: ``4: Mina's run 3-6, as the 7``."""
    meld = scene.view.melds[off.meld].meld
    where = f"{off.meld + 1}: {owned(scene, off.meld)}"
    if meld.kind is Kind.SET:
        return where
    place = meld.place(-1 if off.side is Side.LOW else len(meld.cards))
    return f"{where}, as the {say.place_label(place)}"


def owned(scene: Scene[View], number: int) -> str:
    """Name a meld by its owner: ``Mina's set of 7s``, ``your run 3-6`` and its suit."""
    seat, meld = scene.view.melds[number]
    own = seat == scene.view.viewer
    owner = "your" if own else f"{plain(scene.seats[seat].name, NAME)}'s"
    return f"{owner} {say.meld_label(meld)}"


def freed(view: View, swap: Swap) -> Card:
    """Return the wild card that a replacement frees."""
    return view.melds[swap.meld].meld.cards[swap.at]
