"""What people see of a match's review: its texts and its picture."""
