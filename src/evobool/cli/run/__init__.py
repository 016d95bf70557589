"""`evobool run`."""
