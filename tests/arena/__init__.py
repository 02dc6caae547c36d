"""Programs against each other."""
