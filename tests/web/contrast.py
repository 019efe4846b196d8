"""Contrast of text against the background that the browser painted."""

import base64
import re

from playwright.sync_api import Locator

BEHIND = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const painted = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const colour = data.slice(i, i + 3).join();
    painted.set(colour, (painted.get(colour) ?? 0) + 1);
  }
  return [...painted].sort(([, one], [, other]) => other - one)[0][0];
}"""
LINGER = """() => {
  // Texts that disappear after some seconds stay long enough for a slow machine.
  const later = setTimeout;
  window.setTimeout = (then, after, ...given) =>
    later(then, after > 5000 ? 100 * after : after, ...given);
}"""
AA = 4.5
"""The contrast that WCAG 2 AA requires of text of normal size."""


def contrast(text: Locator) -> float:
    """Return the contrast between an element's text colour and its most frequent colour."""
    letters: str = text.evaluate("(node) => getComputedStyle(node).color")
    picture = base64.b64encode(text.screenshot()).decode()
    behind: str = text.page.evaluate(BEHIND, picture)
    lighter, darker = sorted(map(luminance, (letters, behind)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a CSS colour, as WCAG 2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(one) / 255 for one in re.findall(r"\d+", colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
