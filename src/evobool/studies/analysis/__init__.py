"""What the runs say: statistics, curves, fits, survival, comparisons."""
