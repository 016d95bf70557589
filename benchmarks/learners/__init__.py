"""Learners side by side: tables, made problems, the peers and how they are compared."""
