"""What the rules of all games share: the contract, chance, moves and notation, records."""
