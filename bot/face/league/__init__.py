"""What people see of a league: the standings of a season and a person's profile."""
