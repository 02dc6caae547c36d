from bot.face.face import SeatSign
from bot.face.phrases import last_turn
from bot.games.kapow.face.descriptions import CardPlay, changed_places, emptied_columns, last_play
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, Place, position
from bot.games.kapow.rules.events import (
    Discarded,
    Placed,
    Replaced,
    Revealed,
    Swapped,
    Took,
    TriadDiscarded,
    TurnedUp,
    TurnStarted,
)
from bot.games.kapow.rules.hand import Triad

NINES = Triad(position("9"), position("9"), position("9"))
BEFORE = (
    TurnStarted(0, final=False),
    Took(0, Pile.DRAW, None),
    Replaced(0, Place(0, 0), Card.C7, position("9")),
)
NOW = TurnStarted(1, final=False)
SEATS = (SeatSign("Mina"), SeatSign("Sam"))


def test_the_last_turn_is_the_one_in_which_something_was_done() -> None:
    assert last_turn((*BEFORE, NOW), TurnStarted) == (*BEFORE, NOW)
    taken = Took(1, Pile.DRAW, None)
    assert last_turn((*BEFORE, NOW, taken), TurnStarted) == (NOW, taken)
    assert last_turn((), TurnStarted) == ()


def test_changed_places_are_those_of_the_last_turn() -> None:
    assert changed_places((*BEFORE, NOW), SEATS) == {(0, Place(0, 0))}
    opening = Revealed(1, (Place(0, 0), Place(1, 1)), (Card.C1, Card.C2))
    assert changed_places((*BEFORE, NOW, opening), SEATS) == {(1, Place(0, 0)), (1, Place(1, 1))}
    swap = Swapped(1, Place(0, 0), Place(1, 1))
    assert changed_places((NOW, swap), SEATS) == {(1, Place(0, 0)), (1, Place(1, 1))}
    up = TurnedUp(1, (Place(2, 0),), (Card.C1,))
    assert changed_places((NOW, up), SEATS) == {(1, Place(2, 0))}


def test_a_column_that_is_gone_is_not_a_changed_place() -> None:
    events = (*BEFORE, TriadDiscarded(0, 0, NINES), NOW)
    assert changed_places(events, SEATS) == frozenset()
    assert emptied_columns(events) == {(0, 0)}


def test_the_last_play_names_card_and_columns() -> None:
    events = (*BEFORE, TriadDiscarded(0, 0, NINES), TriadDiscarded(0, 2, NINES))
    assert last_play(events, SEATS) == CardPlay(0, "into column 1", Card.C7, (0, 2))
    assert last_play((NOW, Discarded(1, Card.C3)), SEATS) == CardPlay(1, "discarded it", Card.C3)
    placed = Placed(1, Place(3, 0), Card.POWER_1, on_top=False, position=position("9-1"))
    assert last_play((NOW, placed), SEATS) == CardPlay(1, "into column 4", Card.POWER_1)
    assert last_play((), SEATS) is None
