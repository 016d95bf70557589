"""What every compiled engine shares: numba, the generator, the arena, HVL-Prime."""
