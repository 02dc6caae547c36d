"""Code shared by the rules of all games: the ``Game`` protocol, shuffling, moves, records."""
