"""What each may know (section 5), and what is shown once more (B5.2)."""

import pytest

from bot.game.contract import SPECTATOR, Viewer
from bot.games.kabobo.rules.cards import card
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.state import State
from tests.game.playing import permuted
from tests.games.kabobo.rules.at import at, do, drawing

HANDS = "?3D/0peek ?3C *?QH/0peek,1look 3H\n?6D/1peek ?9C ?X/0look 4H"


def shown(state: State, viewer: Viewer) -> list[str]:
    """Return the cards as a viewer sees them, without who has seen them."""
    view = KABOBO.view(state, viewer)
    return [" ".join(drawing(laid).split("/")[0] for laid in hand) for hand in view.hands]


@pytest.mark.parametrize(
    ("viewer", "hands"),
    [
        (SPECTATOR, ["? ? *? 3H", "? ? ? 4H"]),
        (0, ["?3D ? *?QH 3H", "? ? ?X 4H"]),
        (1, ["? ? *?QH 3H", "?6D ? ? 4H"]),
    ],
)
def test_face_up_cards_are_public_and_others_known_to_who_saw_them_b5_1(
    viewer: Viewer, hands: list[str]
) -> None:
    assert shown(at(HANDS), viewer) == hands


def test_who_has_seen_what_is_public_b5_1() -> None:
    view = KABOBO.view(at(HANDS), SPECTATOR)
    assert drawing(view.hands[0][2]) == "*?/0peek,1look"


def test_only_the_drawer_sees_the_card_drawn_b2_2() -> None:
    state = do(at(HANDS, draw_pile="7S 8S"), "draw")
    assert [KABOBO.view(state, viewer).drawn for viewer in (SPECTATOR, 0, 1)] == [
        None, card("7S"), None
    ]  # fmt: skip
    assert all(KABOBO.view(state, viewer).has_drawn for viewer in (SPECTATOR, 0, 1))


def test_discards_are_public_and_the_deck_is_counted_b5_1() -> None:
    view = KABOBO.view(at(HANDS, discard_pile="KH 2D", draw_pile="7S 8S"), SPECTATOR)
    assert (view.discard_pile, view.draw_pile) == ((card("KH"), card("2D")), 2)


def test_knowledge_follows_a_card_through_trades_b5_2() -> None:
    state = do(at(HANDS, draw_pile="5H 9H 5H"), "draw", "season", "trade 1 2.1")
    assert shown(state, 0) == ["? ? *?QH 3H", "?3D ? ?X 4H"]
    assert shown(state, 1) == ["?6D ? *?QH 3H", "? ? ? 4H"]
    state = do(state, "draw", "season", "trade 1 1.2")
    assert shown(state, 0) == ["? ?3D *?QH 3H", "? ? ?X 4H"]


def test_a_card_that_was_replaced_is_forgotten_b5_2() -> None:
    state = do(at(HANDS, draw_pile="7S 8S"), "draw", "keep 1")
    assert shown(state, 0) == ["?7S ? *?QH 3H", "? ? ?X 4H"]
    state = do(state, "draw", "keep 3")
    assert shown(state, 0)[1] == "? ? ? 4H"


def test_a_look_is_fresh_until_the_seat_acts_again_b5_2() -> None:
    state = do(at(HANDS, draw_pile="5S 9C 2D 3D"), "draw", "season", "check 2")
    assert state.hands[0][1].fresh == {0}
    state = do(state, "draw", "keep 1")
    assert state.hands[0][1].fresh == {0}
    assert state.hands[1][0].fresh == {1}
    state = do(state, "draw")
    assert state.hands[0][1].fresh == frozenset()
    assert state.hands[1][0].fresh == {1}
    assert state.hands[0][1].how(0) is not None


@pytest.mark.parametrize(
    ("viewer", "unknown"),
    [(SPECTATOR, "3D 3C QH 6D 9C X"), (0, "3C 6D 9C"), (1, "3D 3C 9C X")],
)
def test_all_that_a_viewer_may_not_know_is_permuted_b5_1(viewer: Viewer, unknown: str) -> None:
    """The card that another has drawn and the deck, too."""
    state = do(at(HANDS, draw_pile="7S 8S 9S"), "draw")
    hidden = ["8S", "9S", *["7S"] * (viewer != 0)]
    assert permuted(KABOBO, state, viewer) == sorted([*unknown.split(), *hidden])
