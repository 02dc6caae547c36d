"""What the yardsticks keep of what they have worked out."""

from bot.lab.arena.kapow.remembered import Remembered


def test_what_is_remembered_begins_anew_when_it_is_full() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    doubles = Remembered(double, most=2)
    assert [doubles[number] for number in (1, 2, 1, 2)] == [2, 4, 2, 4]
    assert asked == [1, 2]
    assert doubles[3] == 6
    assert len(doubles) == 1
    assert doubles[1] == 2
    assert asked == [1, 2, 3, 1]
