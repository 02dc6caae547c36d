"""What the bot's own rules say of a match's deals, in the words of the check."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

from bot.game.record import Record
from bot.game.replay import Moment, replay
from bot.game.rounds import Drew, Reshuffled
from bot.games.capit.rules import view as capit
from bot.games.chowpow.rules import view as chowpow
from bot.games.kapow.rules import view as kapow
from bot.games.kapow.rules.actions import Pile
from bot.games.registry import GAMES
from tests.games.own import own


def told_of(record: Record) -> list[str]:
    """Return the lines that the check should tell of the deals, draws and reshuffles."""
    told: list[str] = []
    before: Moment | None = None
    for moment in replay(record, GAMES):
        state = moment.state
        if before is None and record.game in ("kapow", "capit"):
            dealer = state.dealer if record.game == "capit" else state.starter - 1
            told.append(f"dealer of round 1: seat {dealer % len(record.seats)}")
        if before is None or state.number != before.state.number:
            told += _dealt(record.game, moment)
        elif record.game == "chowpow":
            told += _of_chowpow(moment)
        else:
            told += _drawn(moment, before)
        before = moment
    return told


def _line(what: str, cards: Iterable[object]) -> str:
    return " ".join((what, *map(str, cards)))


def _dealt(game: str, moment: Moment) -> Iterator[str]:
    state = moment.state
    starter = (state.dealer + 1) % state.setup.seats if game == "capit" else state.starter
    yield f"Round {state.number}: seat {starter} starts"
    hands: Callable[[Any], Iterable[Iterable[object]]] = own(game, "positions", "hands", _hands)
    for seat, cards in enumerate(hands(state)):
        yield _line(f"  seat {seat}:", cards)
    if game != "chowpow":
        yield _line("  discard pile:", state.discard_pile)
    yield _line("  draw pile:", state.draw_pile)
    if game == "chowpow":
        yield _line("  grid:", [pile[0].card for pile in state.grid])


def _hands(state: Any) -> Iterator[list[object]]:  # noqa: ANN401 - of any game
    """Yield each seat's cards, if a game's tests have no ``hands`` among its positions."""
    for hand in state.hands:
        yield [laid.card for laid in hand]


def _drawn(moment: Moment, before: Moment) -> Iterator[str]:
    state, seat, pile = moment.state, moment.seat, before.state.draw_pile
    for event in moment.events:
        match event:
            case Reshuffled():
                drawn = getattr(state.drawn, "card", state.drawn)  # In Kapow! with its pile.
                yield _line(f"  reshuffle {state.reshuffles}:", (drawn, *state.draw_pile))
            case kapow.Took(pile=Pile.DRAW):
                yield f"  seat {seat} draws {state.drawn.card}"
            case Drew():
                yield f"  seat {seat} draws {pile[0] if pile else state.drawn}"
            case kapow.DiscardStarted(card=card):
                yield f"  discard pile: {card}"
            case capit.Pushed(to=left):
                yield f"  seat {left} draws {pile[0]}"
                yield f"  seat {seat} draws {pile[1]}"


def _of_chowpow(moment: Moment) -> Iterator[str]:
    state, covers, draws = moment.state, _covers(moment), count(1)
    for event in moment.events:
        match event:
            case chowpow.ShuffledBack():
                yield _line(f"  reshuffle {state.reshuffles}:", (*covers, *state.draw_pile))
            case chowpow.Refilled(slots=slots):
                for slot, card in zip(slots, covers, strict=True):
                    yield f"  {slot} is covered with {card}"
            case chowpow.DrewForTie(seat=drawer, slot=slot, card=card):
                yield f"  tie-break {next(draws)}: seat {drawer} draws {card} from {slot}"


def _covers(moment: Moment) -> list[object]:
    """Return the cards that were put on slots: they lie there, unless they were drawn since."""
    drawn = [event for event in moment.events if isinstance(event, chowpow.DrewForTie)]
    slots = [s for e in moment.events if isinstance(e, chowpow.Refilled) for s in e.slots]
    gone = {event.slot: event.card for event in reversed(drawn)}
    return [gone[s] if s in gone else moment.state.grid[s.place][0].card for s in slots]
