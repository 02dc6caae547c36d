from dataclasses import replace

import pytest

from bot.face.face import Act, Button, Focus, Menu, Scene, Screen, Style
from bot.face.markdown import MINUS
from bot.games.kapow.face import FACE
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.rules.cards import Card, Place, position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import Triad
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Drawn, Phase, Replaced as ReplacedEvent, TriadDiscarded, View
from tests.face.screens import buttons, labels, press
from tests.games.kapow.face.scenes import moments, scene, view


def place(screen: Screen, column: int, row: int) -> Button:
    shown = screen.rows[row]
    assert not isinstance(shown, Menu)
    return shown[column]


def test_an_outdated_focus_is_ignored() -> None:
    """A place that once could be chosen means nothing in another step."""
    taking = scene(view(viewer=0))
    legal = (Take(Pile.DRAW), Take(Pile.DISCARD))
    assert FACE.screen(taking, legal, "1t") == FACE.screen(taking, legal)


def test_the_grid_lies_as_the_hand_does() -> None:
    shown = view(("9/5-2/12+1+1 P2/K/? - 0/K+1/12+2+1+1", "?/?/?"), viewer=0, to_move=1)
    screen = FACE.screen(scene(shown), ())
    assert labels(screen)[:3] == [
        ["9", "±2", "·", "0"],
        [f"5{MINUS}2=3", "K!", "·", "K!+1"],
        ["12+1+1=14", "?", "·", "12+4=16"],
    ]


def test_the_opening_takes_two_clicks_and_can_be_taken_back() -> None:
    """K3.1: the first click leads to the second; the first place once more takes it back."""
    shown = scene(view(("?/?/? ?/?/? ?/?/? ?/?/?", "?/?/?"), viewer=0, phase=Phase.OPENING))
    legal = tuple(
        Reveal(Place(*divmod(one, 3)), Place(*divmod(other, 3)))
        for one in range(12)
        for other in range(one + 1, 12)
    )
    first = FACE.screen(shown, legal)
    assert place(first, 1, 1).does == Focus("2m")
    second = FACE.screen(shown, legal, "2m")
    chosen = place(second, 1, 1)
    assert (chosen.label.strip(), chosen.does, chosen.style) == ("?", Focus(""), Style.MAIN)
    assert place(second, 0, 0).does == Act("reveal 1t 2m")
    assert place(second, 3, 2).does == Act("reveal 2m 4b")
    assert "column 2, middle" in second.text


def test_the_piles_are_buttons_k3_2() -> None:
    shown = scene(view(viewer=0))
    screen = FACE.screen(shown, (Take(Pile.DRAW), Take(Pile.DISCARD)))
    assert press(screen, "Draw pile (47)") == Act("take draw")
    assert press(screen, "Discard pile: 10") == Act("take discard")
    empty = scene(replace(shown.view, draw_pile=0))
    screen = FACE.screen(empty, (Take(Pile.DISCARD),))
    assert press(screen, "Draw pile (0)") is None


def playing(card: Card, first: str, pile: Pile = Pile.DRAW) -> Scene[View]:
    drawn = Drawn(card, pile)
    return scene(view((first, "?/?/?"), viewer=0, phase=Phase.PLAY, drawn=drawn))


def plays(*places: Place, ways: int = 1) -> tuple[Action, ...]:
    """Return a discard, replacing, and with more ways also putting beneath by either sign."""
    actions: list[Action] = [Discard()]
    for at in places:
        actions.append(Replace(at))
        if ways > 1:
            actions += [PutBeneath(at, 1), PutBeneath(at, -1)]
    return tuple(actions)


def test_a_place_with_one_way_to_play_acts_at_once() -> None:
    screen = FACE.screen(playing(Card.C7, "9/?/?"), plays(Place(0, 0), Place(0, 1)))
    assert place(screen, 0, 0).does == Act("replace 1t")
    assert press(screen, "Discard the 7") == Act("discard")
    assert "**Place the 7, or discard it.**" in screen.text


def test_a_place_with_several_ways_shows_them_with_the_values_they_give() -> None:
    """K3.3b-d: 9 with a power card 2 beneath is 7 or 11; as a card of its own it is worth 2."""
    shown = playing(Card.POWER_2, "9/5-2/K", Pile.DISCARD)
    legal = plays(Place(0, 0), Place(0, 1), Place(0, 2), ways=3)
    screen = FACE.screen(shown, legal)
    assert place(screen, 0, 0).does == Focus("1t")
    assert "**Place the ±2, or discard it.**" in screen.text
    nine = FACE.screen(shown, legal, "1t")
    assert press(nine, "Replace") == Act("replace 1t", "end")
    assert press(nine, "+2 = 11") == Act("beneath 1t +", "end")
    assert press(nine, f"{MINUS}2 = 7") == Act("beneath 1t -", "end")
    assert press(nine, "Back") == Focus("")
    assert nine.text.startswith("**Replace the 9, or put the ±2 beneath.**\n-# In column 1, top.")
    assert place(nine, 0, 0).does == Focus("")
    powerset = FACE.screen(shown, legal, "1m")
    assert press(powerset, f"{MINUS}2 = 1") == Act("beneath 1m -", "end")
    kapow = FACE.screen(shown, legal, "1b")
    assert press(kapow, "K!+2") == Act("beneath 1b +")  # No KAPOW! is free then.


def test_a_free_kapow_card_takes_no_click_where_no_swap_is_of_use() -> None:
    """K4.5-K4.7: the turn ends with the play, unless its owner asks for more."""
    shown = playing(Card.C7, "9/?/K 0/4/?")
    legal = plays(Place(0, 0), Place(0, 1), Place(1, 2))
    screen = FACE.screen(shown, legal)
    assert place(screen, 0, 0).does == Act("replace 1t", "end")
    assert place(screen, 0, 1).does == Act("replace 1m")  # 9/7/K: the middle one completes it.
    assert press(screen, "Discard the 7") == Act("discard", "end")
    more = press(screen, "Then swap\N{HORIZONTAL ELLIPSIS}")
    assert more == Focus("+")
    going_on = FACE.screen(shown, legal, "+")
    assert place(going_on, 0, 0).does == Act("replace 1t")
    assert press(going_on, "Discard the 7") == Act("discard")
    assert press(going_on, "Back") == Focus("")


@pytest.mark.parametrize(("other", "risk"), [("3/?/?", True), ("9/9/?", False)])
def test_who_would_go_out_is_told_with_what_before(other: str, *, risk: bool) -> None:
    """K6.1, K6.5: on the last hidden card, whose button is marked; a complete triad goes."""
    drawn = Drawn(Card.C7, Pile.DRAW)
    shown = view(("9/2/? 4/4/K", other), viewer=0, phase=Phase.PLAY, drawn=drawn)
    screen = FACE.screen(scene(shown), plays(Place(0, 0), Place(0, 2)))
    assert "Your last hidden card: you go out with 18" in screen.text
    assert ("**Kai (hard)** shows 3, so it'd be doubled." in screen.text) is risk
    marked = [place(screen, 0, row).style is Style.DANGER for row in (0, 2)]
    assert marked == [False, True]


def test_what_the_last_play_did_is_told_to_its_owner() -> None:
    """A hidden card goes face up under others, and a column may cover it."""
    nines = Triad(position("9"), position("9"), position("9"))
    events = (ReplacedEvent(0, Place(3, 1), Card.C0, position("K")), TriadDiscarded(0, 3, nines))
    told = "You replaced the KAPOW! with the 0. You cleared column 4!"
    for seat in range(2):
        hand = FACE.screen(scene(view(viewer=seat, to_move=1), events=events), ())
        assert hand.lead.endswith(told) is (seat == 0)
    last = ReplacedEvent(0, Place(0, 0), Card.C9, position("5+2"))
    hand = FACE.screen(scene(view(viewer=0, to_move=1), events=(last,)), ())
    assert hand.lead.endswith("You replaced the powerset with the 9.")


def test_on_top_shows_the_modifier_of_the_power_card_below_k3_3c_k3_4() -> None:
    at = Place(0, 0)
    legal = (Replace(at), PutOnTop(at, 1), PutOnTop(at, -1))
    shown = FACE.screen(playing(Card.C5, "P2/?/?"), legal, "1t")
    assert press(shown, "+2 = 7") == Act("top 1t +")
    assert press(shown, f"{MINUS}2 = 3") == Act("top 1t -")
    power = FACE.screen(playing(Card.POWER_1, "P2/?/?"), (*legal, PutBeneath(at, 1)), "1t")
    assert press(power, "On top: +2 = 3") == Act("top 1t +")
    assert press(power, "Beneath: +1 = 3") == Act("beneath 1t +")


def test_a_kapow_card_is_chosen_and_then_its_new_place() -> None:
    """K4.4-K4.7: waiting triads are marked and the turn can be ended."""
    shown = scene(view(("12/12/K K/?/5 - -", "?/?/?"), viewer=0, phase=Phase.KAPOW))
    legal = (
        Swap(Place(0, 2), Place(0, 0)),
        Swap(Place(0, 2), Place(0, 1)),
        Swap(Place(1, 0), Place(1, 1)),
        Swap(Place(1, 0), Place(1, 2)),
        EndTurn(),
    )
    screen = FACE.screen(shown, legal)
    assert labels(screen)[:3] == [
        ["✓ 12", "K!", "·", "·"],
        ["✓ 12", "?", "·", "·"],
        ["✓ K!", "5", "·", "·"],
    ]
    assert "Column 1 goes when you end your turn." in screen.text
    assert place(screen, 0, 2).does == Focus("1b")
    assert place(screen, 0, 0).does is None
    assert press(screen, "End turn") == Act("end")
    waiting = FACE.screen(shown, legal, "1b")
    assert place(waiting, 0, 0).does == Act("swap 1b 1t")
    assert place(waiting, 1, 0).does == Focus("2t")
    free = FACE.screen(shown, legal, "2t")
    assert place(free, 1, 1).does == Act("swap 2t 2m", "end")
    again = FACE.screen(shown, legal, "+2t")
    assert press(free, "Then swap\N{HORIZONTAL ELLIPSIS}") == Focus("+2t")
    assert place(again, 1, 1).does == Act("swap 2t 2m")
    assert press(free, "Back") == Focus("")
    assert press(free, "End turn") == Act("end")
    several = scene(view(("12/12/K K/5/5 - -", "?/?/?"), viewer=0, phase=Phase.KAPOW))
    assert "Columns 1 and 2 go when you end your turn." in FACE.screen(several, legal[::4]).text


def test_between_rounds_anybody_can_go_on() -> None:
    moment = next(m for m in moments(2, 4, KapowOptions(rounds=3)) if m.state.phase is Phase.SCORED)
    for seat in range(2):
        screen = FACE.screen(moment.scene(seat), KAPOW.legal(moment.state, seat))
        assert press(screen, "Next round") == Act("next")
        points, doubled = moment.state.results[-1].points[seat], " (doubled)" * (seat == 1)
        assert f"{points}{doubled} · total {points}".replace("-", MINUS) in screen.text


def test_others_are_named_as_who_is_to_move() -> None:
    shown = view(viewer=0, to_move=1)
    text = FACE.screen(scene(shown, names=("Mina", "*Sam*", "Olu", "Kai")), ()).text
    assert "It's **\\*Sam\\***'s turn." in text
    assert "Showing 51 · 3 face down · total 41" in text
    assert "**Olu** (shows 40, total 52): 8 ? 8 | ? 10 ? | ±1 ? 1 | ? 12 ?\n" in text


def test_a_final_turn_is_announced_k6_2() -> None:
    shown = scene(view(viewer=0, out=2))
    assert "Last turns: **you** and **Kai (hard)**." in FACE.screen(shown, (Take(Pile.DRAW),)).text


@pytest.mark.parametrize("most", [0, 1])
def test_who_would_end_the_round_by_drawing_is_told_so_before(most: int) -> None:
    """K9.6: said if and only if it is so."""
    options = KapowOptions(rounds=1, cards=12, max_reshuffles=most)
    told = 0
    for moment in moments(8, 3, options):
        draw = Take(Pile.DRAW)
        seat = min(KAPOW.to_act(moment.state), default=None)
        if seat is None or draw not in (legal := KAPOW.legal(moment.state, seat)):
            continue
        shown = moment.scene(seat)
        ends = KAPOW.apply(moment.state, seat, draw).state.phase is Phase.OVER
        screen = FACE.screen(shown, legal)
        button = next(b for b in buttons(screen) if b.does == Act(str(draw)))
        assert ends == ("If you draw, all hands count" in screen.text)
        assert ends == (button.style is Style.DANGER)
        assert ends == ("end the round" in FACE.status(shown))
        assert ends == ("ends the round" in FACE.text(shown))
        assert ends == ("ends the round" in FACE.alt(shown))
        assert ends == button.label.startswith("End the round")
        assert ends == FACE.proposal(shown, draw).startswith("End the round")
        told += ends
    assert told
