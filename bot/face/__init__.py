"""What people see of a game, made from Views: pictures, words and screens."""
