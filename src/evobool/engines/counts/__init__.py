"""Trees judged by exact counts, no rows at all."""
