"""What is chosen: a server's settings, by its admins, and who may see a person's results."""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator

from bot.game.contract import AnyGame
from bot.league.periods import Length

MOST_CHANNELS: Final = 25
"""As many as one of Discord's menus has."""

LONGEST_OPTIONS: Final = 1000
"""Characters of the usual options of all games together, as JSON."""

_LARGEST_ID: Final = 2**63 - 1

SettingValue: TypeAlias = (
    bool | int | str | tuple[int, ...] | tuple[str, ...] | dict[str, dict[str, JsonValue]]
)
_Channel: TypeAlias = Annotated[int, Field(ge=1, le=_LARGEST_ID)]


class GuildSettings(BaseModel):
    """The settings of a server, each with its default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mention: bool = Field(
        True, title="Mention", description="Mention players when it's their turn."
    )
    count_short: bool = Field(
        False,
        title="Count short matches",
        description="Short ranked matches count in the standings.",
    )
    threads: bool = Field(False, title="Threads", description="Open each table in its own thread.")
    starting_chips: int = Field(
        100, ge=0, le=10_000, title="Starting chips", description="Chips that everyone starts with."
    )
    daily_chips: int = Field(
        10,
        ge=0,
        le=1000,
        title="Daily allowance",
        description="Chips that everyone can collect once a day.",
    )
    season: Length = Field("month", title="Season", description="How long a season is.")
    recap: int = Field(
        0,
        ge=0,
        le=_LARGEST_ID,
        title="Weekly recap",
        description="Where I post each week's matches and each season's winners.",
    )
    """A channel's id; 0 for no recap."""
    default_game: str = Field(
        "",
        max_length=40,
        title="Usual game",
        description="What `/play` opens where nobody has played yet.",
    )
    default_options: dict[str, dict[str, JsonValue]] = Field(
        {}, title="Usual options", description="What a new table starts with."
    )
    """By the game's name, by the option's name."""
    channels: tuple[_Channel, ...] = Field(
        (),
        max_length=MOST_CHANNELS,
        title="Channels for tables",
        description="Where tables can be opened, threads included.",
    )
    """In ascending order; empty for all channels."""
    tables_per_channel: int = Field(
        0,
        ge=0,
        le=50,
        title="Tables per channel",
        description="How many can be open in one channel. Tables in their own threads don't count.",
    )
    """0 for the bot's own limit, which also holds where this is higher."""
    tables_per_person: int = Field(
        0,
        ge=0,
        le=50,
        title="Tables per person",
        description="How many a person can be at on this server.",
    )
    """As ``tables_per_channel``."""
    lost: tuple[Annotated[str, Field(max_length=40)], ...] = Field((), max_length=8)
    """Settings that were cleared because a channel was deleted, until someone has seen it."""

    @field_validator("channels")
    @classmethod
    def _in_order(cls, channels: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted({*channels}))

    @field_validator("default_options")
    @classmethod
    def _short(cls, options: dict[str, dict[str, JsonValue]]) -> dict[str, dict[str, JsonValue]]:
        if len(json.dumps(options)) > LONGEST_OPTIONS:
            raise ValueError(f"at most {LONGEST_OPTIONS} characters")
        return options


def with_usual(
    game: AnyGame, usual: Mapping[str, JsonValue], given: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """Return the options given, and of the usual ones those that are allowed beside them.

    The usual ones may be of another version of the bot. Options that aren't allowed themselves come
    back as they are.
    """
    offered = game.options.offered()
    added = {name: usual[name] for name in offered if name in usual and name not in given}
    while added:
        try:
            game.options.model_validate({**added, **given})
        except ValidationError as error:
            bad = {str(fault["loc"][0]) for fault in error.errors() if fault["loc"]}
            # Where only the two together are at fault, what was given wins.
            added = {n: value for n, value in added.items() if bad & {*added} and n not in bad}
        else:
            break
    return {**added, **given}


class Visibility(StrEnum):
    """Who may see a person's results; everyone sees their own, and no place or point changes."""

    PUBLIC = "public"
    """Everyone, on every server that has the bot."""
    SERVER = "server"
    """Only people on the server where the matches were played: the default."""
    HIDDEN = "hidden"
    """Nobody else: the standings show a line without a name."""
