"""What the host keeps, each kind by its own queries."""
