"""What people choose about themselves, and what they are called where others are shown."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from bot.face.names import told_apart

HIDDEN_NAME: Final = "Hidden player"
"""Stands for people who keep their results to themselves."""


class Visibility(StrEnum):
    """Who may see a person's results: standings, profile, matches and head to head.

    Everyone sees their own, and nobody's choice changes a place or a point.
    """

    PUBLIC = "public"
    """Everyone, on every server that has the bot."""
    SERVER = "server"
    """Only people on the server where the matches were played: what nobody has chosen."""
    HIDDEN = "hidden"
    """Nobody else: the standings show a line without a name."""


def names_in_list(
    people: Iterable[tuple[int | None, str]], hidden: Collection[int] = ()
) -> Mapping[int, str]:
    """Return what people are called in a list, by user, told apart in its order; nobody hidden.

    ``people`` are users with their names. Those without a user are left out, and those below zero
    are former players.
    """
    known: dict[int, str] = {}
    for user, name in people:
        if user is not None and user not in hidden:
            known.setdefault(user, name)
    house = [at for at, user in enumerate(known) if user < 0]
    return dict(zip(known, told_apart(known.values(), house), strict=True))


def names_of_seats(
    users: Sequence[int | None], names: Sequence[str], hidden: Collection[int] = ()
) -> Sequence[str]:
    """Return what the players of a finished match are called, by seat, as at their table."""
    seen = [seat for seat, user in enumerate(users) if user not in hidden]
    house = [at for at, seat in enumerate(seen) if users[seat] is None]
    shown = dict(zip(seen, told_apart((names[seat] for seat in seen), house), strict=True))
    return [shown.get(seat, HIDDEN_NAME) for seat in range(len(users))]
