"""One suite for every game: what the contract promises, checked on random matches."""
