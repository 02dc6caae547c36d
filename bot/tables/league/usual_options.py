"""The options of a new table: those asked for, and beside them a server's usual ones."""

from collections.abc import Mapping

from pydantic import JsonValue, ValidationError

from bot.game.contract import AnyGame

__all__ = ["with_usual"]


def with_usual(
    game: AnyGame, usual: Mapping[str, JsonValue], given: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """Return the options given, and of the usual ones those that are allowed beside them.

    The usual ones may be of another version of the bot, or not go together with those given. If
    the options given are not allowed themselves, they come back as they are.
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
