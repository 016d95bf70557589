"""Runs in files of other formats: CSV, JSON Lines, Parquet."""
