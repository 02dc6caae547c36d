"""The league's arithmetic: pure functions of results, without clock, storage or Discord."""
