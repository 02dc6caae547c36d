"""The face of CAP-IT in one ``GameFace``, and the texts of a table."""

from collections.abc import Iterator
from typing import Final

from bot.face.cards import a_card, card_words
from bot.face.face import Scene, is_scored
from bot.face.game_face import GameFace
from bot.face.markdown import IN_RESULTS, IN_TEXT, counted, ordinal
from bot.face.phrases import NBSP, bold, does, heading, in_alt, listed, marks, totals
from bot.game.contract import Seat, lowest_first
from bot.games.capit.face import descriptions as say
from bot.games.capit.face.hand import hand as hand_screen
from bot.games.capit.face.picture import CapitPicture
from bot.games.capit.face.sprites import EMOJIS
from bot.games.capit.rules.actions import Action
from bot.games.capit.rules.view import End, Phase, View


def prompt(scene: Scene[View]) -> str:
    """Return what the seat to act has to do."""
    view = scene.view
    if view.phase is Phase.DRAW:
        return say.ways_to_draw(view)
    if view.to_move in view.laid:
        return "lay melds or lay cards off, then discard a card."
    return f"lay {say.contract_words(view.contract)} if you can, then discard a card."


def _doing(view: View) -> str:
    return "takes a card" if view.phase is Phase.DRAW else "lays and discards"


def text_version(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the text version of the picture, with the viewer's own hand."""
    view = scene.view
    yield f"Contract: {say.contract_words(view.contract)}. {_piles(view)}"
    if not is_scored(view):
        yield f"Now: {bold(scene.seats, view.to_move, IN_TEXT)} {_doing(view)}."
    for seat in range(view.seats):
        yield ""  # Otherwise Markdown would attach the heading to the list before.
        yield _heading(scene, seat)
        if is_scored(view):
            yield f"- left: {say.sum_of(view.results[-1].hands[seat])}"
            continue
        for number, laid in enumerate(view.melds, start=1):
            if laid.seat == seat:
                yield f"- {number}: {say.meld_label(laid.meld)}: {say.meld_cards(laid.meld)}"
        if seat in view.seen_hands:
            cards = say.in_order(view.seen_hands[seat], say.Sorting.RANK)
            yield f"- in hand: {say.cards_label(cards) or 'no card'}"


def _piles(view: View) -> str:
    pile = (
        f"{len(view.discard_pile)}, {a_card(view.discard_pile[0])} on top"
        if view.discard_pile
        else "empty"
    )
    return f"Draw pile: {counted(view.draw_pile, 'card')}. Discard pile: {pile}."


def _heading(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    cards = f"round {view.results[-1].points[seat]}" if is_scored(view) else _cards(view, seat)
    points = counted(view.totals[seat], "point")
    return f"{heading(scene, seat, _marks(scene, seat))}: {cards}, {points}"


def _cards(view: View, seat: Seat) -> str:
    known = f" ({say.cards_label(view.known[seat])} seen)" if view.known[seat] else ""
    return f"{counted(view.counts[seat], 'card')}{known}"


def _marks(scene: Scene[View], seat: Seat) -> Iterator[str]:
    view = scene.view
    if is_scored(view):
        yield ordinal(lowest_first(view.totals)[seat])
        if not view.results[-1].hands[seat]:
            yield "went out"
    else:
        if seat == view.to_move:
            yield "their turn"
        if seat in view.laid:
            yield "contract laid"
    yield from marks(scene, seat, view.dealer, "dealt")


def alt_sentences(scene: Scene[View]) -> Iterator[str]:
    """Yield the sentences of the alternative text."""
    view = scene.view
    yield f"Contract: {say.contract_words(view.contract)}."
    yield _piles(view)
    if not is_scored(view):
        yield does(scene, view.to_move, _doing(view))
        for seat, held in view.seen_hands.items():
            cards = say.in_order(held, say.Sorting.RANK)
            whose = "Your cards" if seat == view.viewer else f"Cards of {in_alt(scene, seat)}"
            told = listed([card_words(card) for card in cards])
            yield f"{whose}: {told or 'none'}."
    yield from (_in_short(scene, seat) for seat in range(view.seats))


def _in_short(scene: Scene[View], seat: Seat) -> str:
    view, name = scene.view, in_alt(scene, seat)
    if is_scored(view):
        result = view.results[-1]
        left, cost = counted(len(result.hands[seat]), "card"), result.points[seat]
        return f"{name}: {left} left, {counted(cost, 'point')}, {view.totals[seat]} in all."
    melds = ", ".join(say.meld_label(laid.meld) for laid in view.melds if laid.seat == seat)
    return f"{name}: {counted(view.counts[seat], 'card')}; {melds or 'nothing laid'}."


def scores(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the last scored round and the totals, lowest first (C5.3)."""
    result, seats, had = scene.view.results[-1], scene.seats, scene.view.totals
    yield f"**Round {result.round}**: {say.ended(result.end, result.points, seats, IN_RESULTS)}."
    if result.end is not End.OUT:
        yield "All hands count."
    titles = "Points so far, fewest first", "Points, fewest first"
    yield totals(scene, lowest_first(had), [*map(str, had)], titles, NBSP)


FACE: Final[GameFace[View, Action]] = GameFace(
    title="CAP-IT",
    rounds=lambda view: view.options.rounds,
    table=CapitPicture,
    alt_sentences=alt_sentences,
    text_versions=lambda scene: (text_version(scene),),
    describe=say.describe,
    phrases=say.phrases,
    prompt=prompt,
    proposal=say.proposal,
    scores=scores,
    sum_of=lambda result, seat: say.sum_of(result.hands[seat]),
    hand=hand_screen,
    emojis=EMOJIS,
)
