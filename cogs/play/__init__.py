"""Playing at a table: its message, its lobby, the private hands, and what can be clicked there."""
