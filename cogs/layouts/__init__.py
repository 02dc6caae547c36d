"""What messages look like, made anew from a table's state each time: they remember nothing."""
