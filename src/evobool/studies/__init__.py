"""Many settings, many runs: plans, executors, the store, statistics."""
