"""How kernels are compiled, put together, kept in files and announced."""
