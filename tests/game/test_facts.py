"""What the tables of facts are made of."""

from bot.game.contract import Fact, counted, rounds_won


def test_seats_that_have_nothing_are_not_told_of() -> None:
    assert counted("cards", [0, 3, 0, 1]) == [Fact(1, "cards", 3), Fact(3, "cards", 1)]
    assert counted("cards", [False, True]) == [Fact(1, "cards", 1)]
    assert counted("cards", []) == []


def test_a_round_is_won_by_all_who_share_the_best_score() -> None:
    assert rounds_won((4, 9, 4), 4) == [Fact(0, "rounds_won"), Fact(2, "rounds_won")]
    assert rounds_won((-3, 0), -3) == [Fact(0, "rounds_won")]
