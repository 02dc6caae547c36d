"""Forgetting the messages that show the tables, where they are gone with their world."""

from sqlalchemy import delete

from db.engine.failure import DATABASE_ERRORS, unavailable
from db.engine.opening import open_engine
from db.maintenance.upgrade import must_be_up_to_date
from db.schema import bookmarks, deferrals, reminders


async def forget_messages(url: str) -> None:
    """Forget all messages and answers that are due, so that each table is posted again.

    For a local session that goes on with its tables on a new simulated Discord. No bot may be
    using the database. Raises ``StoreUnavailableError``.
    """
    engine = open_engine(url)
    try:
        async with engine.begin() as connection:
            await must_be_up_to_date(connection)
            for table in (bookmarks, reminders, deferrals):
                await connection.execute(delete(table))
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error
    finally:
        await engine.dispose()
