"""What comes of a setting: runs, as records and as columns, and what happened in them."""
