"""Alembic migrations: the way from each schema to the next."""
