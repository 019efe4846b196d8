"""A real Chromium whose visitors open the page of a server; errors in the browser fail the test."""

import itertools
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.conftest import PROVING, TIMEOUT, without

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
    "--renderer-process-limit=1",  # one per visitor, without another for the initial blank page
)
VIOLATIONS = """axe.run({ resultTypes: ["violations"] })
  .then(({ violations }) => ({ violations }))"""
TARGETS = """() => {
  if (!matchMedia("(pointer: coarse)").matches) return [];
  const found = [];
  for (const one of document.querySelectorAll("a, button, summary, select, input, textarea, [role=gridcell][tabindex='0']")) {
    if (one.disabled || !one.checkVisibility({ visibilityProperty: true }) || one.closest("[inert], .unseen, .house")) continue;
    if (getComputedStyle(one).display === "inline") continue; // a link within a sentence
    const { width, height } = one.getBoundingClientRect();
    const least = one.matches(".primary") ? 44 : 24;
    if (height < least || width < 24) found.push(`${one.outerHTML.slice(0, 80)}: ${width} x ${height}`);
  }
  return found;
}"""  # noqa: E501 - it is another language
"""The targets that are too small for a finger: below 24 pixels, main actions below 44."""
TOURED = "lobby shelfie renaissance renaissance-later"
NO_WORKER = "warning: Service Worker registration blocked by Playwright"
LOCALES = {"en": "en-GB", "it": "it-IT"}


class Screen(NamedTuple):
    """The size and kind of a screen."""

    width: int
    height: int
    touch: bool = False


DESKTOP, PHONE = Screen(1280, 800), Screen(360, 740, touch=True)
LAPTOP, HANDHELD = Screen(1366, 768), Screen(390, 844, touch=True)
SMALL = Screen(360, 640, touch=True)

everybody = pytest.mark.parametrize(
    ("screen", "language", "dark"),
    list(itertools.product((DESKTOP, PHONE), ("en", "it"), (False, True)))
    if PROVING
    else [(DESKTOP, "en", False), (PHONE, "it", True)],
)
"""Every screen, language and colour scheme; in a quick run, each value once."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser; its thread can run no other event loop."""
    # The headless shell is the same browser without windows and takes two thirds of the time.
    programs = ("chromium-headless-shell", "chromium", "google-chrome")
    program = next(filter(None, map(shutil.which, programs)), None)
    if program is None:
        without("there is no browser here: install chromium")
    expect.set_options(timeout=TIMEOUT * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def remembering(address: str, settings: dict[str, str]) -> str:
    """Return a script that fills the browser's storage on the first visit to an address.

    Passing `storage_state` to `new_context` would open another page for each visitor.
    """
    value = json.dumps(json.dumps(settings))
    return f"""if (location.origin === "{address}" && !sessionStorage.remembered) {{
        sessionStorage.remembered = "all";
        localStorage.ludoteca = {value};
    }}"""


class Visitors:
    """Visitors of one server, each with a browser context, and the errors their browsers report."""

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
        """Open an address in a new browser context, with a name as a returning visitor.

        Returning visitors have seen the tours unless `toured` is false. The service worker is off
        by default because it takes time.
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
        context.set_default_timeout(TIMEOUT * 1000)
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
        """Watch where the page goes; its security policy blocks all other requests."""
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
            self._heard.append(f"left the server: {url}")

    def forgive(self, *patterns: str) -> None:
        """Expect errors that match these patterns, such as those of an unreachable server."""
        self._forgiven += patterns

    def complaints(self) -> list[str]:
        """Return the errors so far, except expected ones."""
        return [text for text in self._heard if not any(re.search(p, text) for p in self._forgiven)]

    def go(self) -> None:
        """Close all browser contexts."""
        for context in self._contexts:
            context.close()


def axe(page: Page) -> None:
    """Assert that the page has no accessibility violations, nor targets too small for a finger."""
    expect(page.locator("h1").first).to_be_attached()  # the page is drawn
    small = page.evaluate(TARGETS)
    assert small == [], small
    if not page.evaluate("'axe' in window"):  # a large script, needed once per document
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate(VIOLATIONS))
    assert results.violations_count == 0, results.generate_report()


def press(where: Page | Locator, name: str) -> None:
    where.get_by_role("button", name=name, exact=True).click()


def shoot(page: Page, name: str) -> None:
    """Save a picture of a page in the folder `SHOTS`, if the environment names one."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def fits(page: Page) -> None:
    """Assert that nothing is wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
