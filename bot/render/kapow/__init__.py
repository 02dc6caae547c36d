"""What people see of Kapow!."""
