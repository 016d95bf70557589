"""The version: that of a release, and in a clone also which commit it is.

A commit that is not a release has a version of its own, so that two stores tell which code made them:
`0.2.0.dev0+gc6aa165b58` before the tag v0.2.0, `0.2.0.post3+g7f1333b2d1` three commits after it. `.dirty` is
added where files differ from the commit. The build calls the same function; without git it takes the version
of the source distribution, or else that of the release.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

RELEASE = "0.2.0"
DESCRIBE = (
    *("git", "-c", "safe.directory=*"),
    *("describe", "--tags", "--always", "--long", "--dirty", "--abbrev=10"),
)


@cache
def current() -> str:
    """The version of the code that runs, or is being built."""
    here = Path(__file__).resolve()
    root = here.parents[2]
    if here == root / "src" / "evobool" / "version.py":
        return (of_clone(root) if (root / ".git").exists() else of_archive(root)) or RELEASE
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("evobool")
    except PackageNotFoundError:  # copied without being installed
        return RELEASE


def of_clone(root: Path) -> str | None:
    """The version of a clone; None if git does not say."""
    import subprocess

    try:
        words = [*DESCRIBE, "--match", "v[0-9]*"]
        done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return of_description(done.stdout.strip())


def of_description(described: str) -> str:
    """The version of what `git describe` says.

    >>> of_description(f"v{RELEASE}-0-gc6aa165b58") == RELEASE
    True
    >>> of_description("c6aa165b58-dirty").removeprefix(RELEASE)
    '.dev0+gc6aa165b58.dirty'
    >>> of_description(f"v{RELEASE}-3-g7f1333b2d1").removeprefix(RELEASE)
    '.post3+g7f1333b2d1'
    >>> of_description("v0.0.1-3-g7f1333b2d1").removeprefix(RELEASE)
    '.dev3+g7f1333b2d1'
    """
    clean = described.removesuffix("-dirty")
    dirty = clean != described
    tag, since, commit = clean.rsplit("-", 2) if "-" in clean else ("", "0", f"g{clean}")
    if tag == f"v{RELEASE}":
        if since == "0":
            return f"{RELEASE}+{commit}.dirty" if dirty else RELEASE
        kind = "post"
    else:
        kind = "dev"
    return f"{RELEASE}.{kind}{since}+{commit}{'.dirty' * dirty}"


def of_archive(root: Path) -> str | None:
    """The version that a source distribution was given when it was made."""
    try:
        lines = (root / "PKG-INFO").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("Version:")), None)
