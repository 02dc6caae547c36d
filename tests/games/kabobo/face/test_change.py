import pytest

from bot.face.recent import LastPlay
from bot.games.kabobo.face.change import changed_spots, last_play, looked_spots
from bot.games.kabobo.rules.cards import Card, Spot, card
from bot.games.kabobo.rules.state import State
from tests.games.kabobo.rules.at import at, watch

TABLE = """
    ?3D *?QH 9S ?4C
    ?JS ?KD *AH ?X
    """


def events(state: State, *actions: str) -> list[object]:
    return watch(state, *actions)[1]


@pytest.mark.parametrize(
    ("actions", "spots"),
    [
        (("take 2",), {Spot(0, 1)}),
        (("draw",), set()),
        (("draw", "keep 3"), {Spot(0, 2)}),
        (("draw", "season", "trade 1 2.2"), {Spot(0, 0), Spot(1, 1)}),
        (("call",), set()),
    ],
)
def test_changed_places_are_those_of_the_last_turn(
    actions: tuple[str, ...], spots: set[Spot]
) -> None:
    assert changed_spots(events(at(TABLE), *actions)) == spots


def test_locks_are_changes() -> None:
    happened = events(at(TABLE, phase="power", discard_pile="2D"), "lock 1")
    assert changed_spots(happened) == {Spot(0, 0)}
    happened = events(at(TABLE, phase="power", discard_pile="2D"), "unlock 2.3")
    assert changed_spots(happened) == {Spot(1, 2)}


def test_looks_are_marked_and_change_nothing() -> None:
    """B5.1: who looked where is public."""
    happened = events(at(TABLE, phase="power", discard_pile="2C"), "look 2.4")
    assert looked_spots(happened) == {Spot(1, 3)}
    assert changed_spots(happened) == frozenset()


@pytest.mark.parametrize(
    ("actions", "play"),
    [
        (("draw",), LastPlay(0, "drew a card")),
        (("take 1",), LastPlay(0, "took it as card 1", card("6H"))),
        (("draw", "keep 3"), LastPlay(0, "new card 3", card("9S"))),
        (("draw", "season"), LastPlay(0, "discarded it", card("8H"))),
        (
            ("draw", "season", "trade 1 2.2"),
            LastPlay(0, "traded 1 for 2", card("8H")),
        ),
        (("draw", "season", "decline"), LastPlay(0, "didn't use it", card("8H"))),
        (("call",), LastPlay(0, "called Kabobo!")),
    ],
)
def test_the_last_play_names_what_everybody_saw(
    actions: tuple[str, ...], play: LastPlay[Card]
) -> None:
    assert last_play(events(at(TABLE), *actions)) == play


def test_before_the_first_play_there_is_none() -> None:
    assert last_play(()) is None
