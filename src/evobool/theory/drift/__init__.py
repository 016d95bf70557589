"""Every offspring of a tree with its error, and the exact one-step drift."""
