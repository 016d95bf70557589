"""The studio under load and in a browser; writes the section `studio` of benchmarks.md."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, expect, sync_playwright

from _docs import Table, digits, machine, write_section

PAGES, SECONDS, PROBE_SECONDS = 100, 30.0, 0.2
RUN = {"n": "30", "limit": "2n"}
LARGE = "/run?n=100&limit=300&weights=3%3A1%3A2&seed=1"  # a run whose tree fills the limit of 300 leaves
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
FRAMES = """async () => {
  const started = performance.now();
  let frames = 0;
  await new Promise((done) => {
    const count = (now) => {
      frames++;
      if (now - started < 4000) requestAnimationFrame(count);
      else done();
    };
    requestAnimationFrame(count);
  });
  return frames / (performance.now() - started) * 1000;
}"""


@dataclass
class Load:
    """What was seen while many pages were open."""

    runs: int = 0
    failures: list[str] = field(default_factory=list)
    most_updates: int = 0
    probes: dict[str, list[float]] = field(default_factory=dict)


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """A studio in a process of its own: its address and process id."""
    words = [sys.executable, "-m", "evobool", "studio", "--no-browser", "--port", "0", "--quiet"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[4].rstrip("/"), process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(10)


def status(pid: int, name: str) -> int:
    """A number from /proc: memory in kB, or threads."""
    found = re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


async def visitor(client: httpx.AsyncClient, number: int, end: float, seen: Load) -> None:
    """A page that starts one run after the other until the time is up."""
    seed = number
    while time.monotonic() < end:
        seed += PAGES
        arrivals: list[float] = []
        last = ""
        async with client.stream("GET", "/api/run", params=RUN | {"seed": str(seed)}) as reply:
            async for line in reply.aiter_lines():
                if line:
                    arrivals.append(time.monotonic())
                    last = line
        told = json.loads(last.removeprefix("data: ")) if last else {}
        if "ending" in told:
            seen.runs += 1
        else:
            seen.failures.append(last[:80])
        for place, at in enumerate(arrivals):
            within = sum(at <= other < at + 1 for other in arrivals[place:])
            seen.most_updates = max(seen.most_updates, within)


async def prober(client: httpx.AsyncClient, end: float, seen: Load) -> None:
    """Somebody who opens pages and fills in the form at the same time."""
    while time.monotonic() < end:
        for path in ("/run", "/static/player/player.js", "/api/check?n=8"):
            started = time.perf_counter()
            (await client.get(path)).raise_for_status()
            seen.probes.setdefault(path, []).append(time.perf_counter() - started)
        await asyncio.sleep(PROBE_SECONDS)


async def loaded(address: str) -> Load:
    """A hundred pages for half a minute."""
    seen = Load()
    limits = httpx.Limits(max_connections=PAGES + 10)
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits, trust_env=False) as client:
        await client.get("/api/run", params=RUN)
        end = time.monotonic() + SECONDS
        await asyncio.gather(
            *(visitor(client, k, end, seen) for k in range(PAGES)), prober(client, end, seen)
        )
    return seen


def load_table(address: str, pid: int) -> Table:
    """Memory and response times with a hundred pages open."""
    httpx.get(f"{address}/api/run", params=RUN, timeout=120, trust_env=False).raise_for_status()
    before = status(pid, "VmRSS")
    seen = asyncio.run(loaded(address))
    middle = status(pid, "VmRSS")
    seen_again = asyncio.run(loaded(address))
    after, threads = status(pid, "VmRSS"), status(pid, "Threads")
    table = Table(
        f"{PAGES} pages at once, each with a run, for {SECONDS:.0f} s, twice", ["what", "measured", "goal"]
    )
    runs = seen.runs + seen_again.runs
    table.add("runs of AND_30 shown to their end", f"{runs:,}", "")
    table.add("streams that failed", str(len(seen.failures) + len(seen_again.failures)), "0")
    table.add(
        "updates a page got in any second, at most",
        str(max(seen.most_updates, seen_again.most_updates)),
        "60",
    )
    for path in seen.probes:
        times = [1000 * each for each in (*seen.probes[path], *seen_again.probes[path])]
        quantile = statistics.quantiles(times, n=20)[-1]
        words = f"{digits(statistics.median(times))} ms, {digits(quantile)} ms"
        table.add(f"{path.partition('?')[0]} meanwhile: median, 95 %", words, "")
    sizes = " / ".join(f"{size / 1024:.0f}" for size in (before, middle, after))
    table.add("memory before, after the first and the second half minute", f"{sizes} MB", "no growth")
    table.add("threads at the end", str(threads), "")
    return table


def browser_table(address: str) -> Table:
    """How soon the first page can be used, and how many frames a second a large tree gets."""
    table = Table("In Chromium, without a graphics card", ["what", "measured", "goal"])
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        times = []
        for _ in range(5):
            started = time.perf_counter()
            page.goto(f"{address}/run")
            expect(page.locator("code.command")).to_have_text("evobool run --n 8")
            times.append(time.perf_counter() - started)
        what = "a page, until its form is filled and checked"
        table.add(f"{what}: the first", f"{digits(times[0])} s", "under 1 s")
        table.add(f"{what}: median of five", f"{digits(statistics.median(times))} s", "")
        page.goto(address + LARGE)
        expect(page.locator(".outcome")).to_contain_text("olved", timeout=120_000)
        for speed in ("4", "30", "60"):
            table.add(
                f"n = 100, 300 leaves, {speed} iterations a second", frames(page, speed), "at least 30 frames"
            )
        browser.close()
    return table


def frames(page: Page, speed: str) -> str:
    """Frames a second while the end of the run is played."""
    page.get_by_label("speed").select_option(speed)
    player: Any = "window.studioPlayer"
    page.evaluate(f"{player}.show({player}.length - 400); {player}.play()")
    return f"{page.evaluate(FRAMES):.0f} frames a second"


def main() -> None:
    """Measure, and write the tables."""
    with served() as (address, pid):
        tables = [browser_table(address), load_table(address, pid)]
    for table in tables:
        table.show()
    write_section(
        "studio", "\n\n".join(["## The studio", *(table.markdown() for table in tables), machine()])
    )


if __name__ == "__main__":
    main()
