"""How many clicks a turn takes, counted over whole matches whose players press what they see.

They know a View, and the screens that the face lays out of it: they want what Kai would do, and
find the shortest way there. A button is one click, a line of a menu two: it has to be opened first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple

import pytest

from bot.face.face import Act, AnyFace, Focus, Menu, Scene
from bot.face.game_face import aligned
from bot.face.markdown import MINUS
from bot.game.contract import AnyGame
from bot.game.deck import Chance
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.faces import face_of
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.registry import player_for
from tests.face.moments import signs
from tests.face.screens import asked
from tests.games.capit.face.scenes import at

MENU: Final = 2


Press = NamedTuple("Press", (("does", Act), ("clicks", int)))
Turn = Sequence[Press]
"""What was done by pressing, and how many clicks it took; all that a seat did in a turn."""


def turns(game: AnyGame, options: object, seats: int, matches: int) -> Sequence[Turn]:
    """Play matches; return the presses of each turn of each seat, also those in others' turns."""
    return [turn for seed in range(matches) for turn in _match(game, options, seats, seed)]


def _match(game: AnyGame, options: object, seats: int, seed: int) -> Iterable[Turn]:
    kai, face = player_for(game.name, "normal"), face_of(game)
    found: defaultdict[tuple[int, int], list[Press]] = defaultdict(list)
    state, events = game.new(options, seats, Chance(seed.to_bytes(32, "big")))
    while acting := game.to_act(state):
        seat, stage = min(acting), game.stage(state)
        view, legal = game.view(state, seat), game.legal(state, seat)
        wanted = str(kai.choose(view, legal).action)
        done = _pressed(face, Scene(view, signs(seats), "", events[-40:]), legal, wanted)
        if not stage.paused:
            found[stage.turn, seat].append(done)
        for text in filter(None, (done.does.action, done.does.then)):
            if game.stage(state).turn == stage.turn:
                state, news = game.apply(state, seat, game.parse(text))
                events = (*events, *news)
    return found.values()


def _pressed(face: AnyFace, scene: Scene[Any], legal: Sequence[Any], wanted: str) -> Press:
    """Find the action with the fewest clicks."""
    todo, seen = [(0, "")], {""}
    while todo:
        clicks, focus = heappop(todo)
        screen = face.screen(scene, legal, focus)
        for row in screen.rows:
            cost = clicks + (MENU if isinstance(row, Menu) else 1)
            for control in row.items if isinstance(row, Menu) else row:
                does = control.does
                if isinstance(does, Act) and does.action == wanted:
                    return Press(does, cost)
                if isinstance(does, Focus) and (further := asked(screen, does)) not in seen:
                    seen.add(further)
                    heappush(todo, (cost, further))
    raise AssertionError(f"no screen offers {wanted}")


def totals(turns: Iterable[Turn]) -> Iterator[int]:
    return (sum(press.clicks for press in turn) for turn in turns)


def verbs(turn: Turn) -> list[str]:
    """Return the first words of what was done."""
    return [press.does.action.split()[0] for press in turn]


def test_a_turn_of_kapow_takes_two_clicks_and_three_with_a_power_card() -> None:
    """None more to end it; asked is only who can complete a triad with a KAPOW! card."""
    played = turns(KAPOW, KapowOptions(rounds=3), 3, 1)
    plain = [turn for turn in played if not {"reveal", "swap", "end"} & {*verbs(turn)}]
    assert len(plain) > 0.75 * len(played)
    with_power = [turn for turn in plain if {"top", "beneath"} & {*verbs(turn)}]
    assert max(totals(with_power)) == 3
    others = [*totals(turn for turn in plain if turn not in with_power)]
    assert others.count(2) > 0.9 * len(others)
    assert sum(totals(played)) < 2.6 * len(played)


def test_the_best_turn_of_capit_takes_six_clicks() -> None:
    """Push, lay the contract, lay four of a kind, discard: it once took twelve."""
    state, clicks = at("KH KS KD QC QD QS 3H 3S 3D 3C 8H", phase="draw"), 0
    for wanted in ("push", "lay set QCQDQS set KDKHKS", "meld set 3C3D3H3S", "discard 8H"):
        scene = Scene(CAPIT.view(state, 0), signs(4))
        clicks += _pressed(face_of(CAPIT), scene, CAPIT.legal(state, 0), wanted).clicks
        state = CAPIT.apply(state, 0, CAPIT.parse(wanted)).state
    assert clicks == 6


def test_whatever_is_done_in_capit_takes_a_choice_in_one_menu_at_most() -> None:
    """But for wild cards, which fit many places, and those that are replaced."""
    played = turns(CAPIT, CapitOptions(), 4, 1)
    wilds = [p for turn in played for p in turn if p.clicks > MENU]
    assert all("2" in p.does.action or "X" in p.does.action for p in wilds)
    assert len(wilds) < 0.05 * len(played)
    assert sum(totals(played)) < 5.2 * len(played)


def test_a_turn_of_chow_pow_with_an_attack_takes_five_clicks_and_a_defence_two() -> None:
    """Two flips, a slot, a card or the strongest cards, and whom: it once took seven.

    A defence that wins takes one click; a hopeless one once took five.
    """
    played = turns(CHOWPOW, ChowpowOptions(), 3, 4)
    attacks = [turn for turn in played if verbs(turn).count("flip") == 2 and "pow" in verbs(turn)]
    assert sum(clicks <= 5 for clicks in totals(attacks)) > 0.9 * len(attacks) > 20
    assert sum(totals(played)) < 3.95 * len(played)
    defences = [p.clicks for turn in played for p in turn if p.does.action.startswith("defend")]
    assert min(defences) == 1
    assert max(defences) <= 4
    assert sum(clicks <= 2 for clicks in defences) > 0.9 * len(defences) > 40


def test_a_turn_of_kabobo_takes_two_clicks_and_three_with_a_power() -> None:
    """Four with a trade, for which two cards are picked; two if the power is not wanted."""
    played = turns(KABOBO, KaboboOptions(), 3, 3)
    for turn, clicks in zip(played, totals(played), strict=True):
        done = {*verbs(turn)} - {"draw", "season", "keep", "take", "call"}
        assert clicks == (2 if done <= {"peek"} else 4 if "trade" in done else 3)


UNITS = {"\N{THREE-PER-EM SPACE}": 4, "\N{FOUR-PER-EM SPACE}": 3, "\N{SIX-PER-EM SPACE}": 2}


def wide(label: str) -> int:
    """Return a label's width in twelfths of its size; digits are 7 of them, and so are signs."""
    own = {"?": 5, "!": 3, "·": 3, " ": 3, "✓": 10}
    return sum(UNITS.get(sign, own.get(sign, 7)) for sign in label)


def column(*labels: str) -> list[str]:
    return [row[0] for row in aligned([[label] for label in labels])]


@pytest.mark.parametrize(
    "labels",
    [
        ("?", "7", "12"),
        ("K!", "±2", "·"),
        (f"5{MINUS}2=3", "?", "10"),
        (f"3{MINUS}2=1", f"K!{MINUS}1", "0"),
        ("✓ 12", "✓ K!", "✓ 7"),
    ],
)
def test_the_labels_of_a_column_are_of_one_width(labels: tuple[str, ...]) -> None:
    widths = [wide(label) for label in column(*labels)]
    assert max(widths) - min(widths) <= 1
    assert [label.strip() for label in column(*labels)] == list(labels)


def test_columns_do_not_depend_on_each_other() -> None:
    assert aligned([["12", f"5{MINUS}2=3"], ["7", "?"]])[0] == ["12", f"5{MINUS}2=3"]
    assert aligned([["12", "12"], ["7", "?"]])[1][0] == column("12", "7")[1]


def test_a_card_of_one_digit_is_as_wide_as_one_of_two_from_the_start() -> None:
    assert column("7", "8", "9") == column("7", "12", "9")[:1] + column("12", "8", "9")[1:]


def test_no_column_grows_so_wide_that_a_phone_breaks_its_row() -> None:
    assert [wide(label) for label in column("12+1+1=14", "7", "?")] == [63, 35, 35]
