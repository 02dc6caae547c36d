"""Why a table refuses a command. ``str`` of each error is the sentence that the person sees."""

__all__ = [
    "ClosedTableError",
    "DamagedTableError",
    "NoSuchTableError",
    "NotHostError",
    "NotYoursError",
    "OutdatedError",
    "RefusedError",
    "RestartingError",
]


class RefusedError(Exception):
    """The command was refused, and nothing has changed."""


class NoSuchTableError(RefusedError):
    """There is no such table, or it has been deleted."""

    def __init__(self) -> None:
        super().__init__("This table is gone. Open a new one with `/play`.")


class ClosedTableError(RefusedError):
    """The table has been closed."""

    def __init__(self) -> None:
        super().__init__("This table is closed. Open a new one with `/play`.")


class DamagedTableError(RefusedError):
    """The table's log is damaged."""

    def __init__(self) -> None:
        super().__init__(
            "This table's log is damaged, so nobody can play on here. The people who run the "
            "bot have been told. You can open a new table with `/play`."
        )


class NotYoursError(RefusedError):
    """The person may not do this: they do not sit there, or are not the host."""


class NotHostError(NotYoursError):
    """Only the host or a moderator may do this; perhaps the host has left the server."""


class OutdatedError(RefusedError):
    """The table has changed since the click's button was shown."""

    def __init__(self) -> None:
        super().__init__("The table has moved on since that button was shown. Here's your hand.")


class RestartingError(RefusedError):
    """The bot is shutting down; this process or another one will host the table soon."""

    def __init__(self) -> None:
        super().__init__("I'm restarting. Nothing has changed. Please try again in a moment.")
