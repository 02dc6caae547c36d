"""Validation of a record's options by its game."""

import json

from pydantic import ValidationError

from bot.game.contract import AnyGame, Options
from bot.game.option_faults import option_fault
from bot.game.record import Record
from bot.game.record_lines import RecordError

__all__ = ["options_of"]


def options_of(record: Record, game: AnyGame) -> Options:
    """Return a record's options; :class:`RecordError` names the line of an invalid one.

    Values have to be written in the normal form, as the bot writes them.
    """
    try:
        options: Options = game.options.model_validate(dict(record.options))
    except ValidationError as error:
        fault = option_fault(game, error)
        raise RecordError(fault.sentence, record.lines.get(f"option {fault.name}")) from None
    usual = options.model_dump(mode="json")
    for name, value in record.options:
        if json.dumps(value) != (written := json.dumps(usual[name])):
            sentence = f"The option “{name}” should be written {written}."
            raise RecordError(sentence, record.lines.get(f"option {name}"))
    return options
