"""How much memory this process may still take, and sizes in words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

UNLIMITED = 1 << 62  # what the first version of cgroups reports for no limit is about 2^63


def bytes_in_words(size: int) -> str:
    """A number of bytes, or the power of two below it.

    >>> bytes_in_words(25_000_000_000), bytes_in_words(2**1100)
    ('2.5e+10 bytes', '2^1100 bytes')
    """
    return f"{size:.2g} bytes" if size < 10**18 else f"2^{size.bit_length() - 1} bytes"


def available_memory() -> int:
    """Bytes available without swapping: what the system has left, the process's limits and its cgroup's."""
    return max(0, min([_system_room(), *_process_room(), *cgroup_room()]))


def _system_room(meminfo: Path = Path("/proc/meminfo")) -> int:
    """What the machine has left, as far as it reports that."""
    found = _fields(meminfo).get("MemAvailable")
    if found is not None:
        return found
    if hasattr(os, "sysconf"):  # all there is: macOS says nothing more without other programs
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return _room_on_windows()


def _room_on_windows() -> int:
    """The available memory as GlobalMemoryStatusEx has it, in two 32-bit and seven 64-bit words."""
    import ctypes

    status = bytearray(64)
    status[:4] = len(status).to_bytes(4, "little")  # the structure begins with its own size
    buffer = (ctypes.c_char * len(status)).from_buffer(status)
    if not ctypes.windll.kernel32.GlobalMemoryStatusEx(buffer):  # type: ignore[attr-defined, unused-ignore]
        return UNLIMITED
    return int.from_bytes(status[16:24], "little")


def _process_room() -> Iterator[int]:
    """What is left of the limits on address space and data (`ulimit -v` and `-d`), where there are any."""
    try:
        import resource
    except ImportError:  # a system without them
        return
    taken = _fields(Path("/proc/self/status"))
    for limit, name in ((resource.RLIMIT_AS, "VmSize"), (resource.RLIMIT_DATA, "VmData")):
        most = resource.getrlimit(limit)[0]
        if most != resource.RLIM_INFINITY:
            yield most - taken.get(name, 0)


def cgroup_room(
    membership: Path = Path("/proc/self/cgroup"), root: Path = Path("/sys/fs/cgroup")
) -> Iterator[int]:
    """What is left of the memory of the control groups this process is in, of either version.

    A group is bounded by those above it. A container sees its own group as the root.
    """
    try:
        lines = membership.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            top, names = root, ("memory.max", "memory.current", "inactive_file")
        elif "memory" in controllers.split(","):
            top, names = (
                root / "memory",
                ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
            )
        else:
            continue
        group = Path(path.lstrip("/"))
        for above in (group, *group.parents):
            room = _group_room(top / above, *names)
            if room is not None:
                yield room


def _group_room(group: Path, limit: str, usage: str, idle: str) -> int | None:
    """What one group leaves; pages of files that nobody uses make room when it is needed."""
    try:
        most, taken = (group / limit).read_text().strip(), int((group / usage).read_text())
        if not most.isdecimal() or int(most) >= UNLIMITED:
            return None
        kept = [line.split() for line in (group / "memory.stat").read_text().splitlines()]
        return int(most) - taken + sum(int(value) for name, value in kept if name == idle)
    except (OSError, ValueError):
        return None


def _fields(path: Path) -> dict[str, int]:
    """Sizes in bytes from lines such as `VmSize:   123 kB`."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return {}
    parts = (line.split() for line in lines)
    return {words[0].rstrip(":"): int(words[1]) * 1024 for words in parts if words[2:] == ["kB"]}
