"""Who makes the runs: threads, processes, a cluster; and how far they are."""
