"""Making the pools of puzzles from matches between players of different styles."""
