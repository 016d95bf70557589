"""Who may talk to the studio: its own pages, under its own address.

A browser can be led to ask any local server for anything, and by DNS rebinding even under a name of the
attacker's. So the Host of every request must be an address of the studio, its Origin (if any) the studio's
own, and data are given only to pages of the studio. What a page posts, a table or a rule, is answered and
forgotten; nothing that is posted changes anything.
"""

from __future__ import annotations

from ipaddress import ip_address
from socket import gethostname

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evobool.studio.asked import LONGEST_QUERY

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
POSTED = ("/api/learn/table", "/api/learn/search", "/api/learn/by-hand", "/api/learn/form")
LOCAL = ("127.0.0.1", "localhost", "[::1]")


class Guard:
    """Refuses foreign requests, and puts the headers of safety on every answer."""

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        self.app, self.port = app, port
        self.open = host not in ("127.0.0.1", "localhost", "::1")
        names = {*LOCAL, host, *([gethostname().lower()] if self.open else [])}
        self.hosts = {f"{name}:{port}" for name in names} | (names if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            return
        problem = self.problem(scope["method"], Headers(scope=scope), scope)

        async def safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if problem is not None:
            status, why = problem
            await PlainTextResponse(f"{why}\n", status)(scope, receive, safe)
            return
        await self.app(scope, receive, safe)

    def problem(self, method: str, headers: Headers, scope: Scope) -> tuple[int, str] | None:
        """The status and reason to refuse a request with; None if it is welcome."""
        if method not in ("GET", "HEAD", "POST") or (method == "POST" and scope["path"] not in POSTED):
            return 405, "the studio only answers GET"
        if len(scope["query_string"]) > LONGEST_QUERY or len(scope["path"]) > LONGEST_QUERY:
            return 414, f"the address is longer than {LONGEST_QUERY:,} characters"
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.welcome(hosts[0].lower()):
            return 421, "this is not an address of the studio"
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{hosts[0].lower()}":
            return 403, "pages of other sites may not ask the studio"
        foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        if foreign and (method == "POST" or headers.get("sec-fetch-mode") != "navigate"):
            return 403, "pages of other sites may not ask the studio"
        return None

    def welcome(self, host: str) -> bool:
        """Whether a Host is one of ours; open to the network, any plain address is, but no other name."""
        if host in self.hosts:
            return True
        name, _, port = host.rpartition(":")
        if not self.open or port != str(self.port):
            return False
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True
