from dataclasses import replace

import pytest

from bot.face import palette
from bot.face.canvas import Canvas
from bot.face.face import SeatSign
from bot.face.game_face import RESULTS_LIMIT
from bot.face.markdown import MINUS
from bot.face.table import Chip, Panel
from bot.game.contract import Seat
from bot.games.chowpow.face import FACE
from bot.games.chowpow.face.labels import drawn_words, points_of, sum_of
from bot.games.chowpow.face.picture import ChowpowPicture
from bot.games.chowpow.face.sprites import THEME
from bot.games.chowpow.rules.options import ChowpowOptions, default_deck
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import End, Phase, RoundResult
from tests.games.chowpow.face.scenes import results, scene
from tests.games.chowpow.rules.at import at, cards

TIMES = "\N{MULTIPLICATION SIGN}"
KAI = "**Kai (hard)**"


def result(won: str, left: str = "- - -", *, hot: bool = False, end: End = End.DECK) -> RoundResult:
    own, rest = (tuple(map(cards, text.split())) for text in (won, left))
    return RoundResult(1, 0, end, own, rest, hot)


def scored(*results: RoundResult, phase: Phase = Phase.OVER, drawn: str = "") -> State:
    state = at("- - -", options=ChowpowOptions(three_course_meal=len(results) > 1), draw_pile="")
    open_cards = tuple(map(cards, drawn.split()))
    return replace(
        state, phase=phase, results=results, drawn=open_cards, number=len(results), grid=((),) * 16
    )


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("F6V6G6E2", f"3 {TIMES} 6 + 2 = 20"),
        ("F6", "6"),
        ("-", "0"),
        ("F1F2", "2 + 1 = 3"),
        ("F1F1", f"2 {TIMES} 1 = 2"),
    ],
)
def test_cards_are_written_out_p4_2(written: str, line: str) -> None:
    assert sum_of(cards(written)) == line


def test_hot_sauce_is_written_out() -> None:
    """P5.1: a score may be below nothing."""
    hot = result("F6 F1 -", "F1 V6 -", hot=True)
    assert [points_of(hot, seat) for seat in range(3)] == [
        f"6 {MINUS} 1 = 5", f"1 {MINUS} 6 = {MINUS}5", f"0 {MINUS} 0 = 0",
    ]  # fmt: skip
    assert points_of(result("F6 F1 -"), 0) == "6"


def test_a_game_is_told_with_every_sum() -> None:
    assert results(scored(result("F6V6 F1 -", "- V6 -", hot=True))) == [
        "**Round 1**: the deck was empty.",
        (
            f"- **Mina** **12**: 2 cards won, 2 {TIMES} 6 = 12; "
            f"Hot Sauce for 0 cards left: 12 {MINUS} 0 = 12"
        ),
        f"- {KAI} **{MINUS}5**: 1 card won, 1; Hot Sauce for 1 card left: 1 {MINUS} 6 = {MINUS}5",
        f"- **Oluwaseun** **0**: 0 cards won, 0; Hot Sauce for 0 cards left: 0 {MINUS} 0 = 0",
        "",
        f"Points: 1. **Mina** 12 · 2. **Oluwaseun** 0 · 3. {KAI} {MINUS}5",
        "**Mina** wins the match!",
    ]


def test_more_cards_won_break_a_tie_p4_2() -> None:
    lines = results(scored(result("F6 F1V5 F1", end=End.TURNS)))
    assert lines[0].endswith("all turns were played.")
    assert lines[-3:] == [
        f"More cards won break the tie: **Mina** 1, {KAI} 2.",
        f"Points: 1. {KAI} 6 · 2. **Mina** 6 · 3. **Oluwaseun** 1",
        f"{KAI} wins the match!",
    ]


def test_then_cards_drawn_break_it_p4_2_p7_6() -> None:
    lines = results(scored(result("F6 V6 F1"), drawn="B2B5 G2G1 -"))
    assert f"Then the higher card drawn: **Mina** Bakery 2 5, {KAI} Grill 1 2." in (lines)
    assert lines[-1] == "**Mina** wins the match!"


def test_players_who_cannot_be_parted_share_the_win() -> None:
    lines = results(scored(result("F6 V6 F1")))
    assert lines[-1] == f"**Mina** and {KAI} share the win!"


def test_points_of_several_games_are_added() -> None:
    """P5.2: no tie is broken before the last game."""
    first, second = result("F6 F1 -"), replace(result("F1 F6 -"), round=2)
    lines = results(scored(first, second, phase=Phase.SCORED))
    assert lines[0].startswith("**Round 2**: ")
    assert lines[-1] == f"Points so far: 1. **Mina** 7 · 1. {KAI} 7 · 3. **Oluwaseun** 0"


def test_the_longest_result_keeps_to_the_limit() -> None:
    everything = default_deck().cards
    won = tuple(everything[seat::6] for seat in range(6))
    long = RoundResult(1, 0, End.DECK, won, won, hot_sauce=True)
    state = replace(at("- - - - - -", draw_pile=""), phase=Phase.OVER, results=(long,))
    shown = scene(state)
    odd = replace(shown, seats=tuple(SeatSign("*_~" * 20) for _ in range(6)))
    text = FACE.results(odd, sums=True)
    assert len(text) <= RESULTS_LIMIT
    assert text.endswith("!")


class Noting(ChowpowPicture):
    def __init__(self, state: State) -> None:
        super().__init__(scene(state), Canvas)
        self.notes: list[tuple[str, list[Chip], bool]] = []

    def seat(self, seat: Seat, panel: Panel) -> None:
        super().seat(seat, panel)
        self.notes.append((panel.figures[0], [*panel.chips], panel.framed))


def noted(state: State) -> list[tuple[str, list[Chip], bool]]:
    table = Noting(state)
    table.scored()
    return table.notes


def test_the_scoreboard_tells_places_and_points() -> None:
    first, second, third = noted(scored(result("F6V6 F1 -", "- V6 -", hot=True)))
    assert first == ("12 points", [Chip("1st", palette.GOLD)], True)
    assert second == (f"1 {MINUS} 6 = {MINUS}5 points", [Chip("3rd", THEME.soft)], False)
    assert third == ("0 points", [Chip("2nd", THEME.soft)], False)


def test_the_scoreboard_of_several_games_tells_totals_p5_2() -> None:
    games = (result("F6 F1 -"), result("F1 F5 -"))
    assert [panel[0] for panel in noted(scored(*games))] == [
        "1 · total 7",
        "5 · total 6",
        "0 · total 0",
    ]


def test_the_scoreboard_tells_what_was_drawn_for_a_tie_p4_2() -> None:
    tied = result("F6 V6 F1")
    view = scene(scored(tied, drawn="B2 B4V1 -")).view
    assert [drawn_words(view, seat) for seat in range(3)] == ["drew B2", "drew B4 V1", ""]
    assert drawn_words(scene(scored(tied)).view, 0) == ""
    assert FACE.picture(scene(scored(tied))) != FACE.picture(scene(scored(tied, drawn="B2 B4 -")))


def test_the_text_tells_what_the_scoreboard_shows() -> None:
    state = scored(result("F6V6 F1W5 F1", "- V6 -", hot=True), drawn="B2 - -")
    text = FACE.text(scene(state))
    assert "**Mina** (1st, started): 12 points, 12 in all" in text
    assert f"- 2 cards won: Fruit 6, Veg 6 · 2 {TIMES} 6 = 12" in text
    assert "- left in hand: Veg 6" in text
    assert f"- Hot Sauce: 6 {MINUS} 6 = 0" in text
    assert "- drew for the tie: Bakery 2" in text
    assert "The match is over: the deck was empty" in text
