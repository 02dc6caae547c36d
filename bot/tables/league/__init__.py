"""What remains of a match: results, standings and chips."""
