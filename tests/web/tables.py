"""Players at tables in browsers: logging in, opening tables and sending requests like the page."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browsers import DESKTOP, Screen, Visitors

MODULES = "document.querySelector('script[type=module]').src.replace('main.js', '')"
ASK = f"""async (request) => {{
  const server = await import({MODULES} + "server.js");
  try {{
    return await server.ask(request);
  }} catch (error) {{
    return {{ notice: "refused", code: error.code }};
  }}
}}"""
SIT = f"""async (request) => {{
  const server = await import({MODULES} + "server.js");
  const route = await import({MODULES} + "route.js");
  const info = await server.sit(request);
  route.go("/table/" + info.table);
  return info;
}}"""
KNOWN = f"""async () => {{
  const server = await import({MODULES} + "server.js");
  return JSON.parse(JSON.stringify(server.known.table));
}}"""

LISTEN = """() => {
  const announced = document.documentElement.dataset;
  announced.announced = "";
  new MutationObserver((records) => {
    for (const record of records)
      for (const node of record.addedNodes) announced.announced += node.textContent;
  }).observe(document.getElementById("live"), { childList: true });
}"""


def come_in(
    visitors: Visitors,
    name: str,
    path: str = "/",
    screen: Screen = DESKTOP,
    language: str = "en",
    *,
    dark: bool = False,
    token: str = "",
) -> Page:
    """Open a page as a returning player."""
    page = visitors.visit(path, screen, language, dark=dark, name=name, token=token)
    expect(page.locator("#top")).to_contain_text(name)
    expect(page.locator("#main")).not_to_be_empty()
    return page


def ask(page: Page, do: str, **members: Any) -> Any:
    """Send a request from the page and return the answer."""
    return page.evaluate(ASK, {"do": do, **members})


def later(page: Page, **request: Any) -> None:
    """Send a request without waiting; the answer's promise is `window.answer`."""
    page.evaluate(f"(request) => {{ window.answer = ({ASK})(request); }}", request)


def sit(page: Page, do: str, **members: Any) -> dict[str, Any]:
    """Take a seat like the page does, and go to the table."""
    info: dict[str, Any] = page.evaluate(SIT, {"do": do, **members})
    expect(page.locator("#main")).not_to_contain_text("One moment")
    return info


def known(page: Page) -> dict[str, Any]:
    """Return the page's data about the table it shows."""
    table: dict[str, Any] = page.evaluate(KNOWN)
    return table


def table_of(pages: list[Page], game: str = "shelfie", **options: Any) -> int:
    """Open a table for these players and wait until it has started."""
    info = sit(pages[0], "open_table", game=game, seats=options.pop("seats", len(pages)), **options)
    for page in pages[1:]:
        sit(page, "join_table", table=info["table"])
    for page in pages:
        expect(page.locator(".headline, .gathering")).to_be_visible()
    return int(info["table"])


def move(page: Page, table: int) -> Any:
    """Play the first legal move."""
    moves = ask(page, "ask_moves", table=table)["moves"]
    return ask(page, "play", table=table, move=moves[0])


def listen(page: Page) -> None:
    """Collect further announcements in `data-announced` of the document."""
    page.evaluate(LISTEN)


def in_order(pages: list[Page], table: int) -> list[Page]:
    """Return the players of a table in turn order, starting with the current one."""
    seen = known(pages[0])
    assert seen["number"] == table
    first = seen["toMove"][0]
    return pages[first:] + pages[:first]


NAMES = f"""async () => {{
  const {{ SOURCES }} = await import({MODULES} + "words.js");
  const read = async (source) => (await fetch({MODULES} + source("en"))).json();
  const parts = SOURCES.map(read);
  return Object.keys(Object.assign({{}}, ...(await Promise.all(parts))));
}}"""


def no_keys(page: Page) -> None:
    """Assert that no text's key is shown in place of the text."""
    text = page.locator("body").inner_text()
    assert [name for name in page.evaluate(NAMES) if "." in name and name in text] == []
