"""Trees judged by exact counts, without any rows."""
