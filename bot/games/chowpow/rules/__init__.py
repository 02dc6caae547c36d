"""The rules of Chow Pow!."""
