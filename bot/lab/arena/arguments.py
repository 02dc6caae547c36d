"""Parsing of the arena's command-line arguments."""

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue, ValidationError

from bot.game.contract import AnyGame, Options
from bot.game.fields import fields_of
from bot.game.option_faults import option_fault
from bot.lab.arena.errors import UnusableError
from bot.lab.arena.known import contestant, half_of_pool
from bot.lab.arena.matches import Contest

__all__ = ["contest_of", "contests_of", "names_in"]


def contests_of(
    games: Mapping[str, AnyGame], game: str, seats: str, options: Sequence[str], seed: int
) -> Sequence[Contest]:
    """Return the contest, or with a seat for ``pool:HALF`` one against each style of that half.

    All are on the same deals. Raises :class:`UnusableError` as :func:`contest_of` does.
    """
    names = names_in(seats)
    pools = {name: half for name in names if (half := half_of_pool(game, name)) is not None}
    if not pools:
        return [contest_of(games, game, seats, options, seed)]
    others = {name for name in names if name not in pools}
    if len(pools) > 1 or len(others) != 1:
        raise UnusableError("With a pool, --seats names one program and one half of the pool.")
    ((pool, half),) = pools.items()
    return [
        contest_of(games, game, ",".join(style if n == pool else n for n in names), options, seed)
        for style in half
        if style not in others
    ]


def contest_of(
    games: Mapping[str, AnyGame], game: str, seats: str, options: Sequence[str], seed: int
) -> Contest:
    """Return the contest: ``seats`` are names separated by commas, ``options`` ``NAME=VALUE``.

    Raises :class:`UnusableError` for unknown names and invalid values.
    """
    chosen = games.get(game)
    if chosen is None:
        raise UnusableError(f"There is no game “{game}” here: there are {', '.join(games)}.")
    names = names_in(seats)
    if len(names) not in chosen.seats:
        least, most = chosen.seats[0], chosen.seats[-1]
        raise UnusableError(
            f"{chosen.title} has {least} to {most} seats, and --seats names {len(names)}."
        )
    for name in names:
        contestant(chosen.name, name)
    return Contest(chosen, _options(chosen, options), names, seed)


def names_in(seats: str) -> tuple[str, ...]:
    """Return the names in ``--seats``."""
    return tuple(name.strip() for name in seats.split(","))


def _options(game: AnyGame, given: Sequence[str]) -> Options:
    values = dict(_named(game, option) for option in given)
    try:
        valid: Options = game.options.model_validate(values)
    except ValidationError as error:
        raise UnusableError(option_fault(game, error).sentence) from error
    return valid


def _named(game: AnyGame, option: str) -> tuple[str, JsonValue]:
    """Return an option's name and value; also accepts options that no lobby offers."""
    name, _, text = option.partition("=")
    fields = fields_of(game.options)
    if name not in fields:
        has = ", ".join(fields)
        raise UnusableError(f"{game.title} has no option “{name}”: it has {has or 'none'}.")
    try:
        value: JsonValue = json.loads(text)
    except ValueError:
        value = text
    return name, value
