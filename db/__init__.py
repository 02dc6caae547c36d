"""The database: schema, migrations, connections and repositories. All SQL is here."""
