"""What each may know: one's own cards, and those that all have seen going into a hand."""

import pytest

from bot.game.contract import SPECTATOR, Viewer
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.view import Phase
from tests.game.playing import permuted
from tests.games.capit.rules.at import at, card, do

HANDS = "7H +8S\n9S\nKC +QC +QC\nAD"


@pytest.mark.parametrize(
    ("viewer", "own"), [(SPECTATOR, []), (0, ["7H", "8S"]), (1, ["9S"]), (2, ["KC", "QC", "QC"])]
)
def test_a_view_has_the_viewers_cards_and_what_all_have_seen(
    viewer: Viewer, own: list[str]
) -> None:
    view = CAPIT.view(at(HANDS), viewer)
    assert [str(held.card) for held in view.hand] == own
    assert view.counts == (2, 1, 3, 1)
    assert view.known == ((card("8S"),), (), (card("QC"), card("QC")), ())
    assert view.draw_pile == 4


def test_only_who_gets_it_sees_the_hidden_card_of_a_push_c3_2() -> None:
    pushed = do(at(HANDS, phase=Phase.DRAW), "push")
    for viewer in (SPECTATOR, 0, 2, 3):
        view = CAPIT.view(pushed, viewer)
        assert view.known[1] == (card("QC"),)
        assert card("3D") not in [held.card for held in view.hand]
    assert card("3D") in [held.card for held in CAPIT.view(pushed, 1).hand]


def test_a_round_that_is_scored_shows_all_hands_in_its_result() -> None:
    state = do(at(HANDS, phase=Phase.DRAW, draw_pile=""), "draw")
    assert CAPIT.view(state, SPECTATOR).results[0].hands[3] == (card("AD"),)


@pytest.mark.parametrize(
    ("viewer", "unknown"),
    [(SPECTATOR, "7H 9S KC AD"), (0, "9S KC AD"), (1, "7H KC AD"), (2, "7H 9S AD")],
)
def test_all_that_a_viewer_may_not_know_is_permuted(viewer: Viewer, unknown: str) -> None:
    """The draw pile, too."""
    assert permuted(CAPIT, at(HANDS), viewer) == sorted(
        [*unknown.split(), *["3D", "4D", "5D", "6D"]]
    )
