"""What was learnt from a table as one page."""
