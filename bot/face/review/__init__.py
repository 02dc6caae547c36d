"""What people see of the review of a match: its words, and its picture."""
