"""The paper: its published numbers, its experiments as settings, and the report that compares the two."""
