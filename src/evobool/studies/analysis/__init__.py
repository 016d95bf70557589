"""What the runs say: statistics, survival, tables, comparisons."""
