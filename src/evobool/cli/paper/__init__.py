"""The commands that make a whole folder: reproduce and atlas."""
