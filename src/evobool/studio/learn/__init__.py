"""The page that learns from a table: what it sends is read here, and forgotten when it is answered."""
