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
from bot.face.phrases import briefly, small
from bot.game.contract import Seat
from bot.game.moves import Decline, Draw, of_kind
from bot.games.kabobo.face import descriptions as say, known
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules.cards import (
    FIFTEEN,
    JOKER_POINTS,
    PLACES,
    SHORTEST_RUN,
    Recipe,
    Spot,
    Suit,
)
from bot.games.kabobo.rules.powers import powers
from bot.games.kabobo.rules.view import PIECES, Phase, View

_LEGEND: Final = f"{say.HIDDEN} not known · {say.LOCKED} locked"
_NAME: Final = 6
"""The limit of names on buttons, in characters: a row of cards should fit on a phone."""

_TAKE: Final = "take"
_CALL: Final = "call"
"""What a choice within a turn is about."""

_CALL_IT: Final = Button("Yes, call “Kabobo!”", Act(str(act.Call())), Style.DANGER)
_CALL_NOW: Final = (
    "**Call “Kabobo!” now? You win 2 pieces, but if someone beats you, all others win 1.**\n"
    "Everyone else gets one more turn, and can trade for your unlocked cards."
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
    text = "\n".join((step.text, *_knowledge(scene, shown, seat), _standing(view, seat)))
    news = "" if focus == _SHOW_RECIPES or "\n-# " in step.text else known.news(scene, seat)
    rows = (*_rows(shown, seat, step.controls), *step.rows)
    return Screen(text, rows, _LEGEND, lead=_lines(step.text, news))


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


def _standing(view: View, seat: Seat) -> str:
    pieces = f"{view.pieces[seat]} of {PIECES} pieces"
    if is_scored(view):
        points = counted(view.results[-1].points[seat], "point")
        return f"**Round {view.round}**: {points} · {pieces}"
    piles = f"draw pile {view.draw_pile} · top discard {card_label(view.discard_pile[0])}"
    return f"-# {pieces} · {counted(view.totals[seat], 'point')} · {piles}"


def _waiting_for(scene: Scene[View]) -> str:
    if scene.view.phase is not Phase.PEEK:
        return to_move(scene)
    looked = scene.view.viewer in scene.view.peeked
    return "The others are still looking at their cards." if looked else IDLE


def _rows(scene: Scene[View], seat: Seat, controls: Mapping[Spot, Click]) -> tuple[Row, ...]:
    hands = scene.view.hands

    def name(spot: Spot) -> str:
        """Name another player, only beside the first card: the row is theirs."""
        first = spot.seat != seat and not spot.place
        return briefly(scene.seats, spot.seat, _NAME) if first else ""

    def label(spot: Spot) -> str:
        laid = hands[spot.seat][spot.place]
        place = name(spot) or _word(spot.place) * (laid.card is None)
        return f"{place}{': ' * bool(place)}{say.laid_label(laid)}"

    def emoji(spot: Spot) -> Emoji:
        return say.laid_emoji(hands[spot.seat][spot.place], spot.place, name(spot))

    clicked = {spot.seat for spot in controls} or {seat}
    rows = ([Spot(at, place) for place in PLACES] for at in sorted(clicked, key=seat.__ne__))
    return tuple(row for spots in rows for row in rows_of([spots], label, controls, emoji=emoji))


def _peek(seat: Seat, legal: Sequence[act.Action], focus: str) -> Step[Spot]:
    """Offer two cards to peek at, one after the other (B1.2)."""
    peeks = of_kind(legal, act.Peek)
    pairs = ((Spot(seat, each.first), Spot(seat, each.second), each) for each in peeks)
    first, controls = two_clicks(both_ways(pairs), focus, lambda spot: _word(spot.place))
    if first is None:
        return Step("**Look at two cards: pick the first.**", controls)
    return Step("**Pick the second card.**", controls)


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
        return Step(_lines(_CALL_NOW, _before_call(view, seat)), {}, ((_CALL_IT, BACK),))
    sign, emoji = card_label(top), say.card_emoji(top)
    take = Button(f"Take the {sign}", Focus(_TAKE), Style.MAIN, emoji, "Take it")
    row = [Button("Draw", Act(str(Draw())), Style.MAIN), take]
    head = f"**Draw a card or take the {sign}.**"
    if act.Call() in legal:
        row.append(Button("Call", Focus(_CALL), Style.DANGER))
        head = f"**Draw a card, take the {sign}, or call “Kabobo!”.**"
    text = _lines(head, known.best_place(view, seat, top))
    return Step(text, {}, (tuple(row), (_RECIPES,)))


def _before_call(view: View, seat: Seat) -> str:
    unknown = sum(laid.card is None for laid in view.hands[seat]) * view.options.memory_aid
    careful = [f"**Careful:** you don't know {unknown} of your cards."] * (unknown > 1)
    return small([*careful, *known.sure_points(view, seat)])


def _drawn(view: View, seat: Seat, legal: Sequence[act.Action]) -> Step[Spot]:
    """Offer the places to keep the drawn card in, or to discard it for its power (B2.2, B2.3)."""
    card = view.drawn
    if card is None:
        return Step("", {})
    keeps = of_kind(legal, act.Keep)
    controls = {Spot(seat, keep.place): Click(Act(str(keep))) for keep in keeps}
    head = f"**You drew the {card_label(card)}. Pick the card it replaces, or discard it.**"
    can = bool(powers(view.hands, seat, card.suit))
    power = small([_promise(card.suit, can=can)])
    text = _lines(head, known.best_place(view, seat, card), power)
    name = f": {say.POWER_NAMES[card.suit]}" if can and card.suit else ""
    discard = Button(f"Discard{name}".replace(" or ", "/"), Act(str(act.Season())), Style.DANGER)
    unused = Button("No power", Act(str(act.Season()), str(Decline())))
    return Step(text, controls, ((discard, *((unused,) if name else ())), (_RECIPES,)))


def _promise(suit: Suit | None, *, can: bool) -> str:
    """Describe what discarding the drawn card would do (B6.2)."""
    if suit is None:
        return "A joker has no power."
    return (
        f"Discard it to {say.power_words(suit)}." if can else "There's no card to use its power on."
    )


def _power(scene: Scene[View], seat: Seat, legal: Sequence[act.Action], focus: str) -> Step[Spot]:
    """Offer the targets of a power, or to decline it (B2.3)."""
    skip = tuple(Button("Skip", Act(str(each))) for each in of_kind(legal, Decline))
    trades = of_kind(legal, act.Trade)
    if not trades:
        text = known.power_prompt(scene.view, seat, scene.view.discard_pile[0].suit)
        return Step(text, dict(_targets(seat, legal)), (skip,))
    controls = {Spot(seat, each.place): Click(Focus(_word(each.place))) for each in trades}
    head = say.POWER_PROMPTS[Suit.HEARTS]
    if chosen := [each for each in trades if _word(each.place) == focus]:
        head, skip = f"**Trade: pick the card you want for card {focus}.**", (*skip, BACK)
        trades, controls = chosen, {each.spot: Click(Act(str(each))) for each in chosen}
    return Step(_lines(head, known.best_trade(scene, seat, trades)), controls, (skip,))


def _targets(seat: Seat, legal: Sequence[act.Action]) -> Iterator[tuple[Spot, Click]]:
    for action in legal:
        match action:
            case act.Check(place=place) | act.Lock(place=place):
                yield Spot(seat, place), Click(Act(str(action)))
            case act.Look(spot=spot):
                yield spot, Click(Act(str(action)))
            case act.Unlock(spot=spot):
                yield spot, Click(Act(str(action)), Style.GOOD)


def _lines(*lines: str) -> str:
    return "\n".join(filter(None, lines))


def _word(place: int) -> str:
    return str(place + 1)


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
