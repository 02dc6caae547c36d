"""Every choice of cards that the rules allow can be reached by clicks, and no other."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from bot.face.face import Act, Focus, Menu, Screen
from bot.game.contract import IllegalActionError
from bot.games.chowpow.face import FACE
from bot.games.chowpow.face.hand import MOST
from bot.games.chowpow.rules.actions import Action, Attack, Counter, Defend, LayDown
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Phase
from tests.face import screens
from tests.face.screens import check_limits
from tests.games.chowpow.face.scenes import battling, scene, screen
from tests.games.chowpow.rules.at import at, mover

HAND = "F1F1F6V2V5W3T2"
MANY = "A A 123456789x12; B B 123456789x12; W 3x12; T 2x12"


def choices(state: State, make: Callable[[tuple[Card, ...]], Action]) -> set[str]:
    """Return the actions with cards that are legal, whether they are listed or not."""
    seat = mover(state)
    hand = [held.card for held in state.hands[seat]]
    found = set()
    for size in range(1, len(hand) + 1):
        for some in combinations(sorted(hand), size):
            action = make(some)
            try:
                CHOWPOW.check(state, seat, action)
            except IllegalActionError:
                continue
            found.add(str(action))
    return found


def reached(state: State) -> dict[str, int]:
    seat = mover(state)
    return screens.reachable(FACE, scene(state, seat), CHOWPOW.legal(state, seat))


@pytest.mark.parametrize(
    ("state", "make", "others"),
    [
        (at(f"{HAND} F2 V3", phase="pow"), lambda some: Attack(1, some), {"pass"}),
        (at(f"{HAND} F2", phase="pow"), lambda some: Attack(1, some), {"pass"}),
        (battling(at(f"F2 {HAND}"), "F3F4", "-"), Defend, set()),
        (battling(at(f"{HAND} F2"), "F2", "V5V6"), Counter, {"decline"}),
        (battling(at(f"{HAND} F2"), "W3", "V5V6"), Counter, {"decline"}),
        (battling(at(f"{HAND} F2"), "T2V1", "E3E4E5"), Counter, {"decline"}),
        (battling(at(f"{HAND} F2"), "T2F2V1", "E3E4E5E6"), Counter, {"decline"}),
        (battling(at(f"{HAND} - -"), "F2", "V5", None), Counter, {"decline"}),
    ],
)
def test_every_legal_choice_of_cards_is_reached(
    state: State, make: Callable[[tuple[Card, ...]], Action], others: set[str]
) -> None:
    """P3.1-P3.3, P3.6, P7.3: ``legal`` need not list them all."""
    found = set(reached(state)) - {"decline", "pass"}
    wanted = choices(state, make)
    assert {each for each in found if not each.startswith("pow 3")} == wanted
    assert len(wanted) > 1
    assert set(reached(state)) >= others


def test_every_choice_for_a_showdown_is_reached_p5_3() -> None:
    start = at(f"{HAND} F2", options=ChowpowOptions(battle_buffet=True), phase="buffet")
    state = replace(start, chosen=(None, None))
    assert set(reached(state)) == choices(state, LayDown)


def test_what_just_wins_is_chosen_already() -> None:
    """P3.4: the fewest and lowest cards; else what is level; one click then lays them."""
    for hand, attack, told in (
        ("S1S5V4", "F3", "V4"),
        ("S1S2V2", "F3", "S1S2"),
        ("S1V3", "F3", "V3"),
        ("W3T2", "F5", "T2W3"),
    ):
        state = battling(at(f"F2 {hand}"), attack, "-")
        assert reached(state)[f"defend {told}"] == 1
        assert "You can't win" not in screen(state).text


def test_what_cannot_be_won_is_told_and_takes_two_clicks() -> None:
    """P3.2: nothing is chosen, so that no more than the cheapest card is lost."""
    state = battling(at("F2 B3S5"), "F3F4F5", "-")
    shown = screen(state)
    assert "You can't win this. Your cheapest card is Bakery 3." in shown.text
    assert "Chosen" not in shown.text
    assert pressed(shown, "Defend") is None
    assert reached(state)["defend B3"] == 2


@pytest.mark.parametrize("target", [1, None])
def test_who_has_no_card_that_fits_is_told_so(target: int | None) -> None:
    """P3.3, P3.5: they are asked all the same."""
    shown = screen(battling(at("V2V5 S2" if target else "V2V5 -"), "F2", "V5", target))
    assert "You're behind, but none of your cards fits." in shown.text
    assert [*screens.deeds(shown)] == [Act("decline")]
    assert screens.labels(shown)[0] == ["Veg 2", "Veg 5"]


def test_a_choice_says_how_the_battle_would_stand_p3_4() -> None:
    state = battling(at(f"{HAND} F2"), "F2", "V5V6")
    shown = screen(state)
    assert "- you: Fruit 2 (1 card, 2)\n" in shown.text
    assert "- **Kai (hard)**: Veg 5 6 (2 cards, 11)\n" in shown.text
    assert "**You're behind: add cards or skip.**" in shown.text
    behind, ahead = (screen(state, focus=f"counter {one}").text for one in ("F6", "F1F6"))
    assert "With Fruit 6, you're **behind**." in behind
    assert "With Fruit 1 6, you're **ahead**." in ahead


def test_two_factions_need_a_team_up() -> None:
    """P1.2: then nothing can be laid, and the text says why."""
    state = at(f"{HAND} F2", phase="pow")
    shown = screen(state, focus="pow F1V2")
    assert "To lay two factions, add a Team-Up" in shown.text
    assert pressed(shown, "Pow Kai (hard): 2 cards, 3") is None
    fine = screen(state, focus="pow F1V2T2")
    assert pressed(fine, "Pow Kai (hard): 3 cards, 5") == Act("pow 2 F1T2V2")
    one = screen(state, focus="pow F1")  # Another faction takes the place of the first.
    assert pressed(one, "Veg 2") == Focus("pow V2")
    assert pressed(one, "Clear") == Focus("pow ")


def test_a_card_that_is_there_twice_is_counted_by_its_button() -> None:
    state = at(f"{HAND} F2", phase="pow")
    shown = screen(state, focus="pow F1")
    assert pressed(shown, "Fruit 1 1/2") == Focus("pow F1F1")
    both = screen(state, focus="pow F1F1")
    assert pressed(both, "Fruit 1 2/2") == Focus("pow ")


def pressed(shown: Screen, label: str) -> Act | Focus | None:
    rows = tuple(row for row in shown.rows if not isinstance(row, Menu))
    return screens.press(Screen(shown.text, rows), label)


@pytest.mark.parametrize(
    "focus",
    [
        "pow 9", "pow X", "pow S1", "pow F1F1F1", "pow F1 F6", "pow F6F1", "defend F1", "pow",
        "pow F", "pow 2 F1",
    ],
)  # fmt: skip
def test_an_outdated_choice_is_forgotten(focus: str) -> None:
    """No screen offers what the hand does not hold."""
    state = at(f"{HAND} F2", phase="pow")
    assert screen(state, focus=focus) == screen(state)


def test_the_largest_hand_keeps_to_the_limits() -> None:
    """Twenty different cards of two factions and the wilds, each of them several times."""
    letters = "".join(f"{code}{number}" * 3 for code in "AB" for number in range(1, 10))
    hands, options = f"{letters}W3W3T2T2 A1 B1", ChowpowOptions(deck=MANY)
    start = at(hands, " ".join(["A1"] * 16), options, phase="pow", draw_pile="A1")
    for state in (start, battling(start, "A1T2B1", "A1A2A3A4")):
        verb = "pow" if state.phase is Phase.POW else "counter"
        first = screen(state, focus=f"{verb} A1A1")
        assert isinstance(first.rows[0], Menu)
        most = "".join(f"A{number}" * 3 for number in range(1, 9)) + "A9A9"
        assert len(most) == 2 * MOST
        for shown in (first, screen(state, focus=f"{verb} {most}")):
            check_limits(shown)
        assert screen(state, focus=f"{verb} {most}A9") == screen(state)
