"""Everything that can be clicked, and the forms that clicks open."""
