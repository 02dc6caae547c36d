"""Why Kai does what it does at Kapow!: the facts that matter, and none that is hidden."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.game.deck import Chance
from bot.games.kapow.kai.players import Budget, NormalKapow, SearchingKapow
from bot.games.kapow.kai.reasons import explain
from bot.games.kapow.rules.actions import Action, Discard, EndTurn, Pile, Take
from bot.games.kapow.rules.cards import DECK, Card, card
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import Hand, offers, plays
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Drawn, Phase, View
from bot.kai.player import AnyPlayer
from bot.kai.words import Fact, Reason, words_of
from lab.arena.known import RandomPlayer
from tests.games.kapow.kai.test_kapow import HIDDEN, hand
from tests.kai.matches import playing

WORDS = words_of("kapow")
FACES = {str(face): face for face in Card}
LOW = hand("0 0 ?", "? ? ?", "? ? ?")


@pytest.fixture
def view() -> View:
    """Two seats: the first is to move, the second is far from going out."""
    state = KAPOW.new(KapowOptions(rounds=2, cards=9), 2, Chance(bytes(32))).state
    dealt = KAPOW.view(state, state.to_move)
    return replace(dealt, viewer=0, to_move=0, discard_pile=(card("6"), card("6")))


def said(view: View, own: Hand, other: Hand, drawn: str, action: str) -> str:
    held = Drawn(card(drawn), Pile.DRAW)
    seen = replace(view, phase=Phase.PLAY, hands=(own, other), drawn=held)
    return _said(seen, (Discard(), *plays(own, card(drawn))), action)


def taking(view: View, own: Hand, other: Hand, pile: Pile) -> str:
    seen = replace(view, phase=Phase.TAKE, hands=(own, other), drawn=None)
    return WORDS.sentence(explain(seen, (Take(Pile.DRAW), Take(Pile.DISCARD)), Take(pile)))


def swapping(view: View, own: Hand, action: str) -> str:
    seen = replace(view, phase=Phase.KAPOW, hands=(own, LOW), drawn=None)
    return _said(seen, (*offers(own), EndTurn()), action)


def _said(view: View, legal: tuple[Action, ...], action: str) -> str:
    (chosen,) = [each for each in legal if str(each) == action]
    return WORDS.sentence(explain(view, legal, chosen))


def test_a_completed_column_and_what_it_saves(view: View) -> None:
    words = said(view, hand("9 ? 9", HIDDEN, HIDDEN), LOW, "9", "replace 1m")
    assert "completes column 1 and takes away about 2" in words


def test_the_ways_to_complete_and_how_many_such_cards_are_left(view: View) -> None:
    """9/10/? wants an 11 or a KAPOW! card below."""
    words = said(view, hand("9 ? ?", HIDDEN, HIDDEN), LOW, "10", "replace 1m")
    elevens = DECK.count(Card.C11) + DECK.count(Card.KAPOW)
    assert words == f"Column 1 now wants an 11 or a KAPOW! card: {elevens} are left."


def test_what_the_discard_gives_the_next_player(view: View) -> None:
    own, other = hand("12 5 ?", HIDDEN, HIDDEN), hand("12 12 ?", HIDDEN, HIDDEN)
    words = said(view, own, other, "4", "replace 1t")
    assert "the next player could use the 12 on the discard pile" in words
    words = said(view, own, other, "12", "replace 1m")
    assert "the next player doesn't get the 12 for a column" in words
    assert "the 12" not in said(view, own, LOW, "4", "replace 1t").partition(";")[2]


def test_the_danger_of_someone_going_out(view: View) -> None:
    near = hand("3 4 ?", "6 6 3", "5 5 1")
    words = said(view, hand("9 ? ?", HIDDEN, HIDDEN), near, "2", "replace 2t")
    assert "someone has only 1 card face down" in words
    nobody = hand("3 4 8", "6 6 3", "5 5 1")
    words = said(view, hand("9 ? ?", HIDDEN, HIDDEN), nobody, "2", "replace 2t")
    assert "someone has no cards face down" in words


def test_going_out_with_the_doubling_weighed(view: View) -> None:
    """K6.5: the player who goes out first and is not lowest scores double."""
    high, low = hand("12 11 9", "8 10 5", "7 12 ?"), hand("0 0 1", "? 1 1", "")
    assert "doubled if someone has fewer" in said(view, high, low, "6", "discard")
    assert "even if they're doubled" in said(view, high, low, "6", "replace 3b")
    own = hand("0 0 2", "", "1 1 ?")
    assert "and the lowest other hand has about" in said(view, own, high, "0", "replace 3b")
    own = hand("0 0 2-2", "", "0 0-1 ?")
    assert "can't be doubled" in said(view, own, high, "1", "replace 3b")


def test_high_cards_that_go(view: View) -> None:
    words = said(view, hand("7 11 ?", HIDDEN, HIDDEN), LOW, "3", "replace 1m")
    assert words == "The 3 replaces an 11 and saves 8 points."


def test_a_kapow_card_that_a_swap_brings_where_it_completes(view: View) -> None:
    """Wherever it is put, it may change places with the 8 in the same turn (K4.5)."""
    words = said(view, hand("4 8 4", HIDDEN, HIDDEN), LOW, "K", "replace 3t")
    assert words.startswith("Then a KAPOW! swap can complete column 1")
    ready = hand("4 8 4", "K 5 ?", HIDDEN)
    assert "KAPOW! swap" not in said(view, ready, LOW, "2", "replace 3t")


def test_a_high_card_in_the_place_of_a_hidden_one_is_not_called_an_improvement(view: View) -> None:
    own = hand("7 10 ?", HIDDEN, HIDDEN)
    least = "The 12 does the least harm there."
    assert said(view, own, LOW, "12", "replace 1b") == least
    assert "so a known 3 is better" in said(view, own, LOW, "3", "replace 1b")


def test_a_column_that_is_kept_for_its_low_points(view: View) -> None:
    words = said(view, hand("0-2 0-2 0", HIDDEN, HIDDEN), LOW, "P2", "discard")
    assert "that's worth keeping: it counts \N{MINUS SIGN}4" in words


def test_where_to_draw_ends_the_round_that_is_what_is_said(view: View) -> None:
    """K9.6: not that a drawn card may do this or that."""
    used = replace(view, draw_pile=0, reshuffles=view.options.max_reshuffles)
    own, other = hand("1 2 5", "", "0 0 4"), hand("12 12 4", "9 9 6", "8 1 0")
    for pile in Pile:
        words = taking(used, own, other, pile)
        assert words.startswith(("Drawing ends the round", "Drawing would end the round"))
        assert "about 12 points here and 61 in the lowest other hand" in words


def test_the_open_card_and_the_draw_pile(view: View) -> None:
    assert "The open 6 can complete column 1" in taking(
        view, hand("6 6 ?", HIDDEN, HIDDEN), LOW, Pile.DISCARD
    )
    words = taking(view, hand("6 ? ?", HIDDEN, HIDDEN), hand("6 6 ?", HIDDEN, HIDDEN), Pile.DISCARD)
    assert "With the open 6, " in words
    assert "the next player doesn't get the 6 for a column" in words
    words = taking(view, hand("9 9 ?", HIDDEN, HIDDEN), LOW, Pile.DRAW)
    left = DECK.count(Card.C9) - 2 + DECK.count(Card.KAPOW)
    assert f"Drawing is better: {left} of " in words


def test_swaps(view: View) -> None:
    assert "column 2 is complete" in swapping(view, hand("K ? 7", "5 6 12", ""), "swap 1t 2b")
    words = swapping(view, hand("K 5 5", HIDDEN, ""), "swap 1t 1m")
    assert "the next player finds a 5 on the discard pile" in words
    assert "Column 1 is complete" in swapping(view, hand("5 K 5", HIDDEN, ""), "end")
    words = swapping(view, hand("K ? 7", "5 6 12", ""), "end")
    assert "A swap would complete column 2, but the KAPOW! is worth more where it is" in words
    words = swapping(view, hand("K ? 7", "5 9 ?", ""), "end")
    assert words == "No swap makes the hand better."


def cards_in(reason: Reason) -> set[Card]:
    facts: list[Fact] = [fact for _, fact in reason.facts]
    if reason.besides is not None:
        facts += [fact for _, fact in reason.besides.facts]
    terms = [term for fact in facts if isinstance(fact, str) for term in [fact]]
    return {FACES[term.removeprefix("a ")] for term in terms if term.removeprefix("a ") in FACES}


def in_sight(view: View) -> set[Card]:
    positions = [each for hand in view.hands for triad in hand for each in triad or ()]
    seen = Counter(face for each in positions for face in each.cards if face is not None)
    seen.update(view.discard_pile)
    if view.drawn is not None and view.drawn.card is not None:
        seen[view.drawn.card] += 1
    return set(seen)


@pytest.mark.parametrize(
    "player", [NormalKapow(), SearchingKapow(Budget(30, 2, 3)), RandomPlayer(5)]
)
def test_no_card_is_named_that_its_reader_may_not_know(player: AnyPlayer) -> None:
    """Any choice can be explained, no matter who made it, by the View alone."""
    source = random.Random(3)
    sentences: set[str] = set()
    options = KapowOptions(rounds=2, cards=9)
    for state in playing(KAPOW, [player] * 3, 8, options):
        for seat in KAPOW.to_act(state):
            view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
            other = KAPOW.permute_unknown(state, seat, lambda c: source.sample(c, len(c)))
            for action in source.sample(legal, min(3, len(legal))):
                reason = explain(view, legal, action)
                assert reason == explain(KAPOW.view(other, seat), legal, action)
                assert cards_in(reason) <= in_sight(view)
                assert WORDS.sentence(reason).endswith(".")
                sentences.add(reason.sentence)
    assert len(sentences) > 10
