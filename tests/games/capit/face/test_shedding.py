"""Many cards laid off by one click (C4.2)."""

from bot.face.screen import Act, Focus
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.state import Phase
from tests.games.capit.face.looking import TABLE, buttons, check, press
from tests.games.capit.face.scenes import at, screen

ALL = "all off"


def test_what_would_go_where_is_told_before_the_click() -> None:
    state = at("8S 7H 3H AS AD 2D KH", TABLE)
    assert press(screen(state), "Lay off 5 cards at once") == Focus(ALL)
    sure = screen(state, focus=ALL)
    check(sure)
    assert sure.text.endswith(
        "You lay off what fits and isn't wild:\n- 8♤ on 1: your run 5-7♤\n- A♢ A♤ on 2: Kai "
        "(hard)'s set of As\n- 3♡ on 4: Kai (hard)'s run 4-6♡\n- 7♡ on 4: Kai (hard)'s run "
        "4-6♡"
    )
    action = press(sure, "Lay off these 5 cards")
    assert action == Act("off 1 8S 2 ADAS 4 low 3H 4 7H")
    assert press(sure, "Back") == Focus("")
    after = CAPIT.apply(state, 0, CAPIT.parse(action.action)).state
    assert [len(each.meld.cards) for each in after.melds] == [4, 5, 3, 5]


def test_several_cards_on_one_meld_are_one_lay_off() -> None:
    sure = screen(at("AS AD KH", TABLE), focus=ALL)
    assert press(sure, "Lay off these 2 cards") == Act("off 2 ADAS")


def test_one_card_is_laid_off_by_the_menu_alone() -> None:
    for hand in ("AS KH", "AS 2D X KH", "KH QH"):
        state = at(hand, TABLE)
        assert not any(label.startswith("Lay off") for label in buttons(screen(state)))
        assert screen(state, focus=ALL) == screen(state)


def test_only_who_may_lay_off_is_offered_it() -> None:
    """C4.3, and in one's own turn after the draw."""
    hand = "8S 7H 3H AS AD 2D KH"
    for state in (
        at(hand, TABLE, laid=frozenset({1, 2})),
        at(hand, TABLE, phase=Phase.DRAW),
        at(hand, TABLE, to_move=1),
    ):
        assert screen(state, focus=ALL) == screen(state)


def test_what_is_too_much_for_a_button_can_be_laid_off_afterwards() -> None:
    ranks = "3456789TJQKA"
    table = "\n".join(f"{seat % 4} set {rank}H{rank}C{rank}D" for seat, rank in enumerate(ranks))
    state = at(" ".join(f"{rank}S" for rank in ranks), table)
    sure = screen(state, focus=ALL)
    check(sure)
    first = press(sure, "Lay off these 11 cards")
    assert isinstance(first, Act)
    after = CAPIT.apply(state, 0, CAPIT.parse(first.action)).state
    assert len(after.hands[0]) == 1
