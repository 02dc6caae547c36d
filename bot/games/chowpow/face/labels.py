"""Names of cards and slots, a hand as text, figures, what has to be done now, and proposals."""

import collections
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from bot.face.face import Emoji, Scene, is_scored
from bot.face.markdown import MINUS, counted, number, ordinal
from bot.face.phrases import NBSP, bold
from bot.game.contract import Seat
from bot.game.held import Held
from bot.game.moves import Decline, NextRound
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.cards import Card, Code, Slot, total
from bot.games.chowpow.rules.hand import Hand
from bot.games.chowpow.rules.options import default_deck
from bot.games.chowpow.rules.view import Phase, RoundResult, View, ranks

HIDDEN: Final = "?"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
EMPTY: Final = "\N{EN DASH}"
"""The signs of a hidden face, of a pile, and of an empty slot."""

_FOODS: Final = {
    "Fruit": "\N{CHERRIES}",
    "Veg": "\N{CARROT}",
    "Bakery": "\N{BREAD}",
    "Grill": "\N{POULTRY LEG}",
    "Sweets": "\N{CANDY}",
    "Sea": "\N{FISH}",
    "Wild": "\N{GLOWING STAR}",
    "Team-Up": "\N{HANDSHAKE}",
}

HIDDEN_EMOJI: Final = "chowpow_hidden"
EMPTY_EMOJI: Final = "chowpow_empty"


def code_of(card: Card) -> Code:
    """Return a card's code; by the standard deck where it doesn't know its name."""
    code = card.code if isinstance(card.code, Code) else default_deck().named([card])[0].code
    return code if isinstance(code, Code) else Code(code, code, 0)


def emojis() -> Mapping[str, Card]:
    """Return the cards that have an emoji, those of the standard deck, by its name."""
    return {_emoji(card): card for card in default_deck().cards}


def card_emoji(card: Card) -> str:
    """Return the name of a card's emoji, ``chowpow_fruit_6``; empty if it has none."""
    name = _emoji(card)
    return name if name in _EMOJIS else ""


PILES: Final = range(2, 5)
"""The numbers of cards of a pile that are on its emoji; larger piles are rare."""


def pile_emoji(name: str, cards: int) -> Emoji:
    """Return a card's emoji with the number of cards on it: beside it, rows would be too wide."""
    if not name or cards == 1:
        return Emoji(name)
    return Emoji(f"{name}_x{cards}") if cards in PILES else Emoji(name, f"{TIMES}{cards}")


def _emoji(card: Card) -> str:
    name = code_of(card).name.lower().replace("-", "_")
    return f"chowpow_{name}_{card.number}"


_EMOJIS: Final = frozenset(emojis())


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Sort cards by faction in the deck's order, then by number; wilds last (P1.1)."""
    return sorted(cards, key=lambda card: (code_of(card).place, card.number))


def card_words(card: Card) -> str:
    """Name a card: ``Fruit 6``, ``Wild 3``, ``Team-Up 2``."""
    return f"{code_of(card).name} {card.number}"


def food(card: Card) -> str:
    """Return a card in short: ``\N{CHERRIES}6``."""
    name = code_of(card).name
    return f"{_FOODS.get(name, f'{name} ')}{card.number}"


def cards_words(cards: Iterable[Card], nothing: str = "no card") -> str:
    """Name several cards by faction: ``Fruit 1 6, Wild 3``."""
    groups = groupby(in_order(cards), key=code_of)
    found = [f"{code.name} {' '.join(str(card.number) for card in same)}" for code, same in groups]
    return ", ".join(found) or nothing


def hand_text(hand: Hand) -> str:
    """List a hand by factions, new cards in bold, as a block quote ended by an empty line."""
    held = sorted(hand, key=lambda each: (code_of(each.card).place, each.card.number))
    groups = groupby(held, key=lambda each: code_of(each.card))
    words = [_together(code.name, [*same]) for code, same in groups]
    return f"> {f'{NBSP}· '.join(words) or 'no card'}\n"


def _together(name: str, hand: Iterable[Held[Card]]) -> str:
    numbers = (f"**{each.card.number}**" if each.fresh else str(each.card.number) for each in hand)
    return NBSP.join((name, *numbers))


def slot_label(view: View, slot: Slot) -> str:
    """Return a slot's label where there are no emojis."""
    cards, face, _ = view.slots[slot.place]
    if not cards:
        return EMPTY
    return f"{food(face) if face else HIDDEN}{f'{TIMES}{cards}' * (cards > 1)}"


def slot_emoji(view: View, slot: Slot) -> Emoji:
    """Return the top card's emoji, with the number of cards."""
    cards, face, _ = view.slots[slot.place]
    name = card_emoji(face) if face is not None else HIDDEN_EMOJI
    return pile_emoji(name, cards) if cards else Emoji(EMPTY_EMOJI)


def side_words(cards: Sequence[Card]) -> str:
    """Return what counts in a battle: ``2 cards, 7`` (P3.4)."""
    return f"{counted(len(cards), 'card')}, {total(cards)}"


def cards_won(view: View) -> tuple[int, ...]:
    """Return how many cards each seat has won in all games; this breaks ties (P4.2)."""
    return tuple(
        sum(len(result.won[seat]) for result in view.results) for seat in range(view.seats)
    )


def standing(view: View) -> tuple[int, ...]:
    """Return each seat's rank after the games scored so far (P4.2)."""
    return ranks(view.totals, cards_won(view), view.drawn or ((),) * view.seats)


def sum_of(cards: Sequence[Card]) -> str:
    """Write out the points of cards, grouped by number, with the sum."""
    found = sorted(collections.Counter(card.number for card in cards).items(), reverse=True)
    terms = [f"{count} {TIMES} {value}" if count > 1 else str(value) for value, count in found]
    if len(cards) <= 1:
        return "".join(terms) or "0"
    return f"{' + '.join(terms)} = {total(cards)}"


def points_of(result: RoundResult, seat: Seat) -> str:
    """Write out a seat's points; with Hot Sauce, cards left are subtracted."""
    won = total(result.won[seat])
    if not result.hot_sauce:
        return str(won)
    left = total(result.left[seat])
    return f"{won} {MINUS} {left} = {number(won - left)}"


def drawn_words(view: View, seat: Seat) -> str:
    """Return the cards that a seat drew to break a tie; empty if there was no draw (P4.2)."""
    drawn = view.drawn[seat] if view.drawn else ()
    return f"drew {' '.join(map(str, drawn))}" if drawn else ""


_STATUS: Final = {
    Phase.PAIR: "choose your match.",
    Phase.TAKE: "take a slot next to your match.",
    Phase.DEFEND: "lay cards against the attack.",
    Phase.BOARD: "flip a slot for the board.",
    Phase.COUNTER: "add cards, or add nothing.",
    Phase.BUFFET: "lay cards for the showdown, in secret.",
}

_DOING: Final = {
    Phase.PAIR: "chooses the match",
    Phase.TAKE: "takes a slot",
    Phase.POW: "can battle",
    Phase.DEFEND: "defends",
    Phase.BOARD: "flips for the board",
    Phase.COUNTER: "is behind and can add cards",
}


def acting(view: View) -> Seat:
    """Return the seat that has to decide; if there are several, the one whose turn it is."""
    return min(view.to_act) if len(view.to_act) == 1 else view.to_move


def doing(view: View) -> str:
    """Return what the seat to act is doing, or how many have to lay."""
    if view.phase is Phase.BUFFET:
        return f"{counted(len(view.to_act), 'player')} still to lay"
    if view.phase is Phase.FLIP:
        return f"flips the {ordinal(len(view.up) + 1)} of {counted(view.due, 'slot')}"
    return _DOING.get(view.phase, "")


def flipped(view: View) -> Iterator[str]:
    """Yield the flips of this turn and the last one, so that nobody has to remember (P7.9)."""
    for when, flips in (("This turn", view.flips), ("The turn before", view.last_flips)):
        if flips:
            named = ", ".join(f"{flip.slot} {card_words(flip.card)}" for flip in flips)
            yield f"{when}: {named}."


def status_words(view: View) -> str:
    """Return what the seats to act have to do."""
    if view.phase is Phase.FLIP:
        return f"flip a card ({len(view.up) + 1} of {view.due})."
    if view.phase is Phase.POW:
        others = (count for seat, count in enumerate(view.counts) if seat != view.to_move)
        whom = "another player" if any(others) else "the board"
        return f"battle {whom}, or pass."
    return _STATUS[view.phase]


def turns_left(view: View) -> str:
    """Return how many turns follow this one once the deck is empty; empty before (P4.1)."""
    if view.last is None or is_scored(view):
        return ""
    return f"deck empty, {counted(view.last, 'turn')} left" if view.last else "the last turn"


def proposal(scene: Scene[View], action: act.Action) -> str:  # noqa: C901, PLR0911 - an action each
    """Phrase an action of the viewer in the imperative."""
    match act.named(action, scene.view.options.cards):
        case act.Flip(slot):
            return f"Flip {slot}"
        case act.Pair(first, second):
            return f"Match {first} and {second}"
        case act.Take(slot):
            return f"Take {slot}"
        case act.Pass():
            return "Pass"
        case Decline():
            return "Add nothing"
        case act.Attack(target, cards):
            return f"Attack {bold(scene.seats, target)} with {cards_words(cards)}"
        case act.BattleBoard(card):
            return f"Battle the board with {card_words(card)}"
        case act.Defend(cards):
            return f"Defend with {cards_words(cards)}"
        case act.Counter(cards):
            return f"Add {cards_words(cards)}"
        case act.LayDown(cards):
            return f"Lay {cards_words(cards)}"
        case NextRound():
            return "Go on to the next round"
