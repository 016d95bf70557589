"""What this machine has: the compiler, unless switched off, and a browser, if there is one."""

from __future__ import annotations

import os
import shutil

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NO_BROWSER = "no Chromium found"
