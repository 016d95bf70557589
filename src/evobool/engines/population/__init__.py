"""The compiled engine for populations: trees as prefix arrays end to end, judged by a stack of words."""
