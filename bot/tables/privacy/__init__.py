"""A person's data: how they are exported, deleted and pruned."""
