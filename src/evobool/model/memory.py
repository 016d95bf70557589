"""How much memory there is, and sizes in words."""

from __future__ import annotations

import os


def bytes_in_words(size: int) -> str:
    """A number of bytes, or the power of two below it.

    >>> bytes_in_words(25_000_000_000), bytes_in_words(2**1100)
    ('2.5e+10 bytes', '2^1100 bytes')
    """
    return f"{size:.2g} bytes" if size < 10**18 else f"2^{size.bit_length() - 1} bytes"


def available_memory() -> int:
    """Bytes available without swapping, as far as the system reports them."""
    try:
        with open("/proc/meminfo") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
