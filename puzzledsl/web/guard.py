"""What a request must satisfy before it is looked at. The rules are the same for every path and have no option.

Another page in the same browser can send requests to a local server, so none of these checks is redundant: a name that
was made to resolve to 127.0.0.1 passes the checks of the browser, but not that of the ``Host`` header; a form of
another site carries no cookie (``SameSite=Strict``) and has another ``Origin``; what is not JSON needs no permission of
the browser, so only JSON is read.
"""

from __future__ import annotations

from secrets import compare_digest, token_urlsafe
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from puzzledsl.web.responses import refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 4_000_000
"""Bytes of a request. A model of 100,000 clues has about 3,000,000; the bounds of ``--safe`` end far below."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer that sets no others."""


def page_policy(nonce: str) -> str:
    """What the page itself may load: its own files. Styles that it makes carry the nonce; no script may be inline."""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


LOOPBACK_NAMES = ("127.0.0.1", "localhost")


def hosts(port: int) -> frozenset[str]:
    """The values of ``Host`` that a browser sends to a server on this machine."""
    return frozenset(f"{name}:{port}" for name in LOOPBACK_NAMES)


class Guard:
    """The application behind its checks. Answers 421, 403, 405, 413 and 415 itself.

    Attributes:
        token: opens the page once (``/?token=…``) and is worthless afterwards.
    """

    def __init__(self, application: ASGIApp, port: int) -> None:
        self.token: str | None = token_urlsafe(24)
        self._application = application
        self._cookie = f"puzzledsl_{port}"  # cookies do not know ports
        self._secret = token_urlsafe(32)
        self._hosts = hosts(port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":  # a WebSocket: the page has none
            await send({"type": "websocket.close", "code": 1008})
            return
        request = Request(scope)
        refused = self._refusal(request)
        if refused is not None:
            refused.headers["Connection"] = "close"  # what is left of its body is not read
            await refused(scope, receive, _with_headers(send))
            return
        await self._application(scope, receive, _with_headers(send))

    def _refusal(self, request: Request) -> Response | None:
        """The answer to a request that must not be looked at; also the one that takes the token."""
        host = request.headers.get("host", "")
        if host not in self._hosts:
            return refusal("This server answers to its local address only.", 421)
        if request.method == "GET" and request.url.path == "/" and "token" in request.query_params:
            return self._entered(request)
        if not self._is_known(request):
            return refusal("Open the address that `puzzledsl edit` has printed. It opens one browser, once.", 403)
        if request.method == "GET":
            return None
        if request.method != "POST":
            return refusal("This server knows GET and POST.", 405)
        if request.headers.get("origin") != f"http://{host}":
            return refusal("This request does not come from the page.", 403)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return refusal("The body of a request must be application/json.", 415)
        length = request.headers.get("content-length", "")
        known = length.isascii() and length.isdigit() and "transfer-encoding" not in request.headers
        if not known or int(length[:12]) > LARGEST_BODY:
            return refusal(f"A request needs a length, of at most {LARGEST_BODY:,} bytes.", 413)
        return None

    def _is_known(self, request: Request) -> bool:
        return compare_digest(request.cookies.get(self._cookie, "").encode(), self._secret.encode())

    def _entered(self, request: Request) -> Response:
        if self._is_known(request):  # the address once more, in the browser that it has opened
            return RedirectResponse("/", 303)
        given = request.query_params["token"]
        if self.token is None or not compare_digest(given.encode(), self.token.encode()):
            return PlainTextResponse(
                "This address has been used, and it opens one browser only. Start `puzzledsl edit` again.\n", 403
            )
        self.token = None
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self._cookie, self._secret, httponly=True, samesite="strict", path="/")
        return answer


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
