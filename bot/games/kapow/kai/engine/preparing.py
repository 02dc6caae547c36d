"""Everything that the first thought would have to wait for: tables, networks and machine code."""

from typing import Final

from bot.game.deck import SECRET_BYTES, Chance
from bot.games.kapow.kai.engine.candidates import opinions
from bot.games.kapow.kai.engine.guide import guide
from bot.games.kapow.kai.engine.search import Search
from bot.games.kapow.kai.engine.sight import round_seen
from bot.games.kapow.kai.searching import Effort
from bot.games.kapow.kai.twin.round import Phase
from bot.games.kapow.rules.game import KAPOW
from bot.kai.compiled import IS_COMPILED

__all__ = ["prepare"]

_SHORT: Final = Effort(1, 1, 1)


def prepare() -> bool:
    """Think once in each phase; return whether that runs as machine code.

    It takes half a minute the first time, and less than a second later: never call it in the event
    loop.
    """
    state, _ = KAPOW.new(KAPOW.options(), 2, Chance(bytes(SECRET_BYTES)))
    view = KAPOW.view(state, state.to_move)
    Search(view, _SHORT).ranked(KAPOW.legal(state, state.to_move), ())
    game = round_seen(view)
    game.drawn = 0
    for phase in (Phase.PLAY, Phase.KAPOW):
        game.phase = phase
        opinions(game, (), guide())
    return IS_COMPILED
