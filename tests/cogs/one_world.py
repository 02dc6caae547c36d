"""Several cases of a test in one world: one of its own takes longer than what is asked in it."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeAlias

from tests.cogs.world import World

_Test: TypeAlias = Callable[[World], Awaitable[None]]


def in_one_world(
    names: str | Sequence[str], cases: Iterable[Any]
) -> Callable[[Callable[..., Awaitable[None]]], _Test]:
    """Call a test for every case, one after the other, with values of these names.

    None of them may change what the next ones need. A failure says in which case it happened.
    """

    def decorate(test: Callable[..., Awaitable[None]]) -> _Test:
        async def asked(world: World) -> None:
            for case in cases:
                values = [case] if isinstance(names, str) else case
                try:
                    await test(world, *values)
                except BaseException as error:
                    error.add_note(f"{names}: {case!r}")
                    raise

        asked.__name__, asked.__doc__ = test.__name__, test.__doc__
        return asked

    return decorate
