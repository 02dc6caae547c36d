"""The chips that a table is played for, in words."""

from collections.abc import Sequence

from bot.face.names import listed
from bot.game.contract import Share
from bot.tables.core.state import TableState
from bot.tables.league.stakes import given_back as gave_back
from bot.tables.league.stakes import paid, pot, shares, too_small
from cogs.layouts.names import known_name, short_name

__all__ = ["asked_for", "chips", "given_back", "in_the_pot", "settled"]


def chips(number: int) -> str:
    """Return so many chips in words."""
    return f"{number} chip" if number == 1 else f"{number} chips"


def asked_for(table: TableState) -> str:
    """Return who in a lobby has not put in the ante yet; empty where nobody is missing.

    Or that nobody can, because the ante is too small.
    """
    if why := too_small(table, table.setup.ante):
        return why
    here = [guest for guest in table.guests if guest.called_at is None]
    names = [known_name(table, guest.person) for guest in here if not guest.agreed]
    if not table.setup.ante or not names:
        return ""
    who = "everyone" if len(names) == len(here) else listed(names)
    return f"Waiting for {who} to put in {chips(table.setup.ante)}."


def in_the_pot(table: TableState) -> str:
    """Return what a running match is played for, and what rounds have won of it."""
    played_for = pot(table)
    if played_for is None:
        return ""
    won = filter(None, (_taken(table, share) for share in shares(table)))
    return "-# " + " · ".join([f"{chips(played_for.chips)} in the pot", *won])


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
        lines += [f"**{chips(played_for.chips)}** in the pot{among}: {taken}"]
        lines += [f"-# {_gains(table, won)}"]
    if back := gave_back(table):
        everyone = len(back) == len(paid(table))
        who = "Everyone" if everyone else listed([short_name(table, seat) for seat in back])
        lines += [f"-# {who} got {chips(table.setup.ante)} back."]
    return "\n".join(lines)


def given_back(table: TableState) -> str:
    """Return what became of the chips of a table that closed without a result."""
    put_in = paid(table) or (table.setup.ante and any(guest.agreed for guest in table.guests))
    return f"Everyone got {chips(table.setup.ante)} back." if put_in else ""


def _taken(table: TableState, share: Share) -> str:
    """Return who took a share; empty where it came to no chip."""
    takers = [f"{short_name(table, seat)} {won}" for seat, won in enumerate(share.chips) if won]
    what = "the match" if share.round is None else f"round {share.round}"
    return f"{what} {', '.join(takers)}" if takers else ""


def _gains(table: TableState, won: Sequence[Share]) -> str:
    """Return each seat's shares less its ante; together they come to nothing."""
    staked = [seat for seat in paid(table) if seat not in gave_back(table)]
    taken = [sum(share.chips[seat] for share in won) for seat in staked]
    return " · ".join(
        f"{short_name(table, seat)} {got - table.setup.ante:+}"
        for seat, got in zip(staked, taken, strict=True)
    )
