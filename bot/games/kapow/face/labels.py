"""Labels and names of cards and positions, figures of a View, and proposed actions in words."""

from typing import Final

from bot.face.face import Emoji, Scene, is_scored
from bot.face.markdown import number, signed
from bot.game.contract import Seat
from bot.games.kapow.rules import actions as act
from bot.games.kapow.rules.cards import Card, Place, Position, points, span
from bot.games.kapow.rules.hand import Hand, lying, placed
from bot.games.kapow.rules.view import View

HIDDEN: Final = "?"
GONE: Final = "\N{MIDDLE DOT}"
"""The signs of a face-down card, and of a place whose triad has been discarded."""

ROWS: Final = ("top", "middle", "bottom")


def card_label(card: Card) -> str:
    """Return a card's sign: ``7``, ``±2``, ``K!``."""
    if card is Card.KAPOW:
        return "K!"
    return f"±{card.face}" if card.is_power else str(card.face)


GONE_EMOJI: Final = "kapow_gone"
SETS: Final = range(-6, 19)
"""The values of powersets that have an emoji; there are hardly any others."""


def card_emoji(card: Card | None) -> str:
    """Return the name of a card's emoji: ``kapow_7``, ``kapow_power_2``, ``kapow_hidden``."""
    if card is None:
        return "kapow_hidden"
    if card is Card.KAPOW:
        return "kapow_kapow"
    return f"kapow_power_{card.face}" if card.is_power else f"kapow_{card.face}"


def set_emoji(value: int) -> str:
    """Return the name of a powerset's emoji: ``kapow_set_7``, ``kapow_set_minus_2``."""
    return f"kapow_set_{f'minus_{-value}' if value < 0 else value}"


def position_emoji(position: Position) -> Emoji:
    """Return a position's emoji, of a powerset that of its value: the picture shows its cards."""
    upper = position.upper if position.face_up else None
    if upper is None or upper is Card.KAPOW or not position.is_powerset:
        return Emoji(card_emoji(upper))
    value = span(position)[0]
    return Emoji(set_emoji(value)) if value in SETS else Emoji()


def card_words(card: Card) -> str:
    """Name a card: ``7``, ``±2``, ``KAPOW! card``."""
    return "KAPOW! card" if card is Card.KAPOW else card_label(card)


def a_card(card: Card) -> str:
    """Name a card with its article: ``a 7``, ``an 8``, ``a KAPOW! card``."""
    return f"{'an' if card in (Card.C8, Card.C11) else 'a'} {card_words(card)}"


def position_words(position: Position) -> str:
    """Describe a position: ``face down``, ``9``, ``KAPOW!``, ``5 with +2 worth 7``."""
    upper = position.upper
    if upper is None or not position.face_up:
        return "face down"
    name = "KAPOW!" if upper is Card.KAPOW else card_label(upper)
    if not position.is_powerset:
        return name
    modified = f"{name} with {modifier_words(position)}"
    if upper is Card.KAPOW:
        return modified
    return f"{modified} worth {number(span(position)[0])}"


def modifier_words(position: Position) -> str:
    """Return a powerset's visible modifiers, or their sum if there are more than two."""
    if len(position.modifiers) > 2:
        return signed(sum(position.modifiers))
    return "".join(signed(modifier) for modifier in position.modifiers)


def position_label(position: Position) -> str:
    """Return a position's label: ``?``, ``9``, ``±2``, ``K!``, ``5+2=7`` or ``K!+1``."""
    upper = position.upper
    if upper is None or not position.face_up:
        return HIDDEN
    if not position.is_powerset:
        return card_label(upper)
    modifiers = modifier_words(position)
    if upper is Card.KAPOW:
        return f"K!{modifiers}"
    return f"{upper.face}{modifiers}={number(span(position)[0])}"


def place_words(place: Place) -> str:
    """Describe a place: ``column 2, middle``."""
    return f"column {place.column + 1}, {ROWS[place.row]}"


def showing(hand: Hand) -> int:
    """Return the points of a hand's face-up positions, without triads that will go (K6.4)."""
    kept = (triad for triad in hand if triad is not None and not triad.is_complete)
    return sum(points(position) for triad in kept for position in triad if position.face_up)


def doubling_threatens(view: View, seat: Seat) -> bool:
    """Whether the seat went out and its points double if another hand has fewer (K6.5)."""
    return view.out == seat and not is_scored(view) and showing(view.hands[seat]) > 0


def proposal(scene: Scene[View], action: act.Action) -> str:
    """Phrase an action of the seat to move in the imperative."""
    view = scene.view
    words = "Go on to the next round"
    match action:
        case act.Reveal(first, second):
            words = f"Turn up {place_words(first)} and {place_words(second)}"
        case act.Take(act.Pile.DISCARD) if view.discard_pile:
            words = f"Take the {card_words(view.discard_pile[0])} from the discard pile"
        case act.Take() if view.drawing_ends_round:
            words = "End the round at the empty draw pile"
        case act.Take():
            words = "Draw a card"
        case act.Swap(kapow, other):
            there = f"{_what(view, other)} ({place_words(other)})"
            words = f"Swap the KAPOW! card ({place_words(kapow)}) with {there}"
        case act.EndTurn():
            words = "End the turn"
        case act.Discard() | act.Replace() | act.PutOnTop() | act.PutBeneath():
            words = _play(view, action)
    return words


def _play(view: View, play: act.Discard | act.Replace | act.PutOnTop | act.PutBeneath) -> str:
    card = view.drawn.card if view.drawn is not None else None
    name = "the card" if card is None else f"the {card_words(card)}"
    if isinstance(play, act.Discard):
        return f"Discard {name}"
    what, where = _what(view, play.place), place_words(play.place)
    if isinstance(play, act.Replace):
        return f"Replace {what} ({where}) with {name}"
    how = "on top of" if isinstance(play, act.PutOnTop) else "beneath"
    return f"Put {name} {how} {what} ({where}){_modifier(view, card, play)}"


def _modifier(view: View, card: Card | None, play: act.PutOnTop | act.PutBeneath) -> str:
    position = lying(view.hands[view.to_move], play.place)
    if card is None or position is None:
        return ""
    return f" as {signed(placed(position, card, play).modifiers[-1])}"


def _what(view: View, place: Place) -> str:
    position = lying(view.hands[view.to_move], place)
    if position is None or not position.face_up:
        return "the hidden card"
    return f"the {position_words(position)}"
