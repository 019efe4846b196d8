"""A real Chromium, in which people visit a house; whatever they complain of fails the test."""

import itertools
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.conftest import PROVING, without

TIMEOUT = 30_000
"""Milliseconds until something that does not happen is a failure."""
FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # one a visitor, not another for the empty page before the first
)
VIOLATIONS = """axe.run({ resultTypes: ["violations"] })
  .then(({ violations }) => ({ violations }))"""
TOURED = "lobby shelfie renaissance renaissance-later"
NO_WORKER = "warning: Service Worker registration blocked by Playwright"
LOCALES = {"en": "en-GB", "it": "it-IT"}


class Screen(NamedTuple):
    """What somebody looks at."""

    width: int
    height: int
    touch: bool = False


DESKTOP, PHONE = Screen(1280, 800), Screen(360, 740, touch=True)
LAPTOP, HANDHELD = Screen(1366, 768), Screen(390, 844, touch=True)

everybody = pytest.mark.parametrize(
    ("screen", "language", "dark"),
    list(itertools.product((DESKTOP, PHONE), ("en", "it"), (False, True)))
    if PROVING
    else [(DESKTOP, "en", False), (PHONE, "it", True)],
)
"""Every screen in every language, by day and by night; in a quick run each of them once."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser of our own; on this thread no other loop can run meanwhile."""
    # The shell is the same browser without windows, at two thirds of the time.
    programs = ("chromium-headless-shell", "chromium", "google-chrome")
    program = next(filter(None, map(shutil.which, programs)), None)
    if program is None:
        without("there is no browser here: install chromium")
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def remembering(address: str, settings: dict[str, str]) -> str:
    """A script by which a browser remembers this of a house when it comes there first.

    What `new_context` can be given instead costs a page of its own for each visitor.
    """
    value = json.dumps(json.dumps(settings))
    return f"""if (location.origin === "{address}" && !sessionStorage.remembered) {{
        sessionStorage.remembered = "all";
        localStorage.ludoteca = {value};
    }}"""


class Visitors:
    """People at one house, each with a browser of their own, and everything they complain of."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._contexts: list[BrowserContext] = []
        self._heard: list[str] = []
        self._forgiven: list[str] = []

    def visit(
        self,
        path: str = "/",
        screen: Screen = DESKTOP,
        language: str = "en",
        *,
        dark: bool = False,
        toured: bool = True,
        name: str = "",
        token: str = "",
        worker: bool = False,
    ) -> Page:
        """Somebody who opens this address of the house, and has been there if they have a name.

        Tours are for those who had none; a service worker costs time, and is for who asks for it.
        """
        context = self._browser.new_context(
            base_url=self._address,
            viewport={"width": screen.width, "height": screen.height},
            is_mobile=screen.touch,
            has_touch=screen.touch,
            locale=LOCALES[language],
            timezone_id="Europe/Rome",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(TIMEOUT)
        self._listen(context)
        page = context.new_page()
        known = {"toured": TOURED if toured else "", "name": name, "token": token}
        page.add_init_script(remembering(self._address, known))
        page.goto(path)
        return page

    def _listen(self, context: BrowserContext) -> None:
        self._contexts.append(context)
        context.on("weberror", lambda error: self._heard.append(f"error: {error.error}"))
        context.on("console", lambda said: self._listed(said.type, f"{said.type}: {said.text}"))
        context.on("requestfailed", lambda request: self._reached(request.url))
        context.on("page", self._follow)

    def _follow(self, page: Page) -> None:
        """Where it goes; what else it asks for elsewhere is refused by the policy of the page."""
        page.on("websocket", lambda socket: self._reached(socket.url))
        page.on("framenavigated", lambda frame: self._reached(frame.url))

    def _listed(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and text != NO_WORKER:
            self._heard.append(text)

    def _reached(self, url: str) -> None:
        if (
            url.startswith(("http", "ws"))
            and urlsplit(url).netloc != urlsplit(self._address).netloc
        ):
            self._heard.append(f"left the house: {url}")

    def forgive(self, *patterns: str) -> None:
        """Expect complaints like these, as when a house is away."""
        self._forgiven += patterns

    def complaints(self) -> list[str]:
        """What was complained of so far, and not forgiven."""
        return [text for text in self._heard if not any(re.search(p, text) for p in self._forgiven)]

    def go(self) -> None:
        """Close all their browsers."""
        for context in self._contexts:
            context.close()


def axe(page: Page) -> None:
    """Nothing on the page stands in the way of those who use it without eyes, hands or colours."""
    expect(page.locator("h1").first).to_be_attached()  # it has been drawn
    if not page.evaluate("'axe' in window"):  # it is large, and a document needs it only once
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate(VIOLATIONS))
    assert results.violations_count == 0, results.generate_report()
