"""The search for formulas: the front of fewest errors by leaves, and which of its formulas to choose."""
