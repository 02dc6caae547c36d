"""Golden playthroughs: whole matches as records, with the scores that the rules gave them."""
