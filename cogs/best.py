"""``/league best``: the best scores that people have reached on a server."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from itertools import groupby

from discord import app_commands

from bot.face.markdown import HIDDEN_NAME, escape, names_in_list, number
from bot.face.phrases import listed
from bot.game.contract import AnyGame, usual_kind
from bot.league.reports import BestScore, Kind
from cogs.core.answers import answer
from cogs.core.buttons import Feature
from cogs.core.click import Click, guild_of
from cogs.core.commands import GAME_HELP, pick_game


class Best(Feature):
    """The best scores in ranked matches."""

    @app_commands.command(extras={"group": "league", "costly": True, "public": True})
    @app_commands.describe(game=GAME_HELP)
    async def best(self, click: Click, game: str | None = None) -> None:
        """Show the best scores on this server."""
        chosen = await pick_game(self._services, click, game)
        lines = await self._best(click, chosen)
        if lines:
            await answer(click, "\n".join(lines), public=True)
        else:
            text = f"Nobody has finished a full-length ranked match of {chosen.title} here yet."
            await answer(click, text)

    async def _best(self, click: Click, game: AnyGame) -> list[str]:
        with self._services.limits.reading(click):
            lists = [best async for best in self._lists(guild_of(click), game)]
            every = [best for _, scores in lists for best in scores]
            hidden = await self._services.storage.people.hidden_among([best.user for best in every])
            names = names_in_list(((best.user, best.name) for best in every), hidden)
        if not lists:
            return []
        lines = [f"**{title}** {_people(scores, names)}" for title, scores in lists]
        last = f"-# The {game.scoring.best} score is the best."
        return [f"### Best scores of {game.title}", *lines, last]

    async def _lists(
        self, guild: int, game: AnyGame
    ) -> AsyncIterator[tuple[str, Sequence[BestScore]]]:
        boards, usual = self._services.storage.boards, usual_kind(game)
        kinds = sorted(await boards.kinds(guild, game.name), key=lambda kind: (kind != usual, kind))
        for kind in kinds:
            asked = guild, Kind(game.name, kind), game.scoring
            among = f" · {kind}" if kind else ""
            if game.scoring.totals_compare and (best := await boards.best(*asked, "total")):
                yield f"Matches{among}", best
            if best := await boards.best(*asked, "round"):
                yield f"Rounds{among}", best


def _people(scores: Iterable[BestScore], names: Mapping[int, str]) -> str:
    """Return who has which score, best first; who has the same one is named together."""
    return " · ".join(
        f"{listed([escape(names.get(best.user, HIDDEN_NAME)) for best in equal])} {number(score)}"
        for score, equal in groupby(scores, key=lambda best: best.score)
    )
