"""People at tables in browsers: coming in, opening tables, and moves said as the page says them."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browsers import DESKTOP, Screen, Visitors

MODULES = "document.querySelector('script[type=module]').src.replace('main.js', '')"
ASK = f"""async (request) => {{
  const house = await import({MODULES} + "server.js");
  try {{
    return await house.ask(request);
  }} catch (error) {{
    return {{ notice: "refused", code: error.code }};
  }}
}}"""
SIT = f"""async (request) => {{
  const house = await import({MODULES} + "server.js");
  const route = await import({MODULES} + "route.js");
  const info = await house.sit(request);
  route.go("/table/" + info.table);
  return info;
}}"""
KNOWN = f"""async () => {{
  const house = await import({MODULES} + "server.js");
  return JSON.parse(JSON.stringify(house.known.table));
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
    """Somebody who comes in at this address under the name they had."""
    page = visitors.visit(path, screen, language, dark=dark, name=name, token=token)
    expect(page.locator("#top")).to_contain_text(name)
    expect(page.locator("#main")).not_to_be_empty()
    return page


def ask(page: Page, do: str, **members: Any) -> Any:
    """What the house answers the page of somebody."""
    return page.evaluate(ASK, {"do": do, **members})


def later(page: Page, **request: Any) -> None:
    """Ask something whose answer is not waited for: it is in `window.answer` once it comes."""
    page.evaluate(f"(request) => {{ window.answer = ({ASK})(request); }}", request)


def sit(page: Page, do: str, **members: Any) -> dict[str, Any]:
    """Sit down as the page does it, and be at the table."""
    info: dict[str, Any] = page.evaluate(SIT, {"do": do, **members})
    expect(page.locator("#main")).not_to_contain_text("One moment")
    return info


def known(page: Page) -> dict[str, Any]:
    """What the page of somebody knows of the table it shows."""
    table: dict[str, Any] = page.evaluate(KNOWN)
    return table


def table_of(pages: list[Page], game: str = "shelfie", **options: Any) -> int:
    """A table where all of these sit, and which has started."""
    info = sit(pages[0], "open_table", game=game, seats=options.pop("seats", len(pages)), **options)
    for page in pages[1:]:
        sit(page, "join_table", table=info["table"])
    for page in pages:
        expect(page.locator(".headline, .gathering")).to_be_visible()
    return int(info["table"])


def move(page: Page, table: int) -> Any:
    """Play the first move that is offered."""
    moves = ask(page, "ask_moves", table=table)["moves"]
    return ask(page, "play", table=table, move=moves[0])


def listen(page: Page) -> None:
    """Collect what is announced from now on in `data-announced` of the document."""
    page.evaluate(LISTEN)


def in_order(pages: list[Page], table: int) -> list[Page]:
    """The people of a table, with whoever is to move first."""
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
    """Every text is a text: no name of one is shown in its place."""
    text = page.locator("body").inner_text()
    assert [name for name in page.evaluate(NAMES) if "." in name and name in text] == []
