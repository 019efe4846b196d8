"""Visitors report forbidden behaviour of a page, and nothing else."""

import pytest
from playwright.sync_api import Browser, Error

from tests.web.browsers import PHONE, Visitors, axe
from tests.web.servers import ServerProcess


@pytest.mark.parametrize(
    ("doing", "noticed"),
    [
        ("console.error('oh')", "error: oh"),
        ("console.warn('hm')", "warning: hm"),
        ("setTimeout(() => { throw new Error('no') })", "error: no"),
        ("fetch('http://127.0.0.1:1/').catch(() => {})", "Content Security Policy"),
        ("document.body.append(Object.assign(new Image(), {src: 'data:,x'}))", "img-src"),
        ("location = 'http://127.0.0.1:1/'", "left the server: http://127.0.0.1:1/"),
    ],
)
def test_browser_errors_are_noticed(
    browser: Browser, server: ServerProcess, doing: str, noticed: str
) -> None:
    visitors = Visitors(browser, server.address)
    page = visitors.visit("/help")
    assert visitors.complaints() == []
    page.evaluate(f"() => {{ {doing}; }}")
    while not any(noticed in complaint for complaint in visitors.complaints()):
        page.context.cookies()  # each query is a round trip to the browser
    visitors.forgive("")
    assert visitors.complaints() == []
    visitors.go()


def test_accessibility_problems_are_found(visitors: Visitors) -> None:
    page = visitors.visit()
    axe(page)
    page.evaluate("() => { document.body.append(document.createElement('button')); }")
    with pytest.raises(AssertionError, match="button-name"):
        axe(page)


def test_visitor_has_the_chosen_screen_and_language(visitors: Visitors) -> None:
    page = visitors.visit(screen=PHONE, language="it", dark=True)
    seen = page.evaluate(
        """() => [innerWidth, navigator.language, navigator.maxTouchPoints > 0,
        matchMedia('(prefers-color-scheme: dark)').matches,
        matchMedia('(prefers-reduced-motion: reduce)').matches]"""
    )
    assert seen == [360, "it-IT", True, True, True]


def test_no_text_becomes_code_or_elements(visitors: Visitors) -> None:
    page = visitors.visit()
    visitors.forgive("Trusted")
    for attempt in (
        "document.body.innerHTML = '<b>x</b>'",
        "new DOMParser().parseFromString('<b>x</b>', 'text/html')",
        "document.createElement('script').text = 'alert(1)'",
        "trustedTypes.createPolicy('other', {})",
        "trustedTypes.createPolicy('worker', {})",  # one policy exists, and no other can be created
    ):
        with pytest.raises(Error, match="Trusted"):
            page.evaluate(f"() => {{ {attempt} }}")
