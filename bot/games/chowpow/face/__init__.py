"""The face of Chow Pow! in one ``GameFace``, and the texts of a table."""

from collections.abc import Iterator
from typing import Final

from bot.face.face import Scene, is_over, is_scored
from bot.face.game_face import GameFace
from bot.face.markdown import IN_RESULTS, IN_TEXT, counted, number, ordinal
from bot.face.phrases import NBSP, bold, does, heading, in_alt, listed, marks, totals
from bot.game.contract import Seat
from bot.games.chowpow.face import descriptions, labels
from bot.games.chowpow.face.hand import hand as hand_screen
from bot.games.chowpow.face.picture import ChowpowPicture
from bot.games.chowpow.face.sprites import EMOJIS
from bot.games.chowpow.rules.actions import Action
from bot.games.chowpow.rules.cards import SLOTS, Slot
from bot.games.chowpow.rules.view import Phase, RoundResult, View


def prompt(scene: Scene[View]) -> str:
    """Return what the seats to act have to do."""
    return labels.status_words(scene.view)


def text_version(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the text version, with the viewer's hand."""
    view = scene.view
    if is_scored(view):
        yield from _scores(scene)
        return
    yield _to_act(scene)
    yield f"Deck: {_deck(view)}."
    yield "Grid, a1 to d4:"
    for row in range(0, len(SLOTS), 4):
        slots = SLOTS[row : row + 4]
        yield f"- {', '.join(f'{slot} {slot_words(view, slot)}' for slot in slots)}"
    yield ""  # Otherwise Markdown would attach the next line to the list.
    yield from labels.flipped(view)
    yield from _fight(scene)
    yield from (_seat(scene, seat) for seat in range(view.seats))


def _to_act(scene: Scene[View]) -> str:
    view = scene.view
    if view.phase is Phase.BUFFET:
        names = listed([bold(scene.seats, seat, IN_TEXT) for seat in sorted(view.to_act)])
        return f"Still to lay: {names}."
    return f"Now: {bold(scene.seats, labels.acting(view), IN_TEXT)} {labels.doing(view)}."


def _deck(view: View) -> str:
    left = labels.turns_left(view)
    return f"{counted(view.draw_pile, 'card')}{f' ({left})' * bool(left)}"


def slot_words(view: View, slot: Slot) -> str:
    """Describe a slot as the picture shows it: ``face down``, ``Fruit 6 face up``."""
    cards, face, up = view.slots[slot.place]
    if not cards:
        return "empty"
    pile = f" ({labels.TIMES}{cards})" if cards > 1 else ""
    if face is not None and slot in descriptions.turned_down(view):
        return f"face down again: {labels.card_words(face)}{pile}"
    if not up or face is None:
        return f"face down{pile}"
    return f"**{labels.card_words(face)}** face up{pile}"


def _fight(scene: Scene[View]) -> Iterator[str]:
    found = descriptions.fight(scene)
    if found is None:
        return
    yield f"{found.title.capitalize()}:"
    for side in found.sides:
        cards = labels.cards_words(side.cards, "nothing yet")
        who = "the board" if side.seat is None else bold(scene.seats, side.seat, IN_TEXT)
        yield f"- {who}: {cards} ({labels.side_words(side.cards)}){_won(found, side)}"
    yield ""


def _won(found: descriptions.Fight, side: descriptions.Side) -> str:
    if found.ended and found.winner is None:
        return ", a tie"
    return ", wins" if side is found.winner else ""


def _seat(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    cards = f"{counted(view.counts[seat], 'card')} in hand{_seen(view, seat)}"
    before = f" and {number(view.totals[seat])} before" if view.results else ""
    points = f"{counted(view.points[seat], 'point')} ({counted(len(view.won[seat]), 'card')} won)"
    return f"{heading(scene, seat, _marks(scene, seat))}: {cards}, {points}{before}"


def _seen(view: View, seat: Seat) -> str:
    if seat != view.viewer:
        return f" ({labels.cards_words(view.seen_hands[seat])})" if view.opened else ""
    told = labels.cards_words([held.card for held in view.hand])
    if view.chosen:
        laid = labels.cards_words([held.card for held in view.chosen])
        told = f"{told}; laid for the showdown: {laid}"
    return f" ({told})"


def _marks(scene: Scene[View], seat: Seat) -> Iterator[str]:
    view = scene.view
    if seat in view.to_act:
        yield "choosing"
    elif seat == view.to_move and view.phase is not Phase.BUFFET:
        yield "whose turn it is"
    yield from marks(scene, seat, view.starter)


def _scores(scene: Scene[View]) -> Iterator[str]:
    view, result = scene.view, scene.view.results[-1]
    placed = labels.standing(view)
    over = "The match is over" if is_over(view) else f"Round {result.round} is over"
    yield f"{over}: {descriptions.ended(result.end)}."
    yield from tie_breaks(scene)
    for seat in range(view.seats):
        yield ""  # Otherwise Markdown would attach the heading to the list before.
        points = f"{counted(result.points[seat], 'point')}, {number(view.totals[seat])} in all"
        started = ["started"] if seat == result.starter else []
        yield f"{heading(scene, seat, (ordinal(placed[seat]), *started))}: {points}"
        won, left = result.won[seat], result.left[seat]
        count = counted(len(won), "card")
        yield f"- {count} won: {labels.cards_words(won)} · {labels.sum_of(won)}"
        yield f"- left in hand: {labels.cards_words(left)}"
        if result.hot_sauce:
            yield f"- Hot Sauce: {labels.points_of(result, seat)}"
        if drawn := (view.drawn and view.drawn[seat]):
            yield f"- drew for the tie: {labels.cards_words(drawn)}"


def alt_sentences(scene: Scene[View]) -> Iterator[str]:
    """Yield the sentences of the alternative text."""
    view = scene.view
    if is_scored(view):
        yield from (_score(scene, seat) for seat in range(view.seats))
        return
    buffet, told = view.phase is Phase.BUFFET, labels.doing(view)
    yield f"{told}." if buffet else does(scene, labels.acting(view), told)
    yield f"Deck: {_deck(view)}."
    seen = descriptions.turned_down(view)
    faces = [slot for slot in SLOTS if view.slots[slot.place].up or slot in seen]
    shown = ", ".join(f"{slot} {slot_words(view, slot)}" for slot in faces).replace("**", "")
    filled = sum(slot.cards > 0 for slot in view.slots)
    yield f"Grid: {counted(filled, 'filled slot')}; {shown or 'all face down'}."
    if found := descriptions.fight(scene):
        yield _sides(scene, found)
    for seat, held in view.seen_hands.items():
        if held:
            whose = "Your cards" if seat == view.viewer else f"Cards of {in_alt(scene, seat)}"
            yield f"{whose}: {labels.cards_words(held)}."
    for seat in range(view.seats):
        cards, points = counted(view.counts[seat], "card"), counted(view.points[seat], "point")
        yield f"{in_alt(scene, seat)}: {cards}, {points}."


def _sides(scene: Scene[View], found: descriptions.Fight) -> str:
    sides = (
        f"{'the board' if seat is None else in_alt(scene, seat)} {labels.side_words(cards)}"
        for seat, cards in found.sides
    )
    return f"{found.title.capitalize()}: {'; '.join(sides)}."


def _score(scene: Scene[View], seat: Seat) -> str:
    view, name = scene.view, in_alt(scene, seat)
    result = view.results[-1]
    won = counted(len(result.won[seat]), "card")
    points, total = counted(result.points[seat], "point"), number(view.totals[seat])
    return f"{name}: {won} won, {points}, {total} in all."


def scores(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the last scored game and the totals."""
    view, result = scene.view, scene.view.results[-1]
    yield f"**Round {result.round}**: {descriptions.ended(result.end)}."
    yield from tie_breaks(scene)
    figures = [*map(number, view.totals)]
    yield totals(scene, labels.standing(view), figures, ("Points so far", "Points"), NBSP)


def sum_of(result: RoundResult, seat: Seat) -> str:
    """Say how a seat's points add up (P4.2, P5.1)."""
    won, left = result.won[seat], result.left[seat]
    line = f"{counted(len(won), 'card')} won, {labels.sum_of(won)}"
    if not result.hot_sauce:
        return line
    return (
        f"{line}; Hot Sauce for {counted(len(left), 'card')} left: {labels.points_of(result, seat)}"
    )


def tie_breaks(scene: Scene[View]) -> Iterator[str]:
    """Yield how ties were broken: by cards won, then by cards drawn (P4.2, P5.2)."""
    view, won = scene.view, labels.cards_won(scene.view)
    tied = [seat for seat in range(view.seats) if view.totals.count(view.totals[seat]) > 1]
    if not tied or not is_over(view):
        return
    counts = [f"{bold(scene.seats, seat, IN_RESULTS)} {won[seat]}" for seat in tied]
    yield f"More cards won break the tie: {', '.join(counts)}."
    drawn = [
        f"{bold(scene.seats, seat, IN_RESULTS)} {labels.cards_words(cards)}"
        for seat, cards in enumerate(view.drawn)
        if cards
    ]
    if drawn:
        yield f"Then the higher card drawn: {', '.join(drawn)}."


FACE: Final[GameFace[View, Action]] = GameFace(
    title="Chow Pow!",
    rounds=lambda view: view.options.games,
    table=ChowpowPicture,
    alt_sentences=alt_sentences,
    text_versions=lambda scene: (text_version(scene),),
    describe=descriptions.describe,
    phrases=descriptions.phrases,
    prompt=prompt,
    proposal=labels.proposal,
    scores=scores,
    sum_of=sum_of,
    hand=hand_screen,
    emojis=EMOJIS,
)
