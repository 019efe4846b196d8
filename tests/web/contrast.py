"""How well a text can be told from what is behind it, measured on what the browser has painted."""

import base64
import re
from collections import Counter
from typing import TypeAlias

from playwright.sync_api import Locator

Colour: TypeAlias = tuple[int, int, int]

PIXELS = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  return Array.from({ length: data.length / 4 }, (_, i) => [...data.slice(4 * i, 4 * i + 3)]);
}"""
AA = 4.5
"""What WCAG 2 asks of text of an ordinary size."""


def contrast(text: Locator) -> float:
    """The contrast between the letters of an element and the colour most of it is painted in."""
    picture = base64.b64encode(text.screenshot()).decode()
    painted = Counter((r, g, b) for r, g, b in text.page.evaluate(PIXELS, picture))
    (behind, _), *_ = painted.most_common(1)
    red, green, blue = re.findall(r"\d+", text.evaluate("(node) => getComputedStyle(node).color"))
    lighter, darker = sorted(
        map(luminance, (behind, (int(red), int(green), int(blue)))), reverse=True
    )
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Colour) -> float:
    """How bright a colour is, as WCAG 2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (one / 255 for one in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
