"""`evobool studio`: runs, neighbourhoods, studies and the paper in the browser."""

from __future__ import annotations

from pathlib import Path

from evobool.checks import check_integer
from evobool.errors import EvoboolError, InputError

PORT = 8421


def studio(
    *,
    store: Path | None = None,
    report: Path | None = None,
    port: int = PORT,
    host: str = "127.0.0.1",
    no_browser: bool = False,
    quiet: bool = False,
) -> None:
    """Watch runs, see why they get stuck and explore a study, in the browser.

    Parameters
    ----------
    store
        Also show the results of a study: the file that holds its runs. It is only read.
    report
        Also show the paper, published and measured: a folder written by evobool reproduce.
    port
        The port to listen on; 0 takes any free one.
    host
        The address to listen on. The default is reached from this machine only; 0.0.0.0 lets everyone on the
        network in.
    no_browser
        Do not open the browser.
    quiet
        No warnings.
    """
    check_integer("port", port, 0)
    if port > 65535:
        raise InputError("port", port, "must be at most 65535")
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise EvoboolError(
            "the studio needs starlette and uvicorn; try: pip install 'evobool[studio]'"
        ) from None
    from evobool.studio.serve import serve
    from evobool.studio.server import Studio

    if store is not None:
        from evobool.studies.store.store import Store

        Store(store).close()
    if report is not None:
        from evobool.studio.page_paper import check_report

        check_report(report)
    serve(Studio(host, port, store, report), browser=not no_browser, quiet=quiet)
