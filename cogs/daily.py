"""``/daily``: the daily deal, played in one private message, and how everyone does."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from discord import app_commands

from bot.daily.days import BoardLine, Fields, Score, daily_career
from bot.daily.deal import PLAYER, Key, dealt, record_of
from bot.daily.service import DayOverError, OwnRound
from bot.face.face import with_lasting
from bot.face.markdown import HIDDEN_NAME, counted, escape, names_in_list
from bot.game.contract import GameError
from bot.league.settings import Visibility
from bot.tables.command import OutdatedError, RefusedError
from cogs.core.answers import answer, sentence
from cogs.core.buttons import Cost, Feature, PageButton, Queue
from cogs.core.click import Click, HandAddress, chosen, guild_of, person, read_hand_address, too_old
from cogs.core.page import Page, Text, fitted
from cogs.core.work import in_thread
from cogs.daily_page import (
    BOARD,
    COLOUR,
    DAY,
    HAND,
    PAGE,
    PLAY,
    PRACTICE_HAND,
    PRACTISE,
    PROOF,
    SHARE,
    Compared,
    before_page,
    daily_proof_page,
    daily_title,
    date_words,
    ends_words,
    field_words,
    posted_streak,
    result_page,
    round_page,
    score_words,
    shared_page,
)

_ANOTHER_DAY: Final = "Which day's deal, by its number. Leave it out for today's."
_LAST_DAY: Final = 999_999

MOVED_ON: Final = "Your round has moved on."

POSTED: Final = "You've already posted this result."
NOTHING_TO_POST: Final = "There's no result of yours to post."


MOST: Final = 10


class DayBoard(NamedTuple):
    """What a board shows."""

    day: int
    server: str
    lines: Sequence[BoardLine]
    fields: Fields
    hidden: Collection[int]
    reader: int | None = None
    """Who reads it, where nobody else does."""
    own: Score | None = None
    over: bool = False
    put_off: int = 0
    """See :attr:`bot.daily.deal.Deal.put_off`."""


class Daily(Feature):
    """The daily deal."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the controls of a day's deal; a person's clicks are handled one at a time."""
        hand, begin = f"{DAY}:({HAND}|{PRACTICE_HAND})(?::(.*))?", f"{DAY}:({PLAY}|{PRACTISE})"
        yield PageButton(PAGE, hand, self.choose, queue=Queue.PERSON)
        for words, do in (
            (begin, self.begin),
            (f"{DAY}:{BOARD}", self.board),
            (f"{DAY}:{SHARE}", self.share),
            (f"{DAY}:{PROOF}", self.proof),
        ):
            yield PageButton(PAGE, words, do, Cost.COSTLY, Queue.PERSON)

    @app_commands.command(name="play", extras={"group": "daily", "costly": True})
    @app_commands.describe(day=_ANOTHER_DAY)
    async def daily(
        self, click: Click, day: app_commands.Range[int, 1, _LAST_DAY] | None = None
    ) -> None:
        """Play today's deal against Kai: the same cards for everyone."""
        await self._open(click, self._asked(day))

    @app_commands.command(name="board", extras={"group": "daily", "costly": True, "public": True})
    @app_commands.describe(day=_ANOTHER_DAY)
    async def daily_board(
        self, click: Click, day: app_commands.Range[int, 1, _LAST_DAY] | None = None
    ) -> None:
        """Show who did best in the daily deal on this server."""
        await answer(click, await self._day_board(click, self._asked(day)), public=True)

    def _asked(self, day: int | None) -> int:
        today = self._services.daily.today
        if day is not None and day > today:
            raise RefusedError(f"That day hasn't begun. Today's deal is Daily {today}.")
        return day or today

    async def _open(self, click: Click, day: int) -> None:
        key = Key(day, click.user.id)
        own = await self._services.daily.look(key)
        if own is not None:
            await answer(click, await self._page(click, own))
            return
        services = self._services
        deal = await services.daily.deal(day)
        tomorrow = await services.daily.deal(day + 1) if day == services.daily.today else None
        with services.limits.reading(click):
            fields = await services.daily.store.fields(day, guild_of(click))
            results = await services.daily.store.results(click.user.id)
            career = daily_career(results, day, await services.daily.lost())
        now = services.time.now()
        page = before_page(deal, tomorrow, Compared(fields.everywhere, career), now)
        await answer(click, page)

    async def begin(self, click: Click, found: re.Match[str]) -> None:
        """Begin a round, or go on with the one that counts."""
        key = Key(int(found[1]), click.user.id, found[2] == PRACTISE)
        own = None if key.practice else await self._services.daily.look(key)
        if own is None:
            called = person(click).name or "Player"
            own = await self._services.daily.begin(key, guild_of(click), called)
        await answer(click, await self._page(click, own), in_place=True)

    async def choose(self, click: Click, found: re.Match[str]) -> None:
        """Act, or look one step deeper; in any case the answer is the round as it is then."""
        line = chosen(click) if "values" in (click.data or {}) else None
        choice = read_hand_address(found[3] or "", line)
        if choice.seat != PLAYER:
            raise too_old("daily")
        key = Key(int(found[1]), click.user.id, found[2] == PRACTICE_HAND)
        own, notice = await self._acted(key, choice)
        outdated = own.round.revision != choice.revision
        focus = with_lasting(choice.lasting, "") if outdated else choice.focus
        await answer(click, await self._page(click, own, focus, notice), in_place=True)

    async def _acted(self, key: Key, choice: HandAddress) -> tuple[OwnRound, str]:
        daily, notice = self._services.daily, ""
        if choice.kind == "a":
            try:
                return await daily.act(key, choice.revision, choice.words), ""
            except OutdatedError:
                notice = MOVED_ON
            except (DayOverError, GameError) as error:
                notice = sentence(error) or ""
        own = await daily.look(key)
        if own is None:
            raise too_old("daily")
        if choice.revision != own.round.revision:
            notice = notice or MOVED_ON
        return own, notice

    async def _page(self, click: Click, own: OwnRound, focus: str = "", notice: str = "") -> Page:
        executor = self._services.executor
        if own.stored.ended is None:
            return await in_thread(executor, round_page, own, focus, notice)
        compared = None if own.stored.key.practice else await self._compared(click, own)
        now = self._services.time.now()
        return await in_thread(executor, result_page, own, compared, now, notice)

    async def _compared(self, click: Click, own: OwnRound) -> Compared:
        """Return what a result is compared with; others see a streak as in ``/league profile``."""
        services, key, store = self._services, own.stored.key, self._services.daily.store
        visibility = (await services.storage.people.visibility([key.user]))[key.user]
        here = visibility is Visibility.SERVER
        with services.limits.reading(click):
            fields = await store.fields(key.day, own.stored.guild)
            results = await store.results(key.user)
            shown = await store.results(key.user, guild_of(click)) if here else results
        lost = await services.daily.lost()
        posted = posted_streak(daily_career(shown, key.day, lost), here=here)
        return Compared(fields.everywhere, daily_career(results, key.day, lost), posted)

    async def share(self, click: Click, found: re.Match[str]) -> None:
        """Post a result in the channel, once."""
        key = Key(int(found[1]), click.user.id)
        own = await self._services.daily.look(key)
        if own is None or not own.stored.can_be_posted:
            raise RefusedError(POSTED if own and own.stored.shared else NOTHING_TO_POST)
        compared = await self._compared(click, own)
        if not await self._services.daily.store.share(key):
            raise RefusedError(POSTED)
        page = await in_thread(self._services.executor, shared_page, own, compared)
        await answer(click, page, public=True)

    async def board(self, click: Click, found: re.Match[str]) -> None:
        """Show the board of a day to one person."""
        day = self._asked(int(found[1]))
        await answer(click, await self._day_board(click, day, private=True))

    async def _day_board(self, click: Click, day: int, *, private: bool = False) -> Page:
        services, guild = self._services, guild_of(click)
        deal = await services.daily.deal(day)
        own = await services.daily.store.round(Key(day, click.user.id)) if private else None
        with services.limits.reading(click):
            fields = await services.daily.store.fields(day, guild)
            lines = await services.daily.store.board(day, guild, MOST)
        hidden = await services.storage.people.hidden_among([line.user for line in lines])
        board = DayBoard(
            day,
            click.guild.name if click.guild else "",
            lines,
            fields,
            hidden,
            click.user.id if private else None,
            own.ended.score if own and own.ended and own.guild == guild else None,
            deal.is_over(services.time.now()),
            deal.put_off,
        )
        return daily_board_page(board)

    async def proof(self, click: Click, found: re.Match[str]) -> None:
        """Show the secret of a day that is over, and a record that proves the deal."""
        services, day = self._services, self._asked(int(found[1]))
        deal = await services.daily.deal(day)
        if not deal.is_over(services.time.now()):
            raise RefusedError("The deck stays secret until the day is over.")
        own = await services.daily.look(Key(day, click.user.id))

        def make() -> str:
            played = own.round if own else dealt(deal)
            return str(record_of(played, own.stored.name if own else "Player"))

        record = await in_thread(services.executor, make)
        await answer(click, daily_proof_page(deal, record.encode()))


def daily_board_page(board: DayBoard) -> Page:
    """Return the board of a day on a server."""
    state = "The day is over."
    if not board.over:
        state = f"The day ends {ends_words(board.day, board.put_off)}."
    fields, here = board.fields, ""
    if fields.here.people:
        here = f"{counted(fields.here.people, 'player')} on {escape(board.server)}. "
    nobody = "Nobody has finished this deal here yet." if fields.everywhere.people else ""
    parts = (
        Text(f"## {daily_title(board.day)} · {date_words(board.day)}"),
        Text("\n".join(_lines(board)) or nobody),
        Text(f"{here}{field_words(fields.everywhere)} {state}"),
        Text("-# Fewest points first, then more points for Kai."),
    )
    return Page(fitted(parts), colour=COLOUR)


def _lines(board: DayBoard) -> Iterator[str]:
    names = names_in_list(
        ((line.user, line.name) for line in board.lines if line.user != board.reader), board.hidden
    )
    for line in board.lines:
        played = " (Kai finished)" if line.by_kai else ""
        yield f"{_result(board, _name(board, line, names), line.score)}{played}"
    if board.own is not None and board.reader not in {line.user for line in board.lines}:
        yield _result(board, "**You**", board.own)


def _name(board: DayBoard, line: BoardLine, names: Mapping[int, str]) -> str:
    if line.user == board.reader:
        return "**You**"
    return escape(names.get(line.user, HIDDEN_NAME))


def _result(board: DayBoard, name: str, score: Score) -> str:
    return f"**{board.fields.here.place(score)}** {name}: {score_words(score)}"
