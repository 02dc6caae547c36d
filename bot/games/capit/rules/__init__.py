"""CAP-IT: contract rummy for four to six, with the push."""
