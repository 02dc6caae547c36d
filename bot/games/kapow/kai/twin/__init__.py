"""A compiled twin of the rules, for playouts: one round in a record. Tests hold it against them."""
