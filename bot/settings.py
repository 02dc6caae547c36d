"""The settings of the bot, typed, read from environment variables and .env.

``.env.example`` is the output of :func:`example`. Error messages (:class:`SettingsError`) never
quote a value, because it may be a secret.
"""

import difflib
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

ENV_FILE = Path(".env")
PREFIX = "CARDS_"

COMPOSE = ("COMPOSE_", "POSTGRES_")
"""Prefixes of variables in .env that Docker Compose reads (``compose.yaml``)."""

Numbers = Annotated[tuple[int, ...], NoDecode]
"""Whole numbers from zero, separated by commas."""

Choices = Annotated[tuple[int, ...], NoDecode, Field(min_length=1, max_length=10)]
"""Whole numbers above zero, separated by commas."""


class SettingsError(Exception):
    """The settings are invalid; ``faults`` has a sentence for each reason."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class HouseSettings(BaseSettings):
    """The settings that are needed everywhere: on Discord, in the browser and in the tests."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True
    )

    database_url: SecretStr = Field(
        SecretStr("sqlite+aiosqlite:///data/cards.db"),
        validation_alias="DATABASE_URL",
        description="The database: sqlite+aiosqlite:///FILE or postgresql+asyncpg://…",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR."
    )
    log_format: Literal["text", "json"] = Field(
        "text", description="text for people, json for programs."
    )

    shard_count: int = Field(
        1, ge=1, le=10_000, description="Shards that Discord splits the bot's servers into."
    )
    shard_ids: Numbers = Field((), description="Shards of this process, such as 0,1. Empty: all.")
    lease_seconds: float = Field(
        15, ge=0.1, le=600, description="Another process takes over after this much silence."
    )
    operation_host: str = Field(
        "127.0.0.1",
        min_length=1,
        description="Where /healthz and /metrics listen, with no password. 0.0.0.0: everywhere.",
    )
    operation_port: int | None = Field(
        None, ge=1, le=65_535, description="Their port, such as 9187. Empty: off."
    )

    tables_per_channel: int = Field(2, ge=1, le=50, description="Open tables per channel.")
    tables_per_server: int = Field(20, ge=1, le=1000, description="Open tables per server.")
    tables_per_person: int = Field(
        3, ge=1, le=50, description="Open tables per person, on all servers."
    )
    lobby_expiry_minutes: float = Field(
        60, gt=0, le=10_080, description="A lobby without a click closes after this."
    )
    abandon_after_hours: float = Field(
        24, gt=0, le=720, description="A paused match closes after this."
    )
    longest_turn_days: float = Field(
        14, gt=0, le=365, description="A turn without a clock closes its match after this."
    )

    costly_per_person: int = Field(
        12,
        ge=0,
        le=10_000,
        description="A person's costly commands (standings, pictures) per minute. 0: no limit.",
    )
    costly_per_server: int = Field(
        120, ge=0, le=100_000, description="The same per server. 0: no limit."
    )

    review_every_match: bool = Field(
        True, description="Review every match when it ends. False: when someone asks."
    )
    keep_logs_days: float = Field(
        180,
        ge=0,
        le=36_500,
        description="Keep the moves of finished matches this long. 0: for ever. Results stay.",
    )
    keep_abandoned_days: float = Field(
        30,
        ge=0,
        le=36_500,
        description="Keep tables that closed before their end this long. 0: for ever.",
    )
    keep_gifts_days: float = Field(
        90,
        ge=1,
        le=3650,
        description="No new starting chips for this long after deleting one's data.",
    )

    live_turn_seconds: Choices = Field(
        (30, 60, 90, 180), description="Choices for a live clock, per turn."
    )
    slow_turn_hours: Choices = Field(
        (6, 12, 24, 48), description="Choices for a slow clock, per turn."
    )
    reminder_share: float = Field(
        0.25,
        ge=0,
        lt=1,
        description="Remind at this share of the time left. 0: only before a match closes.",
    )
    missed_before_kai: int = Field(
        2, ge=1, le=20, description="Kai takes over after this many missed turns in a row."
    )
    round_pause_seconds: float = Field(
        60, ge=0, le=3600, description="The next round starts after this. 0: when a player clicks."
    )

    kai_pace_seconds: float = Field(1.5, ge=0, le=60, description="Kai's pause before each move.")
    worker_threads: int = Field(2, ge=1, le=64, description="Threads that draw and think for Kai.")
    request_seconds: float = Field(
        10, gt=0, le=60, description="Give up a request to Discord after this."
    )
    edit_interval_seconds: float = Field(
        1.0, ge=0, le=60, description="Between two edits of a table's message, at least."
    )
    fresh_message_minutes: float = Field(
        50, gt=0, lt=60, description="Post a table's message again at this age."
    )

    emojis_per_minute: int = Field(
        60,
        ge=0,
        le=6000,
        description="Card faces for buttons to upload per minute. 0: buttons have text.",
    )

    @field_validator("live_turn_seconds", "slow_turn_hours", "shard_ids", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return value.split(",") if isinstance(value, str) else value

    @field_validator("live_turn_seconds", "slow_turn_hours")
    @classmethod
    def _above_zero(cls, value: tuple[int, ...]) -> tuple[int, ...]:
        if min(value) <= 0:
            raise ValueError("Every number should be above 0")
        return value

    @field_validator("shard_ids")
    @classmethod
    def _of_the_shards(cls, value: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        count = info.data.get("shard_count", 0)
        if count and not set(value) <= set(range(count)):
            raise ValueError("Every shard should be below the number of shards")
        return tuple(sorted(set(value)))

    @field_validator("database_url")
    @classmethod
    def _known_driver(cls, value: SecretStr) -> SecretStr:
        check_database_url(value.get_secret_value())
        return value


class Settings(HouseSettings):
    """All settings, including those for Discord alone."""

    token: SecretStr = Field(
        validation_alias="DISCORD_TOKEN",
        description="From your application's Bot page. Keep it secret.",
    )
    sync_guild: int | None = Field(
        None, gt=0, description="The id of the one server with slash commands. Empty: everywhere."
    )

    @field_validator("token")
    @classmethod
    def _like_a_token(cls, value: SecretStr) -> SecretStr:
        if not re.fullmatch(r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{25,}", value.get_secret_value()):
            raise ValueError("It doesn't look like a bot token: three parts joined by dots")
        return value


S = TypeVar("S", bound=HouseSettings)


def load(kind: type[S], env_file: Path = ENV_FILE) -> S:
    """Load settings from the environment, then from a file; raises :class:`SettingsError`."""
    faults = list(_unknown(env_file))
    try:
        settings = kind(_env_file=env_file, _env_file_encoding="utf-8")
    except ValidationError as error:
        faults += _sentences(kind, error)
        raise SettingsError(faults) from None
    if faults:
        raise SettingsError(faults)
    return settings


def check_database_url(url: str) -> None:
    """Raise ``ValueError`` unless a URL is a database's; the error does not quote it."""
    if not re.match(r"(sqlite\+aiosqlite|postgresql\+asyncpg)://.", url):
        raise ValueError("It should begin with sqlite+aiosqlite:/// or postgresql+asyncpg://")
    if not _is_address(url):
        raise ValueError("It isn't a URL. Write a password's @ : / as %40 %3A %2F")


def example() -> str:
    """Return the text of ``.env.example``: required settings first, then the others."""
    lines = [
        "# Settings of the bot: copy this file to .env and fill in what has no value.",
        "# Made from bot/settings.py by: python -m bot settings",
    ]
    fields = Settings.model_fields.items()
    for name, info in sorted(fields, key=lambda item: not item[1].is_required()):
        lines += ["", f"# {info.description}"]
        given = "" if info.is_required() or info.default is None else _written(info.default)
        # A setting with a default is shown commented out: the default may change with the bot.
        lines.append(f"{'' if info.is_required() else '#'}{_variable(name, info)}={given}")
    return "\n".join(lines) + "\n"


def _is_address(url: str) -> bool:
    """Whether a URL can be split into user, host and port; a bare @ or : prevents that."""
    try:
        address = urlsplit(url)
        # Behind the host a file may have an @ in its name; else it is the rest of a password.
        where = address.netloc if address.scheme.startswith("sqlite") else url
        return where.count("@") <= 1 and address.port != 0
    except ValueError:
        return False


def _written(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _variable(name: str, info: FieldInfo) -> str:
    alias = info.validation_alias
    return alias if isinstance(alias, str) else f"{PREFIX}{name}".upper()


def _known() -> frozenset[str]:
    return frozenset(_variable(name, info) for name, info in Settings.model_fields.items())


def _unknown(env_file: Path) -> Iterable[str]:
    lines = dotenv_values(env_file) if env_file.is_file() else {}
    written = {name.upper() for name, value in lines.items() if value is not None}
    if len(written) < len(lines) or not all(map(str.isidentifier, written)):
        # The line is not quoted: it may be a token without a name.
        yield f"{env_file} has a line that isn't NAME=value."
    ours = {name.upper() for name in os.environ if name.upper().startswith(PREFIX)}
    named = {name for name in written if name.isidentifier() and not name.startswith(COMPOSE)}
    for name in sorted((named | ours) - _known()):
        near = difflib.get_close_matches(name, _known(), n=1)
        hint = f"did you mean {near[0]}?" if near else ".env.example lists all settings."
        yield f"{name} isn't a setting: {hint}"


def _sentences(kind: type[HouseSettings], error: ValidationError) -> Iterable[str]:
    """Yield a sentence for each error, with the variable's name but without its value."""
    variables = {name: _variable(name, info) for name, info in kind.model_fields.items()}
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        place = str(fault["loc"][0])
        variable = variables.get(place, place)
        if fault["type"] == "missing":
            yield f"{variable} is missing: see .env.example."
        else:
            expected = fault["msg"].removeprefix("Value error, ").removeprefix("Input ")
            yield f"{variable} can't be used: {expected[0].lower()}{expected[1:]}."
