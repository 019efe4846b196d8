"""A check that all text can be read: each text against its box, its clips and the screen."""

from playwright.sync_api import Page

from tests.web.browsers import Screen
from tests.web.tables import MODULES

SCREENS = (Screen(1280, 900), Screen(1366, 768), Screen(390, 844))
SPEAK = f"""async (language) => {{
  const {{ choose }} = await import({MODULES} + "screens/top.js");
  await choose(language);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}}"""
CUT = """() => {
  const NEAR = 1.5;
  const found = new Set();
  const isInline = (one) => ["inline", "contents"].includes(getComputedStyle(one).display);
  const name = (one) => one.tagName.toLowerCase() + (one.id && `#${one.id}`) + [...one.classList].map((each) => `.${each}`).join("");
  const path = (one) => {
    const names = [];
    for (let at = one; at && at !== document.body && names.length < 4; at = at.parentElement) names.unshift(name(at));
    const game = one.closest("shelfie-table, renaissance-table, generic-table");
    return (game && names[0] !== name(game) ? `${name(game)} … ` : "") + names.join(" > ");
  };
  const say = (text, why, one) => found.add(`${path(one)}: ${why}: ${text.slice(0, 60)}`);

  /** The distance by which a text exceeds a box, horizontally and vertically, beyond a tolerance. */
  const over = (text, box, air) => [
    Math.max(box.left - text.left, text.right - box.right) - NEAR,
    Math.max(box.top - text.top, text.bottom - box.bottom) - NEAR - air,
  ];
  const inside = (one) => { // without its border
    const { left, top, right, bottom } = one.getBoundingClientRect();
    if (one.closest("svg")) return { left, top, right, bottom }; // it may be drawn larger than it is
    const x = left + one.clientLeft;
    const y = top + one.clientTop;
    return { left: x, top: y, right: x + one.clientWidth, bottom: y + one.clientHeight };
  };
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";

  /** The problem of a text at this place, if any. */
  const trouble = (rect, parent) => {
    const air = 0.35 * parseFloat(getComputedStyle(parent).fontSize);
    let box = parent.closest("svg") ?? parent;
    while (isInline(box) && box !== document.body) box = box.parentElement;
    let [x, y, free] = [true, true, false];
    for (let at = box; at && at !== document.documentElement && (x || y); at = at.parentElement) {
      const style = getComputedStyle(at);
      if (!free || style.position !== "static") {
        free = false;
        const [aside, above] = at === document.body ? [0, 0] : over(rect, inside(at), air);
        if (x && hides(style.overflowX) && aside > 0) return `cut off by ${name(at)}`;
        if (y && hides(style.overflowY) && above > 0) return `cut off by ${name(at)}`;
        if (["auto", "scroll"].includes(style.overflowX)) x = false; // one can scroll there
        if (["auto", "scroll"].includes(style.overflowY)) y = false;
      }
      if (style.position === "fixed") break;
      if (style.position === "absolute") free = true;
    }
    const [aside, above] = over(rect, box.getBoundingClientRect(), air);
    if (x && aside > 0) return "wider than its box";
    if (y && above > 0) return "higher than its box";
    return x && (rect.left < -NEAR || rect.right > innerWidth + NEAR) ? "outside of the screen" : "";
  };

  const isHidden = (one) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return true;
    for (let at = one; at; at = at.parentElement) if (getComputedStyle(at).clipPath === "inset(50%)") return true;
    return false;
  };
  /** Whether a word begins on one line and ends on another. */
  const isBroken = (text) => [...text.data.matchAll(/[\\p{L}\\d]+/gu)].some(({ 0: word, index }) => {
    const part = document.createRange();
    part.setStart(text, index);
    part.setEnd(text, index + word.length);
    return new Set([...part.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("option, script, noscript, symbol, defs") || isHidden(parent)) continue;
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()];
    for (const rect of rects) {
      const why = rect.width > 1 && trouble(rect, parent);
      if (why) say(text.data.trim(), why, parent);
    }
    if (rects.length > 1 && isBroken(text)) say(text.data.trim(), "broken inside a word", parent);
  }

  /** The text of a field must fit: compare it with a copy of unlimited width. */
  for (const field of document.querySelectorAll("select, input[placeholder]")) {
    if (isHidden(field) || field.value && field.tagName === "INPUT") continue;
    const alone = field.cloneNode(false);
    const text = field.tagName === "SELECT" ? field.selectedOptions[0]?.text ?? "" : field.placeholder;
    if (field.tagName === "SELECT") alone.append(new Option(text));
    else alone.size = Math.max(1, text.length);
    const free = { position: "absolute", width: "auto", minWidth: "0", maxWidth: "none", visibility: "hidden", flex: "none" };
    Object.assign(alone.style, free);
    field.after(alone);
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    const style = getComputedStyle(field);
    pen.font = style.font;
    const sides = alone.offsetWidth - alone.clientWidth + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const needed = field.tagName === "SELECT" ? alone.offsetWidth : pen.measureText(text).width + sides;
    alone.remove();
    if (needed > field.offsetWidth + NEAR) say(text, "wider than its field", field);
  }
  return [...found];
}"""  # noqa: E501 - it is another language


def cut(page: Page, screens: tuple[Screen, ...] = SCREENS) -> list[str]:
    """Return the texts that are cut off on any of these screens, in any language."""
    found: list[str] = []
    for screen in screens:
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        for language in ("en", "it"):
            page.evaluate(SPEAK, language)
            where = f"{screen.width}x{screen.height} {language}"
            found += [f"{where}: {one}" for one in page.evaluate(CUT)]
    return found
