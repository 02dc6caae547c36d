import pytest

from bot.face.markdown import MINUS
from bot.games.kapow.face import FACE
from bot.games.kapow.rules.scoring import RoundReason
from bot.games.kapow.rules.view import Phase
from tests.games.kapow.face.scenes import RICHEST, scene, scored

EIGHT, SEVEN, TWENTY = "5/1/2 - -", "1/3/3 - -", "9/9/2 - -"
BELOW = "0-2/1/0-2"
LOWEST = "0-2/0-1/0-2"
NASTIEST = "_*`[" * 20


def test_a_hand_is_summed_item_by_item() -> None:
    """K6.4."""
    text = FACE.results(scene(scored(("9/9/11", SEVEN), None, reason=RoundReason.STALLED)))
    assert "- **Mina**: 9 + 9 + 11 = 29" in text
    assert "**Round 3** ended because the same cards went back and forth." in text


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("K/0-2/4", f"25 (KAPOW!) {MINUS} 2 (powerset) + 4 = 27"),
        ("K+1/5/9", "1 (powerset) + 5 + 9 = 15"),
        ("K-2/3/9", f"{MINUS}2 (powerset) + 3 + 9 = 10"),
        ("0/0/0 P1/P2/0", "1 + 2 = 3"),
        ("0/0/0", "0 = 0"),
        ("- -", "an empty hand = 0"),
    ],
)
def test_kapow_cards_and_powersets_are_named(hand: str, line: str) -> None:
    """K6.4 and the worked examples of section 8."""
    assert f"- **Mina**: {line}\n" in FACE.results(scene(scored((hand, SEVEN), None)))


def test_doubling_is_explained() -> None:
    """K6.5: out first with 8, another has 7."""
    text = FACE.results(scene(scored((EIGHT, TWENTY, SEVEN), 0)))
    assert "= 8, doubled 16" in text
    assert "**Mina** went out first with 8, but **Oluwaseun** has 7: doubled to 16." in text


def test_not_doubling_is_explained() -> None:
    """K6.5: out first with 8, the others have 8 and 20; or with less than zero."""
    text = FACE.results(scene(scored((EIGHT, EIGHT, TWENTY), 0)))
    assert "**Mina** went out first with 8 and nobody has less: not doubled." in text
    text = FACE.results(scene(scored((BELOW, LOWEST), 0)))
    assert f"went out first with {MINUS}3: zero or less is never doubled." in text


def test_nobody_out_means_no_word_on_doubling() -> None:
    """K5.5."""
    text = FACE.results(scene(scored((EIGHT, SEVEN), None, reason=RoundReason.NO_CARDS)))
    assert "doubled" not in text
    assert "there were no cards left" in text


def test_totals_are_in_order_of_rank() -> None:
    """K6.6: equal totals share a rank."""
    shown = scored(("3/0/0", "6/0/0", SEVEN), None)  # 41 + 3 = 38 + 6
    text = FACE.results(scene(shown))
    assert "Totals: 1. **Mina** 44 · 1. **Kai (hard)** 44 · 3. **Oluwaseun** 59" in text


def test_the_match_ends_with_its_winners() -> None:
    """K6.6."""
    text = FACE.results(scene(scored(("3/0/0", "6/0/0", SEVEN), None, Phase.OVER)))
    assert "**Mina** and **Kai (hard)** share the win the match!" not in text
    assert "**Mina** and **Kai (hard)** share the win!" in text
    alone = FACE.results(scene(scored((EIGHT, TWENTY), 0, Phase.OVER)))
    assert "**Mina** wins the match!" in alone


@pytest.mark.parametrize("phase", [Phase.SCORED, Phase.OVER])
def test_eight_full_hands_keep_to_the_limit(phase: Phase) -> None:
    shown = scored([RICHEST.replace("?", "12")] * 8, 3, phase)
    text = FACE.results(scene(shown, names=[NASTIEST] * 8))
    assert len(text) <= 2_000
    assert "otals:" in text
