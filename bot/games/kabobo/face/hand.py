"""A player's private hand as a screen: the steps of each turn, the kabobs, and the recipes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.face.cards import card_label
from bot.face.face import Act, Button, Emoji, Focus, Row, Scene, Screen, Style, is_scored
from bot.face.game_face import (
    BACK,
    IDLE,
    Click,
    Step,
    between_rounds,
    both_ways,
    rows_of,
    to_move,
    two_clicks,
)
from bot.face.markdown import counted
from bot.face.phrases import bold, briefly
from bot.game.contract import Seat
from bot.game.moves import Decline, Draw, of_kind
from bot.games.kabobo.face import descriptions as say, known
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules.cards import (
    FIFTEEN,
    JOKER_POINTS,
    PLACES,
    SHORTEST_RUN,
    Card,
    Recipe,
    Spot,
    Suit,
)
from bot.games.kabobo.rules.powers import powers
from bot.games.kabobo.rules.view import PIECES, Phase, View

_LEGEND: Final = f"{say.HIDDEN} not known · {say.LOCKED} locked"
_NAME: Final = 10
"""The limit of names on buttons, in characters: two should fit side by side on a phone."""

_TAKE: Final = "take"
_CALL: Final = "call"
"""What a choice within a turn is about."""

_CALL_IT: Final = Button("Yes, call “Kabobo!”", Act(str(act.Call())), Style.DANGER)
_CALL_NOW: Final = (
    "**Call “Kabobo!” now?**\n"
    "Everyone else gets one more turn, and can trade for your unlocked cards. "
    "You win 2 pieces if nobody beats you. If someone does, all others win 1."
)

_SHOW_RECIPES: Final = "recipes"

_RECIPES: Final = Button("Recipes", Focus(_SHOW_RECIPES))

_MADE_OF: Final = {
    Recipe.MATCH: "2, 3 or 4 cards of one value",
    Recipe.RUN: f"{SHORTEST_RUN} or 4 values in a row, ace low",
    Recipe.FIFTEEN: f"cards that add up to {FIFTEEN}",
    Recipe.FLUSH: "all 4 cards of one suit",
    Recipe.KABOBO: f"{JOKER_POINTS} each, in no other recipe",
}
_RECIPE_NAMES: Final = {Recipe.KABOBO: "Joker"}


def hand(scene: Scene[View], seat: Seat, legal: Sequence[act.Action], focus: str) -> Screen:
    """Lay out a seat's hand: first what to do, then what its owner knows."""
    shown = known.remembered(scene)
    view = shown.view
    step = (
        between_rounds(view, legal)
        or _recipes(view, seat, focus)
        or _step(shown, seat, legal, focus)
    )
    what, *why = step.text.splitlines() or [""]
    text = "\n".join((what, *why, *_knowledge(scene, shown, seat), _standing(view, seat)))
    small = " ".join((*why, *_sums(scene, view, seat)))
    lead = f"{what}\n-# {small}" if small else what
    if focus == _SHOW_RECIPES or step.text.startswith(_CALL_NOW):
        lead = step.text  # What is asked for is read in full.
    rows = (*_rows(shown, seat, step.controls), *step.rows)
    return Screen(text, rows, _LEGEND, lead=lead)


def _step(scene: Scene[View], seat: Seat, legal: Sequence[act.Action], focus: str) -> Step[Spot]:
    view = scene.view
    if not legal:
        return Step(_waiting_for(scene), {}, ((_RECIPES,),))
    match view.phase:
        case Phase.PEEK:
            return _peek(seat, legal, focus)
        case Phase.TURN:
            return _turn(scene, seat, legal, focus)
        case Phase.DRAWN:
            return _drawn(view, seat, legal)
    return _power(scene, seat, legal, focus)


def _knowledge(scene: Scene[View], shown: Scene[View], seat: Seat) -> Iterator[str]:
    """Yield what is known; ``scene`` also has what the viewer has just seen, but must remember."""
    yield known.cards_line(shown.view, seat)
    if not is_scored(shown.view):
        yield known.points_line(shown.view, seat)
        yield from known.seen_line(scene)
    yield known.others_line(shown, seat)


def _sums(scene: Scene[View], view: View, seat: Seat) -> Iterator[str]:
    """Yield what no picture shows: the points of the cards, and what was seen just now."""
    if not is_scored(view):
        if known.known_cards(view.hands[seat]):
            yield known.sure_points(view, seat)
        yield from known.seen_line(scene)


def _standing(view: View, seat: Seat) -> str:
    pieces = f"{view.pieces[seat]} of {PIECES} pieces"
    if is_scored(view):
        points = counted(view.results[-1].points[seat], "point")
        return f"**Round {view.round}**: {points} · {pieces}"
    piles = f"draw pile {view.draw_pile} · top discard {card_label(view.discard_pile[0])}"
    return f"-# {pieces} · {counted(view.totals[seat], 'point')} · {piles}"


def _waiting_for(scene: Scene[View]) -> str:
    view = scene.view
    if view.phase is Phase.PEEK and view.viewer in view.peeked:
        return "The others are still looking at their cards."
    return IDLE if view.phase is Phase.PEEK else to_move(scene)


def _rows(scene: Scene[View], seat: Seat, controls: Mapping[Spot, Click]) -> tuple[Row, ...]:
    hands = scene.view.hands

    def name(spot: Spot) -> str:
        place = str(spot.place + 1)
        if spot.seat == seat:
            return place
        return f"{briefly(scene.seats, spot.seat, _NAME)} · {place}"

    def label(spot: Spot) -> str:
        return f"{name(spot)}: {say.laid_label(hands[spot.seat][spot.place])}"

    def emoji(spot: Spot) -> Emoji:
        beside = "" if spot.seat == seat else name(spot)
        return say.laid_emoji(hands[spot.seat][spot.place], spot.place, beside)

    clicked = {spot.seat for spot in controls} - {seat}
    own, *others = ([Spot(at, place) for place in PLACES] for at in (seat, *sorted(clicked)))
    return tuple(
        row for spots in ([own], others) for row in rows_of(spots, label, controls, emoji=emoji)
    )


def _peek(seat: Seat, legal: Sequence[act.Action], focus: str) -> Step[Spot]:
    """Offer two cards to peek at, one after the other (B1.2)."""
    peeks = of_kind(legal, act.Peek)
    pairs = ((Spot(seat, each.first), Spot(seat, each.second), each) for each in peeks)
    first, controls = two_clicks(both_ways(pairs), focus, _focus_word)
    if first is None:
        return Step("**Look at two cards: pick the first.**", controls)
    return Step(f"**Pick the second card.**\nThe first is card {_focus_word(first)}.", controls)


def _turn(scene: Scene[View], seat: Seat, legal: Sequence[act.Action], focus: str) -> Step[Spot]:
    """Offer the top discard, the deck, or a call; the first and the last take two clicks."""
    view = scene.view
    top = view.discard_pile[0]
    takes = of_kind(legal, act.TakeDiscard)
    if focus == _TAKE and takes:
        controls = {Spot(seat, take.place): Click(Act(str(take))) for take in takes}
        head = f"**Pick the card that the {card_label(top)} replaces.** It will lie face up."
        return Step(_lines(head, known.best_place(view, seat, top)), controls, ((BACK,),))
    if focus == _CALL and act.Call() in legal:
        return Step(_lines(_CALL_NOW, " ".join(_before_call(scene, seat))), {}, ((_CALL_IT, BACK),))
    row = [
        Button(f"Draw a card ({view.draw_pile})", Act(str(Draw())), Style.MAIN),
        Button(
            f"Take the {card_label(top)}",
            Focus(_TAKE),
            Style.MAIN,
            say.card_emoji(top),
            "Take it",
        ),
    ]
    head = f"**Draw a card or take the {card_label(top)}.**"
    if act.Call() in legal:
        row.append(Button("Call “Kabobo!”", Focus(_CALL), Style.DANGER))
        head = f"**Draw a card, take the {card_label(top)}, or call “Kabobo!”.**"
    text = _lines(head, known.best_place(view, seat, top))
    return Step(text, {}, (tuple(row), (_RECIPES,)))


def _before_call(scene: Scene[View], seat: Seat) -> Iterator[str]:
    view = scene.view
    unknown = sum(laid.card is None for laid in view.hands[seat])
    if unknown > 1 and view.options.memory_aid:
        yield f"**Careful:** you don't know {unknown} of your cards."
    up = [
        f"{bold(scene.seats, other, _NAME)}: {' '.join(cards)}"
        for other, hand in enumerate(view.hands)
        if other != seat
        and (cards := [card_label(each.card) for each in hand if each.face_up and each.card])
    ]
    if up:
        yield f"Face up: {'; '.join(up)}."


def _drawn(view: View, seat: Seat, legal: Sequence[act.Action]) -> Step[Spot]:
    """Offer the places to keep the drawn card in, or to discard it for its power (B2.2, B2.3)."""
    card = view.drawn
    if card is None:
        return Step("", {})
    keeps = of_kind(legal, act.Keep)
    controls = {Spot(seat, keep.place): Click(Act(str(keep))) for keep in keeps}
    head = f"**You drew the {card_label(card)}. Pick the card it replaces, or discard it.**"
    text = _lines(head, known.best_place(view, seat, card), _promise(view, seat, card))
    name = f": {say.POWER_NAMES[card.suit]}" if card.suit and _can(view, seat, card) else ""
    discard = Button(f"Discard it{name}", Act(str(act.Season())), Style.DANGER)
    unused = Button("Discard it, no power", Act(str(act.Season()), str(Decline())))
    return Step(text, controls, ((discard, *((unused,) if name else ()), _RECIPES),))


def _can(view: View, seat: Seat, card: Card) -> bool:
    return bool(powers(view.hands, seat, card.suit))


def _promise(view: View, seat: Seat, card: Card) -> str:
    """Describe what discarding the drawn card would do (B6.2)."""
    if card.suit is None:
        return "A joker has no power."
    if not _can(view, seat, card):
        return "There's no card to use its power on."
    return f"Discard it to {say.power_words(card.suit)}."


def _power(scene: Scene[View], seat: Seat, legal: Sequence[act.Action], focus: str) -> Step[Spot]:
    """Offer the targets of a power, or to decline it (B2.3)."""
    decline = tuple(Button("Skip", Act(str(each))) for each in of_kind(legal, Decline))
    trades = of_kind(legal, act.Trade)
    if trades:
        return _trade(scene, seat, trades, focus, decline)
    text = known.power_prompt(scene.view, seat, scene.view.discard_pile[0].suit)
    return Step(text, dict(_targets(seat, legal)), (decline,))


def _targets(seat: Seat, legal: Sequence[act.Action]) -> Iterator[tuple[Spot, Click]]:
    for action in legal:
        match action:
            case act.Check(place=place) | act.Lock(place=place):
                yield Spot(seat, place), Click(Act(str(action)))
            case act.Look(spot=spot):
                yield spot, Click(Act(str(action)))
            case act.Unlock(spot=spot):
                yield spot, Click(Act(str(action)), Style.GOOD)


def _trade(
    scene: Scene[View], seat: Seat, trades: Sequence[act.Trade], focus: str, decline: Row
) -> Step[Spot]:
    pairs = ((Spot(seat, trade.place), trade.spot, trade) for trade in trades)
    own, controls = two_clicks(pairs, focus, _focus_word)
    head = say.POWER_PROMPTS[Suit.HEARTS]
    if own is not None:
        trades = [trade for trade in trades if trade.place == own.place]
        head = f"**Trade: pick the card you want for card {_focus_word(own)}.**"
    return Step(_lines(head, known.best_trade(scene, seat, trades)), controls, (decline,))


def _lines(*lines: str) -> str:
    return "\n".join(filter(None, lines))


def _focus_word(spot: Spot) -> str:
    return str(spot.place + 1)


def _recipes(view: View, seat: Seat, focus: str) -> Step[Spot] | None:
    if focus != _SHOW_RECIPES:
        return None
    head = "**Recipes** score their cards' sum, once each. A card counts in all it fits."
    # The empty line at the end keeps the next line out of the list.
    return Step("\n".join((head, *_recipes_table(view, seat), "")), {}, ((BACK,),))


def _recipes_table(view: View, seat: Seat) -> Iterator[str]:
    made = known.sure(known.known_cards(view.hands[seat])).recipes
    for recipe, made_of in _MADE_OF.items():
        points = sum(scored.points for scored in made if scored.recipe is recipe)
        name = _RECIPE_NAMES.get(recipe, recipe.value.capitalize())
        tick = f" \N{HEAVY CHECK MARK} {points}" if points else ""
        yield f"- **{name}{tick}** · {made_of}"
