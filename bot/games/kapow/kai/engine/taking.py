"""Which pile to take from."""

from typing import Final

from bot.games.kapow.kai.engine.columns import GONE_COLUMN
from bot.games.kapow.kai.engine.desk import Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.judging import predict_by, prepare_for
from bot.games.kapow.kai.engine.placing import judge_plays
from bot.games.kapow.kai.engine.situation import (
    assess,
    fewest_hidden,
    half_turns,
    mean_gain,
    open_card,
    set_gains,
)
from bot.games.kapow.kai.twin.actions import DISCARD_IT, DRAW_ONE, PICK_UP, coded, what
from bot.games.kapow.kai.twin.layout import (
    DISCARDS,
    DRAWN,
    DRAWS,
    FROM_DISCARD,
    MAX_RESHUFFLES,
    NOBODY,
    NOTHING,
    OUT,
    RESHUFFLES,
    SEATS,
    TO_MOVE,
)
from bot.kai.compiled import Array, compiled, inlined

__all__ = ["best_pile"]

_DUEL: Final = 2


@compiled
def best_pile(game: Array, guide: Guide, desk: Desk) -> int:
    """Take the open card if it is better than a card from the draw pile, on average.

    With two players, whom the networks were trained with, these say so; else the tables do.
    """
    if game[DISCARDS] == 0:
        return coded(DRAW_ONE, 0, 0)
    if not (game[DRAWS] > 0 or (game[DISCARDS] > 1 and game[RESHUFFLES] < game[MAX_RESHUFFLES])):
        return coded(PICK_UP, 0, 0)
    if game[SEATS] == _DUEL and game[OUT] == NOBODY:
        takes = _network_takes(game, guide, desk)
    else:
        takes = _tables_take(game, guide, desk)
    return coded(PICK_UP if takes else DRAW_ONE, 0, 0)


@inlined
def _tables_take(game: Array, guide: Guide, desk: Desk) -> bool:
    seat, turns = game[TO_MOVE], 0
    if game[OUT] == NOBODY:
        turns = half_turns(desk.hidden[seat], fewest_hidden(desk, game[SEATS], seat)) // 2
    set_gains(desk, seat, guide, turns)
    return bool(desk.gains[open_card(game)] > mean_gain(desk, guide.chances))


@inlined
def _network_takes(game: Array, guide: Guide, desk: Desk) -> bool:
    """Compare the best play of the open card with what the other network says of a draw."""
    seat = game[TO_MOVE]
    assess(game, guide, desk, seat)
    card, gift = open_card(game), desk.gifts[open_card(game)]
    behind = desk.worth[0] - desk.field[0]
    set_gains(desk, seat, guide, desk.left[0] // 2)
    prepare_for(game, guide, guide.draw, desk, seat, mean_gain(desk, guide.chances))
    draws = predict_by(guide, guide.draw, desk, 0, GONE_COLUMN, GONE_COLUMN, behind, gift)
    from_discard = game[FROM_DISCARD]
    game[DISCARDS] -= 1
    game[DRAWN], game[FROM_DISCARD] = card, 1
    takes = False
    for number in range(judge_plays(game, guide, desk)):
        is_placed = what(desk.legal[number]) != DISCARD_IT
        takes = takes or (is_placed and desk.ahead[number] > draws)
    game[DISCARDS] += 1
    game[DRAWN], game[FROM_DISCARD] = NOTHING, from_discard
    return takes
