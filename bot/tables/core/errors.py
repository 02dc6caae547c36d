"""Why a table refuses: each carries the sentence that the person is told in private."""

__all__ = [
    "ClosedTableError",
    "DamagedTableError",
    "NoSuchTableError",
    "NotYoursError",
    "OutdatedError",
    "RefusedError",
    "RestartingError",
]


class RefusedError(Exception):
    """What was asked is not done, and nothing has changed. ``str`` of it is for the person."""


class NoSuchTableError(RefusedError):
    """There is no such table, or it was closed and cleared away."""

    def __init__(self) -> None:
        super().__init__("This table is not here any more. Open a new one with /play.")


class ClosedTableError(RefusedError):
    """The table has been closed."""

    def __init__(self) -> None:
        super().__init__("This table is closed. Open a new one with /play.")


class DamagedTableError(RefusedError):
    """The table's log cannot be read any more."""

    def __init__(self) -> None:
        super().__init__(
            "This table's log is damaged, so nobody can play on here. Whoever runs the bot has "
            "been told. You can open a new table with /play."
        )


class NotYoursError(RefusedError):
    """The person may not do this here: a stranger, another's seat, not the host."""


class OutdatedError(RefusedError):
    """The click belongs to an earlier moment of the table: the current hand serves better."""

    def __init__(self) -> None:
        super().__init__("The table has moved on since that button was shown. Here is your hand.")


class RestartingError(RefusedError):
    """The house is closing; this process or another one is about to open it again."""

    def __init__(self) -> None:
        super().__init__(
            "I am just being restarted. Nothing has changed; please try again in a moment."
        )
