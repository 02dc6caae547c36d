"""Connections, transactions and the writer, alike for SQLite and PostgreSQL."""
