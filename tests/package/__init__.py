"""The package as a user gets it: built, checked, and installed outside of the clone."""
