"""The options of a record, held against those that its game has."""

import json

from pydantic import ValidationError

from bot.game.contract import AnyGame, Options
from bot.game.option_faults import option_fault
from bot.game.record import Record
from bot.game.record_lines import RecordError

__all__ = ["options_of"]


def options_of(record: Record, game: AnyGame) -> Options:
    """Return the options of a record; :class:`RecordError` names the line of one that is not one.

    Each value is written in one way, which is the one in which the bot writes it.
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
