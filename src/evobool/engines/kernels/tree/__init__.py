"""The tree in flat arrays: its links, its nodes by number, its edits."""
