"""The atlas: every Boolean function of up to four variables, and how hard it is to evolve."""
