"""Storage: schema, migrations and repositories."""
