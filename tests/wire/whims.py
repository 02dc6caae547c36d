"""Things that people do at a table besides playing, and matches that they leave unfinished."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, TypeAlias

from tests.wire.party import Party
from tests.wire.person import Person
from tests.wire.screen import Screen

Whim: TypeAlias = Callable[[Party], Awaitable[None]]

COMMANDS: Final[Sequence[tuple[str, Mapping[str, str | int]]]] = (
    ("rules", {}),
    ("league standings", {}),
    ("league chips", {}),
    ("league standings", {"page": 2}),
    ("league best", {}),
    ("table list", {}),
    ("help", {}),
    ("me privacy", {}),
    ("match record", {}),
    ("match verify", {}),
)


async def ask(party: Party) -> None:
    """Use a command that changes nothing."""
    command, options = party.source.choice(COMMANDS)
    await party.anybody().slash(command, **options)


async def read(party: Party) -> None:
    await party.press(party.anybody(), party.source.choice(("As text", "Rules")))


async def open_anew(party: Party) -> None:
    """Open one's hand again, by the button or by the command."""
    person = party.anybody()
    if party.source.random() < 0.5:
        await party.open_hand(person)
        return
    shown = await person.slash("hand")
    person.hand = shown.original


async def leave_and_return(party: Party) -> None:
    """Leave the match, and be back a moment later."""
    if len(party.people) < 2:
        return
    person = party.anybody()
    left = await party.leave(person)
    if left is not None and left.original is not None:
        back = await party.press(person, "I'm back", Screen(left.original))
        person.hand = back.original if back else None


async def pause(party: Party) -> None:
    """Pause the match, click in vain, and go on."""
    await party.manage("pause")
    await party.play_on()
    await party.manage("resume")


async def kick(party: Party) -> None:
    """Remove one of three or more from the match for good."""
    if len(party.people) < 3:
        return
    person = party.source.choice(party.people[1:])
    await party.manage("kick", player=person.user.name)
    if not party.asked():  # Who was removed before does not agree to anything more.
        party.people.remove(person)


def look_on(person: Person) -> Whim:
    """Return what someone does who only looks, if they sit here or elsewhere: at hand and text."""

    async def look(party: Party) -> None:
        for label in ("My hand", "As text"):
            await party.press(person, label)

    return look


WHIMS: Final[Sequence[tuple[Whim, int]]] = (
    (ask, 10),
    (read, 6),
    (open_anew, 10),
    (leave_and_return, 3),
    (pause, 2),
    (kick, 1),
)
"""With how often each comes, compared with the others."""


FEW: Final = 12
"""Clicks before a match is given up."""


async def forget_a_lobby(party: Party) -> None:
    """Open a table, and leave it be until it expires."""
    await party.gather()


async def empty_a_lobby(party: Party) -> None:
    """Open a table, sit down, and all get up again."""
    await forget_a_lobby(party)
    for person in party.people:
        await party.press(person, "Leave")


async def end_a_match(party: Party) -> None:
    await _begin(party)
    await party.manage("end")


async def leave_a_match(party: Party) -> None:
    await _begin(party)
    for person in party.people:
        await party.leave(person)


async def pause_a_match(party: Party) -> None:
    """Begin a match, pause it, and never come back: the pause ends, and then the match closes."""
    await _begin(party)
    await party.manage("pause")


async def _begin(party: Party) -> None:
    await party.sit_down(kai=1, rounds=10)
    for _ in range(FEW):
        await party.play_on()


ASIDES: Final[Sequence[Whim]] = (
    forget_a_lobby,
    empty_a_lobby,
    end_a_match,
    leave_a_match,
    pause_a_match,
)
