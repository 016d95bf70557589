"""A wheel and a source distribution, built once, and environments that have nothing else of evobool."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Built:
    """What `python -m build` makes."""

    wheel: Path
    sdist: Path


@cache
def built() -> Built:
    """Both of this clone, the wheel made from the source distribution."""
    folder = Path(mkdtemp(prefix="evobool-built-"))
    called(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Built(wheel, sdist)


def unpacked(sdist: Path, folder: Path) -> Path:
    """The folder that a source distribution is unpacked into."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


class Environment:
    """A virtual environment with a package in it; what that requires is taken from this one's."""

    def __init__(self, folder: Path, package: Path) -> None:
        self.folder = folder
        venv.create(folder / "env", with_pip=False, symlinks=os.name != "nt")
        self.python = folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        ours = sysconfig.get_path("purelib", vars={"base": str(folder / "env")})
        # evobool itself is not in the other environment's folder: it is installed there by a link
        Path(ours, "requirements.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
        options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--ignore-installed"]
        called(sys.executable, "-m", "pip", "--python", self.python, "install", *options, package)

    def run(self, *words: object) -> str:
        """What `python words` prints in a folder outside of the clone."""
        return called(self.python, *words, cwd=self.folder)

    def evobool(self, *words: object) -> str:
        """What the installed command prints."""
        return called(self.python.parent / "evobool", *words, cwd=self.folder)


def called(*words: object, cwd: Path = ROOT) -> str:
    """What a program prints; it must not fail."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA"))}
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, cwd=cwd, env=clean, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout
