"""The yardsticks of Kapow!: each tip on a position, what they may see, and who beats whom."""

from bot.arena.contestant import Contestant
from bot.arena.kapow import CONTESTANTS
from bot.games.kapow.game import KAPOW
from bot.games.kapow.state import State
from tests.games.kapow.at import at

TIPS = CONTESTANTS["tips"]


def choice(contestant: Contestant, state: State) -> str:
    """Return the action of the seat to move, in notation."""
    seat = state.to_move
    choosing = contestant.sit_down(bytes(32))
    return str(choosing(KAPOW, state, seat, KAPOW.legal(state, seat)).action)


def tips(picture: str) -> str:
    return choice(TIPS, at(picture))


EARLY = "\n\n?9 ?9 ?9 ?3\n?5 ?5 ?5 ?4\n?2 ?2 ?2 ?5"
"""A rival with much to turn up yet."""

LATE = "\n\n. . . 3\n. . . 4\n. . . ?9"
"""A rival who is about to go out."""


def test_tip_several_ways_to_complete() -> None:
    """9/9/11 is completed by more cards than 9/9/4 (the tip's own example)."""
    assert tips("drawn 11 draw\n\n9 ?8 ?3\n9 ?3 ?7\n4 ?5 ?9" + EARLY) == "replace 1b"


def test_tip_high_columns_first() -> None:
    """Of two columns that a card completes, the one of more points goes."""
    assert tips("drawn 7 draw\n\n5 9 ?3\n6 8 ?7\n1 1 ?9" + EARLY) == "replace 2b"
    assert tips("drawn 7 draw\n\n9 5 ?3\n8 6 ?7\n1 1 ?9" + EARLY) == "replace 1b"


def test_tip_deny_the_next_player() -> None:
    """A card that completes the next player's column is kept, even where it does little good."""
    own = "drawn 9 draw\n\n0 0 ?3\n0 1 0\n3 3 3"
    assert tips(own + "\n\n3 ?9 ?9\n4 ?5 ?5\n8 ?2 ?2") == "discard"
    assert tips(own + "\n\n9 ?9 ?9\n9 ?5 ?5\n3 ?2 ?2") != "discard"


def test_tip_shed_points_late() -> None:
    """Two twelves and an eleven are a plan early in a round, and a burden late."""
    own = "drawn 3 draw\n\n12 0 ?3\n12 0 0\n11 ?8 4"
    assert tips(own + EARLY) == "replace 3m"
    assert tips(own + LATE) == "replace 1b"


def test_tip_leave_kapow_cards_late() -> None:
    own = "discard K 3\nphase take\n\n. . 0\n. . 4\n. . ?9"
    assert tips(own + EARLY) == "take discard"
    assert tips(own + LATE) == "take draw"


def test_tip_keep_negative_columns() -> None:
    """A column below zero is not completed: it would count nothing."""
    own = "drawn 0 draw\n\n0-2 0\n0-1 1\n3 ?4"
    assert tips(own + EARLY) != "replace 1b"
    assert tips(own.replace("-", "+") + EARLY) == "replace 1b"


def test_tip_do_not_go_out_too_early() -> None:
    """Going out with four points is good against many, and doubled against one (K6.5)."""
    own = "drawn 3 draw\n\n. . . 1\n. . . 0\n. . . ?12"
    assert tips(own + "\n\n9 11 . 8\n5 2 . 12\n2 2 . ?9") == "replace 4b"
    assert tips(own + "\n\n. . . 0\n. . . 0\n. . . ?1") != "replace 4b"


def test_tip_use_swaps() -> None:
    """A free KAPOW! card goes where it completes a column."""
    assert tips("phase kapow\n\nK 11 ?3\n4 12 ?7\n8 2 ?9" + EARLY) == "swap 1t 2b"
