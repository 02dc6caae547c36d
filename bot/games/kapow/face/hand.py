"""A player's private hand as a screen: what to do, cards and legal choices."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.face.face import Act, Button, Emoji, Focus, Scene, Screen, Style, is_scored
from bot.face.game_face import (
    BACK,
    UNSELECT,
    Click,
    Step,
    between_rounds,
    both_ways,
    rows_of,
    to_move,
    two_clicks,
)
from bot.face.markdown import IN_LINE, number, signed
from bot.face.phrases import bold, listed
from bot.game.contract import Seat
from bot.game.moves import of_kind
from bot.games.kapow.face import descriptions as say
from bot.games.kapow.rules import actions as act, hand as triads, view as ev
from bot.games.kapow.rules.cards import Card, Place, Position
from bot.games.kapow.rules.hand import Hand, Triad
from bot.games.kapow.rules.view import Phase, View

_ON: Final = "+"
"""Begins the focuses with which a turn goes on after a click that would end it."""

COMPLETE: Final = "\N{CHECK MARK}"


def grid(hand: Hand, controls: Mapping[Place, Click]) -> tuple[tuple[Button, ...], ...]:
    """Return three rows with one button for each triad."""
    places = [[Place(column, row) for column in range(len(hand))] for row in range(len(say.ROWS))]
    return rows_of(
        places,
        lambda place: _label(hand[place.column], place.row),
        controls,
        emoji=lambda place: _emoji(hand[place.column], place.row),
    )


def _emoji(triad: Triad | None, row: int) -> Emoji:
    return Emoji(say.GONE_EMOJI) if triad is None else say.position_emoji(triad[row])


def _label(triad: Triad | None, row: int) -> str:
    if triad is None:
        return say.GONE
    label = say.position_label(triad[row])
    return f"{COMPLETE} {label}" if triad.is_complete else label


def piles(view: View, legal: Sequence[object]) -> tuple[Button, Button]:
    """Return the two piles as buttons, enabled if a card can be taken."""
    top = f": {say.card_label(view.discard_pile[0])}" if view.discard_pile else ""
    shown = say.card_emoji(view.discard_pile[0]) if view.discard_pile else ""
    drawn = _pile(act.Pile.DRAW, f"Draw pile ({view.draw_pile})", legal)
    if view.drawing_ends_round:
        drawn = _pile(act.Pile.DRAW, "End the round (draw pile)", legal, Style.DANGER)
    discarded = _pile(act.Pile.DISCARD, f"Discard pile{top or ' (0)'}", legal)
    return drawn, discarded._replace(emoji=shown, beside="Discard pile")


def _pile(pile: act.Pile, label: str, legal: Sequence[object], style: Style = Style.MAIN) -> Button:
    take = act.Take(pile)
    return Button(label, Act(str(take)), style) if take in legal else Button(label)


def opening(view: View, legal: Sequence[act.Action], focus: str) -> Step[Place]:
    """Offer two cards to turn up, one after the other (K3.1)."""
    reveals = ((each.first, each.second, each) for each in of_kind(legal, act.Reveal))
    first, controls = two_clicks(both_ways(reveals), focus)
    text = "**Turn up two cards: pick the first.**"
    if first is not None:
        text = f"**Pick the second card.**\n-# The first is in {say.place_words(first)}."
    return Step(text, controls, (piles(view, legal),))


def take(view: View, legal: Sequence[act.Action]) -> Step[Place]:
    """Offer the two piles (K3.2)."""
    ends = "\nIf you draw, all hands count." * view.drawing_ends_round
    words = say.ways_to_take(view)
    return Step(f"**{words[0].upper()}{words[1:]}**{ends}", {}, (piles(view, legal),))


def play(scene: Scene[View], hand: Hand, legal: Sequence[act.Action], focus: str) -> Step[Place]:
    """Offer to discard the card taken, or a place for it and, if necessary, the way (K3.3)."""
    view = scene.view
    card = view.drawn.card if view.drawn is not None else None
    if card is None:
        return Step("", {})
    ways, on, focus = _ways(legal), focus[:1] == _ON, focus.removeprefix(_ON)
    free = card is Card.KAPOW or any(triad is not None and triad.kapows for triad in hand)

    def deed(play: act.Play) -> Act:
        return _deed(play, _played(hand, card, play), on=on) if free else Act(str(play))

    place = next((at for at, one in ways.items() if len(one) > 1 and str(at) == focus), None)
    controls = {
        at: Click(deed(one[0]) if len(one) == 1 else Focus(f"{_ON * on}{at}"))
        for at, one in ways.items()
    }
    name = f"Discard the {say.card_label(card)}"
    last = [
        Button(name, deed(action), Style.DANGER, say.card_emoji(card), "Discard it")
        for action in of_kind(legal, act.Discard)
    ]
    plays = [each for each in legal if isinstance(each, act.Play)] if free else []
    triad = None if place is None else hand[place.column]
    if place is None or triad is None:
        out = _going_out(scene, hand, card)
        controls |= {at: Click(controls[at].does, Style.DANGER) for at in out}
        end = ", or discard it" if last else ""
        name = "KAPOW!" if card is Card.KAPOW else say.card_label(card)
        text = f"**Place the {name}{end}.**{''.join(out.values())}"
        # In the place of the piles, so that the hand stays as high as it is.
        last += [*_going_on(map(deed, plays), ""), *([BACK] if on else ())]
        return Step(text, controls, (tuple(last) or piles(view, legal),))
    controls[place] = UNSELECT
    old, several = triad[place.row], ways[place]
    how = dict.fromkeys(_HOW[type(each)] for each in several if not isinstance(each, act.Replace))
    choices = (_choice(old, card, each, deed(each), how) for each in several)
    _, _, lies = say.position_label(old).rpartition("=")
    put = f"put the {say.card_label(card)} {' or '.join(how)}"
    text = f"**Replace the {lies}, or {put}.**\n-# In {say.place_words(place)}."
    return Step(text, controls, (tuple(choices), (BACK,)))


_HOW: Final = {act.PutOnTop: "on top", act.PutBeneath: "beneath"}


def _going_out(scene: Scene[View], hand: Hand, card: Card) -> Mapping[Place, str]:
    """Return the only hidden card's place, and what it is to play the card there (K6.1, K6.5)."""
    view, places = scene.view, [*triads.places_face_down(hand)]
    if len(places) != 1 or view.final_turn:
        return {}
    points = say.showing(_played(hand, card, act.Replace(places[0])))
    shown = [(say.showing(each), at) for at, each in enumerate(view.hands) if at != view.to_move]
    least, seat = min(shown)
    name = bold(scene.seats, seat, IN_LINE)
    doubled = f" {name} shows {number(least)}, so it'd be doubled." * (least < points > 0)
    return {places[0]: f"\nYour last hidden card: you go out with {number(points)}.{doubled}"}


def _ways(legal: Sequence[act.Action]) -> Mapping[Place, list[act.PlaceAction]]:
    ways: defaultdict[Place, list[act.PlaceAction]] = defaultdict(list)
    for action in legal:
        if isinstance(action, act.PlaceAction):
            ways[action.place].append(action)
    return ways


def _played(hand: Hand, card: Card, play: act.Play) -> Hand:
    """Return the hand after a play, without the triad that goes at once (K4.3)."""
    if isinstance(play, act.Discard):
        return hand
    column, row = play.place
    triad = triads.column_of(hand, column)
    put = triad.put(row, triads.placed(triad[row], card, play))
    return _settled(triads.with_column(hand, column, put))


def _deed(action: act.Action, after: Hand, *, on: bool) -> Act:
    """Return a click that ends the turn too, unless a swap is of use then, or it goes ``on``."""
    swaps = triads.offers(after)
    ends = swaps and not on and not any(_is_of_use(after, swap) for swap in swaps)
    return Act(str(action), str(act.EndTurn()) if ends else "")


def _is_of_use(hand: Hand, swap: act.Swap) -> bool:
    """Whether a swap completes a triad, or saves a KAPOW! card from lying on top for the next."""
    if triads.column_of(hand, swap.kapow.column).is_complete:
        return swap.kapow.row == 0
    after = triads.swapped(hand, swap)
    return any(triads.column_of(after, at.column).is_complete for at in (swap.kapow, swap.other))


def _going_on(deeds: Iterable[object], focus: str) -> list[Button]:
    ends = any(isinstance(does, Act) and does.then for does in deeds)
    return [Button("Then swap\N{HORIZONTAL ELLIPSIS}", Focus(f"{_ON}{focus}"))] if ends else []


def _choice(
    old: Position, card: Card, action: act.PlaceAction, does: Act, how: Collection[str]
) -> Button:
    if isinstance(action, act.Replace):
        return Button("Replace", does, Style.MAIN)
    put = triads.placed(old, card, action)
    _, adds, after = say.position_label(put).rpartition("=")
    words = f"{signed(put.modifiers[-1])} = {after}" if adds else after
    if len(how) > 1:
        words = f"{_HOW[type(action)]}: {words}".capitalize()
    return Button(words, does, Style.MAIN)


def kapow_step(hand: Hand, legal: Sequence[act.Action], focus: str) -> Step[Place]:
    """Offer a KAPOW! card and the position to swap it with, or to end the turn (K4.4-K4.7)."""
    on, focus = focus[:1] == _ON, focus.removeprefix(_ON)
    swaps = of_kind(legal, act.Swap)
    pairs = ((each.kapow, each.other, each) for each in swaps)
    chosen, controls = two_clicks(pairs, focus, style=Style.GOOD)
    for swap in swaps:
        if swap.kapow == chosen:
            controls[swap.other] = Click(_deed(swap, _settled(triads.swapped(hand, swap)), on=on))
    end = [Button("End turn", Act(str(each)), Style.MAIN) for each in of_kind(legal, act.EndTurn)]
    more = _going_on((click.does for click in controls.values()), focus)
    row, text = tuple(end), "**Swap a KAPOW! if you like.**"
    if chosen is not None:
        row, text = (BACK, *end, *more), "**Swap this KAPOW! with\N{HORIZONTAL ELLIPSIS}?**"
    return Step(f"{text}\n{_waiting(hand)}".rstrip(), controls, (row,))


def _settled(hand: Hand) -> Hand:
    return tuple(None if triad is None or triad.goes_at_once else triad for triad in hand)


def _waiting(hand: Hand) -> str:
    """Say which triads go at the end of the turn (K4.4)."""
    columns = [at for at, triad in enumerate(hand) if triad is not None and triad.is_complete]
    goes = f"{_columns(columns)} go{'es' * (len(columns) == 1)}".capitalize()
    return f"{goes} when you end your turn." if columns else ""


def _columns(columns: Sequence[int]) -> str:
    return f"column{'s' * (len(columns) > 1)} {listed([str(at + 1) for at in columns])}"


_LEGEND: Final = "? face down · ±2 power card · K! KAPOW!"


def hand(scene: Scene[View], seat: Seat, legal: Sequence[act.Action], focus: str) -> Screen:
    """Lay out a seat's hand."""
    view, own = scene.view, scene.view.hands[seat]
    step = between_rounds(view, legal) or _step(scene, own, legal, focus)
    news = "" if is_scored(view) else " ".join(_own_news(scene, seat))
    told = [f"-# {news}"] if news else []
    # Which card is chosen, its button shows; what follows from a click matters more than news.
    lead, _, _ = step.text.partition("\n-# ")
    lead = "\n".join((lead, *(told if "\n" not in lead else ())))
    text = "\n".join((step.text, *told, *_others(scene, seat), _standing(view, seat, own)))
    return Screen(text, (*grid(own, step.controls), *step.rows), _LEGEND, lead=lead)


def _own_news(scene: Scene[View], own: Seat) -> Iterator[str]:
    told, cleared = "", list[int]()  # Until the next turn is over.
    for event in scene.past:
        match event:
            case ev.Replaced(seat, _, card, old) if seat == own:
                gone = "powerset" if old.is_powerset else say.position_words(old)
                put = "KAPOW!" if card is Card.KAPOW else f"{say.card_label(card)}."
                told, cleared = f"You replaced the {gone} with the {put}", []
            case ev.TriadDiscarded(seat, column, _) if seat == own:
                cleared.append(column)
    yield from filter(None, (told, f"You cleared {_columns(cleared)}!" * bool(cleared)))


def _step(scene: Scene[View], own: Hand, legal: Sequence[act.Action], focus: str) -> Step[Place]:
    view = scene.view
    if not legal:
        # Without figures, as it's only drawn again for those that something has changed for.
        return Step(to_move(scene), {}, ((Button("Draw pile"), Button("Discard pile")),))
    match view.phase:
        case Phase.OPENING:
            return opening(view, legal, focus)
        case Phase.TAKE:
            return take(view, legal)
        case Phase.PLAY:
            return play(scene, own, legal, focus)
    return kapow_step(own, legal, focus)


def _others(scene: Scene[View], seat: Seat) -> Iterator[str]:
    view = scene.view
    if not is_scored(view):
        yield f"-# {say.piles(view)}"
    for other in (*range(seat + 1, len(view.hands)), *range(seat)):
        name, total = bold(scene.seats, other, IN_LINE), number(view.totals[other])
        shows = f"shows {number(say.showing(view.hands[other]))}"
        if is_scored(view):
            shows = f"round {number(view.results[-1].points[other])}"
        yield f"{name} ({shows}, total {total}): {say.hand_label(view.hands[other])}"


def _standing(view: View, seat: Seat, own: Hand) -> str:
    total = number(view.totals[seat])
    if is_scored(view):
        result = view.results[-1]
        points = number(result.points[seat]) + " (doubled)" * result.hands[seat].doubled
        return f"**Round {view.round}**: {points} · total {total}"
    down = triads.hidden_in(own)
    turned = f" · {down} face down" if down else ""
    return f"-# Showing {number(say.showing(own))}{turned} · total {total}"
