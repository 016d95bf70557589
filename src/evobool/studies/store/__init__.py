"""The store: one SQLite file, a row for each run, guarded by checksums."""
