"""Rules, help and tours in real browsers."""

import re

import pytest
from playwright.sync_api import expect

from ludoteca.ui import rules_of
from tests.web.browsers import PHONE, Screen, Visitors, axe, everybody
from tests.web.masters import Master
from tests.web.servers import Programs
from tests.web.tables import MODULES, come_in, no_keys

MARKDOWN = f"""async (text) => {{
  const {{ markdown }} = await import({MODULES} + "markdown.js");
  const {{ patch }} = await import({MODULES} + "dom.js");
  const place = document.createElement("div");
  patch(place, markdown(text).body);
  return place.innerHTML;
}}"""
STAYING = f"""async () => {{
  const {{ h, patch }} = await import({MODULES} + "dom.js");
  const place = document.createElement("div");
  const keys = (...all) => patch(place, all.map((key) => h("p", {{ key }}, key)));
  const inserted = (...all) => {{
    const watching = new MutationObserver(() => {{}});
    watching.observe(place, {{ childList: true }});
    keys(...all);
    const added = watching.takeRecords().flatMap(({{ addedNodes }}) => [...addedNodes]);
    return added.map((one) => one.textContent);
  }};
  keys("headline", "notices", "game");
  const steps = [["final", "game"], ["game"], ["game", "end"], ["end", "game"]];
  return [...steps.map((step) => inserted(...step)), place.innerText];
}}"""
KEPT = f"""async () => {{
  const {{ keep }} = await import({MODULES} + "kept.js");
  const {{ speak }} = await import({MODULES} + "words.js");
  const kept = keep((...given) => given);
  const first = kept("a", 1);
  const same = [kept("a", 1), kept("a", 2), kept("a"), kept("a", 1)].map((one) => one === first);
  const last = kept("a", 1);
  await speak("it");
  return [...same, kept("a", 1) === last];
}}"""
ONCE = f"""async ([name, steps]) => {{
  const {{ tourOnce }} = await import({MODULES} + "tour.js");
  tourOnce(name, steps);
}}"""
TOUR = f"""async (steps) => {{
  const {{ tour }} = await import({MODULES} + "tour.js");
  tour("test", steps);
}}"""


# Rules


DRAWN = [
    ("# One *two*", '<h1 id="one-two">One <em>two</em></h1>'),
    ("One\ntwo\n\nthree", "<p>One two</p><p>three</p>"),
    ("- one\n  more\n- `two`", "<ul><li>one more</li><li><code>two</code></li></ul>"),
    ("1. one\n2. **two**", "<ol><li>one</li><li><strong>two</strong></li></ol>"),
    ("```\n<b> *x*\n```", '<pre tabindex="0"><code>&lt;b&gt; *x*</code></pre>'),
    ("<b>3 * 4 * 5</b>", "<p>&lt;b&gt;3 * 4 * 5&lt;/b&gt;</p>"),
    (
        "| a | b |\n|---|---|\n| c | d |",
        '<div tabindex="0" role="group" aria-label="" class="wide"><table><thead><tr>'
        '<th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr>'
        '<th scope="row">c</th><td>d</td></tr></tbody></table></div>',
    ),
]


def test_markdown_becomes_elements(visitors: Visitors) -> None:
    page = visitors.visit("/help")
    for text, drawn in DRAWN:
        assert page.evaluate(MARKDOWN, text) == drawn


def test_unchanged_elements_are_not_moved(visitors: Visitors) -> None:
    page = visitors.visit("/help")
    assert page.evaluate(STAYING) == [["final"], [], ["end"], ["end"], "endgame"]


def test_cached_description_is_rebuilt_for_another_subject_or_language(
    visitors: Visitors,
) -> None:
    page = visitors.visit("/help")
    assert page.evaluate(KEPT) == [True, False, False, False, False]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_rules_are_readable_without_a_name(visitors: Visitors, game: str, language: str) -> None:
    page = visitors.visit(f"/rules/{game}", language=language)
    whole = rules_of(game, language)
    written = re.sub(r"<!-- terminal -->.*?<!-- /terminal -->\n", "", whole, flags=re.DOTALL)
    expect(page.locator(".text h1")).to_have_text(written.split("\n")[0].removeprefix("# "))
    headings = re.findall(r"^## (.*)$", written, re.MULTILINE)
    assert page.locator(".text h2").all_inner_texts() == headings
    assert page.locator(".contents a").all_inner_texts() == headings
    rows = len(re.findall(r"^\|", written, re.MULTILINE)) - len(
        re.findall(r"^\|-", written, re.MULTILINE)
    )
    expect(page.locator(".text tr")).to_have_count(rows)
    assert not re.search(r"\*\*|^\||^#|`|<!", page.locator(".text").inner_text(), re.MULTILINE)
    page.locator(".contents a").last.click()
    expect(page.locator(".text h2").last).to_be_in_viewport()
    page.reload()
    expect(page.locator(".text h2").last).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "it"])
def test_rules_name_the_tiles_like_the_page(visitors: Visitors, language: str) -> None:
    page = visitors.visit("/rules/shelfie", language=language)
    tiles = page.locator(".text table").first
    names = ["orange", "cream", "red", "blue", "lilac", "green"]
    if language == "it":
        names = ["arancione", "crema", "rosso", "azzurro", "lilla", "verde"]
    expect(tiles.locator("td")).to_have_text(names)
    said = page.locator(".text").inner_text()
    assert not re.search(r"light blue|pink|rosa\b|d2 e2|letter|lettera", said)


def test_rules_link_to_other_games_and_languages(visitors: Visitors) -> None:
    page = visitors.visit("/rules/shelfie")
    games = page.get_by_role("navigation", name="Games")
    expect(games.locator("[aria-current]")).to_have_text("My Shelfie")
    games.get_by_role("link", name="Masters of Renaissance").click()
    expect(page.locator(".text h1")).to_have_text("Masters of Renaissance")
    page.locator("#top .menu summary").click()
    page.get_by_label("Language").select_option("it")
    expect(page.locator(".text h1")).to_have_text("Maestri del Rinascimento")
    page.goto("/rules/chess")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    no_keys(page)


@everybody
def test_rules_and_help_are_accessible(
    visitors: Visitors, screen: Screen, language: str, dark: bool
) -> None:
    for path in ("/help", "/rules/shelfie", "/rules/renaissance"):
        page = visitors.visit(path, screen, language, dark=dark)
        expect(page.locator(".text h2").first).to_be_visible()
        axe(page)
        no_keys(page)
        for size in (16, 32):
            page.evaluate(f"document.documentElement.style.setProperty('font-size', '{size}px')")
            assert page.evaluate("document.documentElement.scrollWidth") == screen.width


# Tours


def test_new_players_are_offered_a_tour(visitors: Visitors) -> None:
    page = visitors.visit(toured=False)
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Your name").press("Enter")
    show = page.get_by_role("button", name="Take the tour")
    expect(show).to_be_visible()
    axe(page)
    show.focus()
    page.keyboard.press("Enter")
    tour = page.get_by_role("dialog", name="1 of 3")
    expect(tour).to_have_accessible_description(re.compile("One click"))
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    axe(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="2 of 3")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("2 of 3")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("dialog", name="1 of 3")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog", name="3 of 3")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Got it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
    page.reload()
    expect(page.get_by_role("heading", name="Hello, Anna!")).to_be_visible()
    expect(show).to_have_count(0)
    page.get_by_role("link", name="Help").click()
    page.get_by_role("button", name="Take the tour again").click()
    expect(show).to_be_visible()
    page.get_by_role("button", name="No, thanks").click()
    expect(show).to_have_count(0)


def test_tour_points_only_at_existing_elements(visitors: Visitors, programs: Programs) -> None:
    page = visitors.visit(toured=False, name="Zoe")
    page.get_by_role("button", name="Take the tour").click()
    bubble = page.locator("dialog.tour")
    expect(bubble).to_contain_text("1 of 3")
    page.get_by_role("button", name="Next").click()
    expect(bubble).to_contain_text("There are none right now")
    programs.come_in("Anna").ask("table_shown", do="open_table", game="shelfie", seats=3)
    expect(bubble).to_contain_text("3 of 3")  # the element it pointed at is gone
    page.get_by_role("button", name="Back").click()
    expect(bubble).to_contain_text("Join a table")
    page.evaluate("document.querySelector('.tables').hidden = true")
    expect(bubble).to_contain_text("2 of 2")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_skipped_tour_restores_the_focus(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna", screen=PHONE)
    code = page.get_by_label("Have a code or a link?")
    code.focus()
    expect(page.locator("#finished")).to_be_attached()
    height = page.evaluate("scrollY")
    steps = [
        {"at": ".brand", "text": "tour.quick"},
        {"at": "#nowhere", "text": "tour.menu"},
        {"at": "#main", "text": "tour.menu"},
        {"at": "#finished", "text": "tour.tables"},
    ]
    page.evaluate(TOUR, steps)
    expect(page.get_by_role("dialog", name="1 of 3")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("dialog", name="2 of 3")).to_be_visible()
    box = page.locator("#main").bounding_box()
    assert box
    assert box["height"] > PHONE.height
    assert box["y"] >= 0  # its top is visible
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#finished")).to_be_in_viewport()
    expect(page.get_by_role("dialog", name="3 of 3")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(code).to_be_focused()
    assert page.evaluate("scrollY") == height


def test_later_elements_have_their_own_tour(visitors: Visitors) -> None:
    page = visitors.visit(toured=False, name="Zoe")
    expect(page.get_by_role("heading", name="Hello, Zoe!")).to_be_visible()
    zoe, bubble = Master(page), page.locator("dialog.tour")
    zoe.open_table()
    expect(bubble).to_contain_text("1 of 5")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    zoe.keep_the_last_two()
    expect(bubble).to_contain_text("1 of 2")
    expect(bubble).to_contain_text("Your warehouse: three depots")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_only_the_first_game_starts_with_a_tour(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    expect(page.locator(".quick button").first).to_be_visible()
    steps = [{"at": ".quick", "text": "tour.quick"}]
    for _ in range(2):
        page.evaluate(ONCE, ["test", steps])
        expect(page.get_by_role("dialog")).to_have_count(1)
    page.get_by_role("button", name="Got it").click()
    page.reload()
    expect(page.locator(".quick button").first).to_be_visible()
    page.evaluate(ONCE, ["test", steps])
    page.evaluate(ONCE, ["another", [*steps, *steps]])
    expect(page.get_by_role("dialog")).to_have_accessible_name("1 of 2")


def test_tour_ends_when_its_elements_are_gone(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    expect(page.locator(".quick button").first).to_be_visible()
    page.evaluate(TOUR, [{"at": ".quick", "text": "tour.quick"}])
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("link", name="Help").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
