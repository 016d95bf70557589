"""What surrounds a tree, and whether an optimum can still be reached."""
