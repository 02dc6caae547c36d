"""``/league chips``: your league chips, and who has the most."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from discord import app_commands

from bot.face.markdown import counted
from bot.face.phrases import listed
from bot.game.contract import Share
from bot.league.chips import due, given_back as gave_back, paid, pot, shares, too_small
from bot.league.ledger import BookingReason, LedgerLine
from bot.tables import lobby
from bot.tables.sight import known_name, seat_name
from bot.tables.state import TableState
from cogs.core.answers import answer, tell
from cogs.core.buttons import Feature, Press, TableButton
from cogs.core.click import Click, guild_of
from db.repositories.league import League
from db.repositories.ledger import Ledger

_WHY: Final[dict[BookingReason, str]] = {
    "start": "starting chips",
    "allowance": "daily allowance",
    "ante": "put into the pot",
    "back": "back from the pot",
    "round": "a round's share of the pot",
    "match": "the winner's share of the pot",
}


class Chips(Feature):
    """League chips."""

    def buttons(self) -> Iterable[TableButton]:
        """Yield those of a lobby that plays for chips."""
        yield TableButton("ante", self.put_in)
        yield TableButton("noante", self.take_back)

    @app_commands.command(extras={"group": "league", "costly": True})
    async def chips(self, click: Click) -> None:
        """See your league chips, and collect today's."""
        await answer(click, "\n".join(await self._report(guild_of(click), click.user.id)))

    async def _report(self, guild: int, user: int) -> list[str]:
        league, ledger = self._services.storage.league, self._services.storage.ledger
        given = await collect(league, ledger, guild, user, self._services.time.now())
        balance = await ledger.balance(guild, user)
        daily = (await league.settings(guild)).daily_chips
        lines = await ledger.lines(guild, user)
        richest = enumerate(await ledger.richest(guild), start=1)
        return [
            f"### You have {counted(balance, 'chip')}",
            *([f"New: {counted(given, 'chip')}."] if given else []),
            *([f"-# Come back every day for another {counted(daily, 'chip')}."] if daily else []),
            *_section("Your latest chips", (_line(line) for line in lines)),
            *_section("Most chips here", (f"{n}. <@{h.user}> {h.chips}" for n, h in richest)),
            "",
            "-# Chips are league points. They buy nothing.",
        ]

    async def put_in(self, press: Press) -> None:
        """Put in the ante, also from the allowance that is due: nobody has to collect it first."""
        services, agree = self._services, lobby.agree(press.user, press.words)
        now = services.time.now()
        agree(press.state, now)  # Who may not put anything in is told so, and nothing else happens.
        await collect(
            services.storage.league, services.storage.ledger, guild_of(press.click), press.user, now
        )
        after = await press.table.do(agree)
        await self._tell(press, f"You've put in {counted(after.setup.ante, 'chip')}")

    async def take_back(self, press: Press) -> None:
        """Take the ante back while the match has not begun."""
        before = press.state.setup.ante
        await press.table.do(lobby.withdraw(press.user))
        await self._tell(press, f"You've taken back {counted(before, 'chip')}")

    async def _tell(self, press: Press, what: str) -> None:
        left = await self._services.storage.ledger.balance(guild_of(press.click), press.user)
        await tell(press.click, f"{what}. Now you have {counted(left, 'chip')}.")


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield ""
        yield f"**{title}**"
        yield from found


def _line(line: LedgerLine) -> str:
    where = f" (table `{line.table}`)" if line.table else ""
    return f"- {line.chips:+} {_WHY[line.why]}{where}, <t:{line.at // 1000}:f>"


def asked_for(table: TableState) -> str:
    """Return who in a lobby has not put in the ante, or why nobody can; empty if all have."""
    if why := too_small(table, table.setup.ante):
        return why
    here = [guest for guest in table.guests if guest.called_at is None]
    names = [known_name(table, guest.person) for guest in here if not guest.agreed]
    if not table.setup.ante or not names:
        return ""
    who = "everyone" if len(names) == len(here) else listed(names)
    return f"Waiting for {who} to put in {counted(table.setup.ante, 'chip')}."


def in_the_pot(table: TableState) -> str:
    """Return what a running match is played for, and what rounds have won of it."""
    played_for = pot(table)
    if played_for is None:
        return ""
    won = filter(None, (_taken(table, share) for share in shares(table)))
    return "-# " + " · ".join([f"{counted(played_for.chips, 'chip')} in the pot", *won])


def settled(table: TableState) -> str:
    """Return who took what of a finished match's pot, and what that makes for each."""
    if not paid(table):
        return ""
    lines, played_for = [], pot(table)
    if played_for is not None:
        won = shares(table)
        taken = " · ".join(filter(None, (_taken(table, share) for share in won)))
        some = len(played_for.seats) < len(table.seats)
        among = ", for those who put them in" if some and not played_for.forfeited else ""
        if played_for.forfeited:
            among = ", for those who played to the end"
        lines += [f"**{counted(played_for.chips, 'chip')}** in the pot{among}: {taken}"]
        lines += [f"-# {_gains(table, won)}"]
    if back := gave_back(table):
        everyone = len(back) == len(paid(table))
        who = "Everyone" if everyone else listed([seat_name(table, seat) for seat in back])
        lines += [f"-# {who} got {counted(table.setup.ante, 'chip')} back."]
    return "\n".join(lines)


def given_back(table: TableState) -> str:
    """Return what became of the chips of a table that closed without a result."""
    put_in = paid(table) or (table.setup.ante and any(guest.agreed for guest in table.guests))
    return f"Everyone got {counted(table.setup.ante, 'chip')} back." if put_in else ""


def _taken(table: TableState, share: Share) -> str:
    takers = [f"{seat_name(table, seat)} {won}" for seat, won in enumerate(share.chips) if won]
    what = "the match" if share.round is None else f"round {share.round}"
    return f"{what} {', '.join(takers)}" if takers else ""


def _gains(table: TableState, won: Sequence[Share]) -> str:
    staked = [seat for seat in paid(table) if seat not in gave_back(table)]
    taken = [sum(share.chips[seat] for share in won) for seat in staked]
    return " · ".join(
        f"{seat_name(table, seat)} {got - table.setup.ante:+}"
        for seat, got in zip(staked, taken, strict=True)
    )


async def collect(league: League, ledger: Ledger, guild: int, user: int, now: int) -> int:
    """Give a person the chips due to them; return how many. Raises ``StoreUnavailableError``."""
    settings = await league.settings(guild)
    given = due(settings, await ledger.last_given(guild, user), guild, user, now)
    if given is None or not await ledger.book(given):  # Nothing due, or another click was quicker.
        return 0
    return given.postings[-1].chips
