"""A lobby's options as its host chooses them: in the form that **Options** opens, by clicks."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from simcord import InteractionResult

from tests.cogs.shown import Shown, shown

if TYPE_CHECKING:
    from tests.cogs.guest import Guest


Value: TypeAlias = int | str | bool

MENUS: Final[Mapping[str, str]] = {
    "clock": "clock",
    "ranked": "ranked",
    "hints": "hints",
    "ante": "setante",
}
"""The verbs of what all games have; whatever else is an option of the game."""


async def choose_options(guest: "Guest", lobby: Shown, options: Mapping[str, Value]) -> Shown:
    """Choose options one after the other; return the form as it is in the end."""
    opened = await guest.click("Options", lobby)
    for name, value in options.items():
        await _choose(guest, shown(opened), name, value)
    return shown(opened)


async def type_number(guest: "Guest", form: Shown, about: str, text: str) -> InteractionResult:
    (button,) = [found for found in form.ids if found.endswith(f":number:{about}")]
    asking = await guest.actor.click(form.message, custom_id=button)
    return await guest.actor.submit_modal(asking, {"number": text})


async def _choose(guest: "Guest", form: Shown, name: str, value: Value) -> None:
    verb = MENUS.get(name, f"option:{name}")
    (menu,) = [found for found in form.menus if found.endswith(f":{verb}")]
    line = _clock(form, menu, value) if name == "clock" else json.dumps(value)
    if line in form.menus[menu]:
        await guest.choose(form, line, menu)
    else:
        await type_number(guest, form, "ante:" if name == "ante" else name, line)


def _clock(form: Shown, menu: str, words: Value) -> str:
    return form.lines(menu)[str(words)]
