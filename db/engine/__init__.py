"""Connections, transactions and the writer, the same for SQLite and PostgreSQL."""
