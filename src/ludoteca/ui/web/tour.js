/** A tour: bubbles that point at one element after another, while the player can continue to play. */

import { say } from "./announce.js";
import { find, h, patch } from "./dom.js";
import { mayMove, prefer, settings } from "./settings.js";
import { t } from "./words.js";

/** @import { TourStep } from "./types.d.ts" */

const GAP = 12;
/** @type {{ [key: string]: number }} */
const WAYS = { ArrowRight: 1, ArrowLeft: -1 };
/** Whether a tour is about to begin or running. */
let touring = false;

/** Return whether the player has taken or declined this tour.
 * @param {string} name */
export const isToured = (name) => settings.toured.split(" ").includes(name);

/** Never offer this tour again.
 * @param {string} name */
export function markToured(name) {
  if (!isToured(name)) prefer({ toured: `${settings.toured} ${name}`.trim() });
}

/** Offer every tour again. */
export const forgetTours = () => prefer({ toured: "" });

/** Begin a tour once its elements are drawn, if the player has not taken it yet.
 * @param {string} name @param {TourStep[]} steps @param {string[]} [decision] */
export function tourOnce(name, steps, decision) {
  if (!steps.length || touring || isToured(name)) return;
  touring = true;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    touring = false;
    tour(name, steps, decision);
  }));
}

/** Return the element of a step, if it is visible.
 * @param {TourStep} step */
function thingOf({ at }) {
  /** @param {Element} thing */
  const seen = (thing) => thing.checkVisibility({ visibilityProperty: true }) && thing.getBoundingClientRect().width > 0;
  return [...document.querySelectorAll(at)].find(seen);
}

/** Run the steps `{ at: selector, text: name of a text }`; skip elements that are missing. At the end, show the
 * first decision, if a selector in `decision` finds it.
 * @param {string} name @param {TourStep[]} steps @param {string[]} [decision] */
export function tour(name, steps, decision) {
  if (touring || !steps.some(thingOf)) return;
  touring = true;
  new Walk(steps, () => {
    touring = false;
    markToured(name);
    if (decision) bringIntoView(decision);
  });
}

/** Scroll to what the first of these selectors finds, unless all of it is visible.
 * @param {string[]} selectors */
function bringIntoView(selectors) {
  const [thing] = selectors.flatMap((one) => [...document.querySelectorAll(one)]);
  if (!thing) return;
  const { left, top, right, bottom } = thing.getBoundingClientRect();
  if (left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight) return;
  thing.scrollIntoView({ block: "center", inline: "center" });
}

class Walk {
  #steps;
  /** The steps whose elements existed when one was last shown, and the current one.
   * @type {TourStep[]} */
  #there = [];
  #at = 0;
  #over;
  #before = document.activeElement;
  #height = scrollY;
  #ring = document.createElement("div");
  #bubble = document.createElement("dialog");
  #frame = 0;
  #where = "";

  /** @param {TourStep[]} steps @param {() => void} over */
  constructor(steps, over) {
    this.#steps = steps;
    this.#over = over;
    this.#ring.className = "tour-ring";
    this.#bubble.className = "tour card";
    this.#bubble.setAttribute("aria-labelledby", "tour-step");
    this.#bubble.setAttribute("aria-describedby", "tour-text");
    this.#bubble.addEventListener("keydown", (event) => this.#key(event));
    document.body.append(this.#ring, this.#bubble);
    this.#bubble.show();
    this.#go(0);
    this.#follow();
  }

  /** Show a step or the next available one; end the tour if there is none.
   * @param {number} step @param {number} way */
  #go(step, way = 1) {
    this.#there = this.#steps.filter(thingOf);
    const onward = this.#there.filter((one) => (this.#steps.indexOf(one) - step) * way >= 0);
    const next = onward.at(way > 0 ? 0 : -1);
    if (next) this.#show(this.#there.indexOf(next));
    else this.#end();
  }

  /** Return the current step. */
  #step() {
    return this.#steps.indexOf(this.#there[this.#at]);
  }

  /** Go to the previous or next step.
   * @param {number} way */
  #turn(way) {
    this.#go(this.#step() + way, way);
  }

  /** @param {number} at */
  #show(at) {
    this.#at = at;
    const last = at === this.#there.length - 1;
    const text = t(this.#there[at].text);
    const step = t("tour.step", { at: at + 1, of: this.#there.length });
    patch(this.#bubble,
      h("p.faint", { id: "tour-step" }, step),
      h("p", { id: "tour-text" }, text),
      h("div.row", {},
        !last && h("button.quiet", { key: "skip", onclick: () => this.#end() }, t("tour.skip")),
        at > 0 && h("button", { key: "back", onclick: () => this.#turn(-1) }, t("tour.back")),
        h("button.primary", { key: "next", onclick: () => (last ? this.#end() : this.#turn(1)) },
          t(last ? "tour.done" : "tour.next"))));
    if (!this.#bubble.querySelector(":focus")) focus(find(".primary", this.#bubble));
    if (at) say(`${step}. ${text}`);
    const thing = this.#thing();
    if (!thing) return;
    const needed = thing.getBoundingClientRect().height + 2 * (this.#bubble.offsetHeight + GAP); // in the middle
    const block = needed > innerHeight ? "start" : "center";
    thing.scrollIntoView({ block, behavior: mayMove() ? "smooth" : "auto" });
  }

  #thing() {
    return thingOf(this.#there[this.#at]);
  }

  /** Follow the element as it moves; once it is gone, go to the next step. */
  #follow = () => {
    if (!this.#thing()) this.#go(this.#step());
    const thing = this.#bubble.isConnected && this.#thing();
    if (!thing) return;
    const { left, top, width, height } = thing.getBoundingClientRect();
    const where = [left, top, width, height, innerWidth, innerHeight, this.#bubble.offsetHeight, this.#at].join();
    if (where !== this.#where) this.#place({ left, top, width, height });
    this.#where = where;
    this.#frame = requestAnimationFrame(this.#follow);
  };

  /** Put the bubble below or above the element, or beside it, so that it covers nothing of it if there is room.
   * @param {{ left: number, top: number, width: number, height: number }} thing */
  #place({ left, top, width, height }) {
    const { offsetWidth: wide, offsetHeight: high } = this.#bubble;
    const across = within(left + width / 2 - wide / 2, innerWidth - wide);
    const down = within(top + height / 2 - high / 2, innerHeight - high);
    const places = [
      { left: across, top: top + height + GAP },
      { left: across, top: top - high - GAP },
      { left: left + width + GAP, top: down },
      { left: left - wide - GAP, top: down },
    ];
    const fits = places.find(({ left: x, top: y }) => x > 0 && y > 0 && x + wide < innerWidth && y + high < innerHeight);
    put(this.#bubble, fits ?? { left: across, top: innerHeight - high - GAP });
    put(this.#ring, { left: left - 4, top: top - 4, width: width + 8, height: height + 8 });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = WAYS[event.key];
    if (event.key === "Escape") this.#end();
    else if (way && this.#there[this.#at + way]) this.#turn(way);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** End the tour, and restore the focus. */
  #end() {
    const inside = this.#bubble.contains(document.activeElement);
    const before = this.#before instanceof HTMLElement && this.#before.isConnected && this.#before !== document.body
      ? this.#before : null;
    cancelAnimationFrame(this.#frame);
    this.#bubble.remove();
    this.#ring.remove();
    if (inside) focus(before ?? find("#main"));
    scrollTo({ top: this.#height });
    this.#over();
  }
}

/** Return a place that leaves a gap at both edges.
 * @param {number} place @param {number} most */
const within = (place, most) => Math.min(Math.max(GAP, place), most - GAP);

/** @param {HTMLElement} node */
const focus = (node) => node.focus({ preventScroll: true });

/** @param {HTMLElement} node @param {{ [side: string]: number }} places */
function put(node, places) {
  for (const name in places) node.style.setProperty(name, `${Math.round(places[name])}px`);
}
