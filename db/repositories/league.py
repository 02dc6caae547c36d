"""Repositories of what is chosen: servers' settings, and people's choices."""

import json
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from pydantic import ValidationError
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Table,
    and_,
    bindparam,
    delete,
    literal,
    select,
    union_all,
    update,
)

from bot.league.settings import GuildSettings, SettingValue, Visibility
from bot.tables.quiet_hours import QuietHours
from db.engine.reading import Repository
from db.engine.statements import Prepared, Row as Values
from db.schema import (
    daily_rounds,
    guild_settings,
    matches,
    night_people,
    nights,
    people,
    quiet_hours,
    results,
    totals,
)

logger = logging.getLogger(__name__)

_LARGEST_INTEGER: Final = 2**31 - 1
"""What PostgreSQL stores in an INTEGER at most; channels' ids are larger."""


def _valid(stored: Mapping[str, object]) -> GuildSettings:
    """Return the settings that this version knows; defaults for values that it does not take."""
    known = {name: stored[name] for name in GuildSettings.model_fields if name in stored}
    try:
        return GuildSettings.model_validate(known)
    except ValidationError as error:
        bad = {fault["loc"][0] for fault in error.errors()}
    return GuildSettings.model_validate({n: value for n, value in known.items() if n not in bad})


def _value(row: Any) -> object:  # noqa: ANN401 - a row, which SQLAlchemy types by position alone
    """Return a stored value; None where its text is no JSON."""
    if row.text is None:
        return row.value
    try:
        return json.loads(row.text)
    except ValueError:
        return None


def _stored(value: SettingValue) -> Values:
    if isinstance(value, int) and value <= _LARGEST_INTEGER:
        return (int(value), None)
    return (0, json.dumps(value))


class League(Repository):
    """Settings by server. All calls raise ``StoreUnavailableError``."""

    async def settings(self, guild: int) -> GuildSettings:
        """Return a server's settings, with defaults for those never set."""
        chosen = guild_settings.c
        query = select(chosen.name, chosen.value, chosen.text).where(chosen.guild == guild)
        return _valid({row.name: _value(row) for row in await self._fetch(query)})

    async def change_settings(
        self, guild: int, changes: Mapping[str, SettingValue]
    ) -> GuildSettings:
        """Change settings by field name and return all; ``ValueError`` names the bad ones."""
        try:
            checked = GuildSettings.model_validate(dict(changes), strict=True)
        except ValidationError as error:
            names = ", ".join(str(fault["loc"][0]) for fault in error.errors())
            raise ValueError(f"These settings cannot be changed so: {names}") from error
        rows = [(guild, name, *_stored(getattr(checked, name))) for name in changes]
        await self._writer.write({guild_settings: rows})
        return await self.settings(guild)


def _named() -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """Yield the tables that keep names, and which rows of a person there have another one."""
    guild: BindParameter[int] = bindparam("guild")
    user: BindParameter[int] = bindparam("user")
    new: BindParameter[str] = bindparam("new")
    played = select(matches.c.table_id).where(matches.c.guild == guild)
    evenings = select(nights.c.id).where(nights.c.guild == guild)
    for table, here in (
        (totals, totals.c.guild == guild),
        (results, results.c.table_id.in_(played)),
        (night_people, night_people.c.night.in_(evenings)),
        (daily_rounds, daily_rounds.c.guild == guild),
    ):
        yield table, and_(table.c.user_id == user, table.c.name != new, here)


RENAME = tuple(
    Prepared(update(table).where(rows).values(name=bindparam("new"))) for table, rows in _named()
)

_OTHERS: Final = union_all(
    *(select(literal(1).label("one")).where(rows) for _, rows in _named())
).subquery()

HAS_OTHER: Final = select(_OTHERS.c.one).limit(1)
"""Built once: each person's first click asks it."""

WANTS_TEXT: Final = select(people.c.hands_as_text).where(people.c.user_id == bindparam("who"))


class People(Repository):
    """People's choices. All calls raise ``StoreUnavailableError``."""

    async def visibility(self, users: Collection[int]) -> Mapping[int, Visibility]:
        """Return what each of these people has chosen, or the default."""
        query = select(people.c.user_id, people.c.visibility).where(people.c.user_id.in_(users))
        chosen = {user: Visibility(value) for user, value in await self._fetch(query)}
        return {user: chosen.get(user, Visibility.SERVER) for user in users}

    async def hidden_among(self, users: Iterable[int | None]) -> frozenset[int]:
        """Return who of these users keeps their results to themselves; None is nobody."""
        asked = {user for user in users if user is not None}
        chosen = await self.visibility(asked) if asked else {}
        return frozenset(user for user, value in chosen.items() if value is Visibility.HIDDEN)

    async def rename(self, guild: int, user: int, name: str) -> None:
        """Give what is stored of a person on a server the name that they have there now."""
        who = {"guild": guild, "user": user, "new": name}
        if await self._fetch(HAS_OTHER, **who):
            await self._change(*(change(who) for change in RENAME))

    async def choose(self, user: int, visibility: Visibility) -> None:
        """Store who may see a person's results."""
        await self._choose(user, visibility=visibility.value)

    async def wants_text(self, user: int) -> bool:
        """Return whether a person has chosen text for their private hands."""
        return any(wanted for (wanted,) in await self._fetch(WANTS_TEXT, who=user))

    async def choose_text(self, user: int, wanted: bool) -> None:  # noqa: FBT001 - the choice
        """Store whether a person wants text for their private hands."""
        await self._choose(user, hands_as_text=wanted)

    async def _choose(self, user: int, **chosen: object) -> None:
        """Store a choice; who has made none before has the defaults of the others."""
        row = (user, Visibility.SERVER.value, False)
        change = update(people).where(people.c.user_id == user).values(chosen)
        await self._writer.write({people: [row]}, [change])


class SqlQuietHours(Repository):
    """Implements :class:`bot.tables.quiet_hours.QuietHoursStore`."""

    async def of(self, users: Collection[int]) -> Mapping[int, QuietHours]:
        """Return the quiet hours of those of these people who have chosen any."""
        query = select(quiet_hours).where(quiet_hours.c.user_id.in_(users))
        rows = await self._fetch(query)
        return {user: QuietHours(zone, begins, ends) for user, zone, begins, ends in rows}

    async def choose(self, user: int, chosen: QuietHours | None) -> None:
        """Store a person's quiet hours; None deletes them."""
        if chosen is None:
            await self._change(delete(quiet_hours).where(quiet_hours.c.user_id == user))
            return
        row = (user, chosen.zone, chosen.begins, chosen.ends)
        await self._writer.write({quiet_hours: [row]})
