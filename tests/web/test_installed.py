"""The installed page without a connection."""

from playwright.sync_api import expect

from tests.web.browsers import Visitors, axe
from tests.web.servers import ServerProcess


def test_installed_page_says_that_it_is_offline(visitors: Visitors, server: ServerProcess) -> None:
    visitors.forgive("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED")
    page = visitors.visit("/help", worker=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    server.kill()
    page.goto("/rules/shelfie")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.get_by_role("heading", name="Sei offline")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('#main')).maxWidth") == "1280px"
    axe(page)
    server.open()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_have_text("My Shelfie")
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
