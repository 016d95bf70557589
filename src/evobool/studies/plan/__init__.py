"""What is to be run: grids, plans, and the study that makes the runs still owed."""
