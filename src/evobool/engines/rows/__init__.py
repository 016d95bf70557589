"""Trees judged on rows, packed into machine words."""
