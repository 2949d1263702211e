"""What the tests in a browser look through."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it need not be there
    from playwright.sync_api import Dialog, Page, Request


class Tab:
    """A page in the browser that notes what goes wrong."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        page.on("console", lambda message: self.wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", self._request)
        page.on("dialog", self._dialog)

    def _dialog(self, dialog: Dialog) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "http://127.0.0.1:")):
            self.wrong.append(f"asks for {request.url}")

    def open(self, site: Path, name: str) -> Page:
        self.page.goto((site / name).as_uri())
        return self.page

    def search(self, words: str) -> list[tuple[str, str, str]]:
        """Type words and return what is found: kind, title, address."""
        self.page.locator("#q").fill("")
        self.page.locator("#q").press_sequentially(words)
        return self._found()

    def paste(self, words: str) -> list[tuple[str, str, str]]:
        """Put words in at once, which takes one search and not one a letter; return what `search` does."""
        self.page.locator("#q").fill(words)
        return self._found()

    def _found(self) -> list[tuple[str, str, str]]:
        self.page.wait_for_selector(".found:not([hidden])")
        return [
            (one.locator(".k").inner_text(), one.locator(".t").inner_text(), one.get_attribute("href") or "")
            for one in self.page.locator(".found a").all()[:8]
        ]
