"""The commands of the theory: exact, landscape, drift, theory."""
