/** A short fall of confetti for the winner, unless animations are off. */

import { mayMove, settings } from "./settings.js";

const PIECES = 48;
const LONGEST = 2200;

/** Let confetti fall once. */
export function celebrate() {
  if (!settings.confetti || !mayMove() || document.hidden) return;
  const sky = document.createElement("div");
  sky.className = "confetti";
  sky.setAttribute("aria-hidden", "true");
  const falls = Array.from({ length: PIECES }, (_, at) => fall(sky, at));
  document.body.append(sky);
  Promise.all(falls.map((begin) => begin())).finally(() => sky.remove());
}

/** Add a piece; return a function that lets it fall.
 * @param {HTMLElement} sky @param {number} at */
function fall(sky, at) {
  const piece = document.createElement("i");
  piece.style.setProperty("--seat", `var(--seat-${at % 4})`);
  piece.style.left = `${Math.random() * 100}%`;
  sky.append(piece);
  const aside = (Math.random() - 0.5) * 160;
  const turns = 360 + Math.random() * 540;
  return () => piece.animate(
    [{ transform: "translateY(-2rem)" }, { transform: `translate(${aside}px, 105vh) rotate(${turns}deg)` }],
    { duration: LONGEST * (0.6 + Math.random() * 0.4), easing: "cubic-bezier(.3, .2, .7, 1)", fill: "both" }).finished;
}
