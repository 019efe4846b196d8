"""The dialog of notifications in real browsers, with real endpoints."""

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.cli.servers import serving
from tests.delivery.endpoints import Endpoints, soon, text_of
from tests.web.browsers import Screen, Visitors, axe, everybody
from tests.web.tables import ask

LINK = re.compile(r"https://games\.example\.org(/notifications/\S+)")
SUBSCRIBE = """([endpoint, key, auth]) => {
  // No push service can be reached from here: the subscription is real but for its endpoint.
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length < 80) throw new Error("options");
    return { toJSON: () => ({ endpoint, keys: { p256dh: key, auth } }) };
  };
}"""


class Running(NamedTuple):
    """Endpoints on an event loop in a thread, and the address of their server."""

    address: str
    endpoints: Endpoints
    loop: asyncio.AbstractEventLoop

    def next(self, queue: asyncio.Queue[Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(soon(queue), self.loop).result()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    endpoints, cleanup = Endpoints(tmp_path), AsyncExitStack()

    def do(work: Any) -> None:
        done: Future[None] = asyncio.run_coroutine_threadsafe(work, loop)
        done.result()

    do(cleanup.enter_async_context(endpoints.running()))
    try:
        with serving(*endpoints.flags, environment=endpoints.environment) as (_, port):
            yield Running(f"http://127.0.0.1:{port}", endpoints, loop)
    finally:
        do(cleanup.aclose())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def opened(page: Page) -> Locator:
    """Open the dialog from the account's by keyboard."""
    page.locator("#top .menu summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^(Your account|Il tuo account)$")).focus()
    page.keyboard.press("Enter")
    page.locator("[aria-labelledby='account-notifications'] button").focus()
    page.keyboard.press("Enter")
    return page.locator("dialog.notifications")


def with_account(page: Page) -> None:
    """Turn a guest into an account, whose service worker is ready."""
    expect(page.locator("#top")).to_contain_text("Anna")
    ask(page, "change_secret", new="correct horse")
    page.reload()
    expect(page.locator("#top")).to_contain_text("Anna")
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")


def subscribe(page: Page, push: Locator, endpoints: Endpoints) -> None:
    """Add this browser, and send a test message to it."""
    keys = endpoints.browser.keys
    page.evaluate(SUBSCRIBE, [endpoints.push_url, keys["key"], keys["auth"]])
    endpoints.key = ask(page, "ask_notifications")["key"]
    push.locator("button").last.click()
    push.locator("li button").first.click()


@everybody
def test_player_sets_up_every_channel_and_sends_a_test_to_each(
    server: Running, visitors: Visitors, screen: Screen, language: str, dark: bool
) -> None:
    endpoints = server.endpoints
    page = visitors.visit(screen=screen, language=language, dark=dark, name="Anna", worker=True)
    page.context.grant_permissions(["notifications"])
    with_account(page)
    dialog = opened(page)
    expect(dialog.locator("fieldset")).to_have_count(4)
    axe(page)
    push = dialog.locator("[aria-labelledby='notify-push']")
    subscribe(page, push, endpoints)
    deliver(page, server.next(endpoints.pushed))

    dialog.locator("#notify-mail-input").fill("anna@example.org")
    page.keyboard.press("Enter")
    mail = dialog.locator("[aria-labelledby='notify-mail']")
    expect(mail.get_by_role("status")).to_be_visible()
    expect(mail.locator("li button")).to_have_count(1)  # no test before the confirmation
    confirmation = LINK.search(text_of(server.next(endpoints.mails)))
    assert confirmation
    follow(visitors, confirmation[1], screen)

    dialog.locator("details summary").click()
    dialog.locator("#notify-hook-input").fill("https://localhost/x y")
    page.keyboard.press("Enter")
    expect(dialog.locator("#hook-problem")).to_be_visible()
    dialog.locator("#notify-hook-input").fill(f"{endpoints.hook_url}?program={'x' * 40}")
    page.keyboard.press("Enter")
    endpoints.secret = dialog.locator("code").inner_text()
    expect(mail.locator("li button")).to_have_count(2)  # confirmed meanwhile
    axe(page)
    dialog.locator("details li button").first.click()
    assert server.next(endpoints.hooked)["kind"] == "test"
    mail.locator("li button").first.click()
    last = server.next(endpoints.mails)
    unsubscribing = LINK.search(last["List-Unsubscribe"].rstrip(">"))
    assert unsubscribing

    quiet = dialog.locator("[aria-labelledby='notify-quiet']")
    quiet.get_by_role("checkbox").check()
    quiet.locator("input[type=time]").first.fill("23:30")
    page.keyboard.press("Tab")
    turn = dialog.locator("fieldset").first.get_by_role("checkbox")
    turn.last.uncheck()
    expect(turn.last).not_to_be_checked()
    assert dialog.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
    follow(visitors, unsubscribing[1], screen)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    dialog = opened(page)
    expect(quiet.locator("input[type=time]").first).to_have_value("23:30")
    expect(turn.last).not_to_be_checked()
    expect(mail.locator("li")).to_have_count(0)
    expect(push.locator("li")).to_have_count(1)


def follow(visitors: Visitors, path: str, screen: Screen) -> None:
    """Open the link of an email, and press its button."""
    page = visitors.visit(path, screen)
    axe(page)
    page.get_by_role("button").first.click()
    expect(page.get_by_role("link").last).to_have_attribute("href", "/")
    expect(page.get_by_role("button")).to_have_count(0)


def deliver(page: Page, message: dict[str, str]) -> None:
    """Deliver a push message to the service worker, which shows it."""
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(10)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": page.evaluate("location.origin"),
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps(message),
        },
    )
    page.wait_for_function(
        """async (tag) => {
          const { active } = await navigator.serviceWorker.ready;
          const shown = await (await navigator.serviceWorker.ready).getNotifications({ tag });
          return active && shown.length === 1;
        }""",
        arg=message["id"],
    )
