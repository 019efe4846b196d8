/** A tour: bubbles that point at one thing after the other, while the player can go on playing. */

import { say } from "./announce.js";
import { h, patch } from "./dom.js";
import { mayMove, prefer, settings } from "./settings.js";
import { t } from "./words.js";

const GAP = 12;
let current = null;

/** Whether the player has taken or declined this tour. */
export const isToured = (name) => settings.toured.split(" ").includes(name);

/** Offer this tour no more. */
export function markToured(name) {
  if (!isToured(name)) prefer({ toured: `${settings.toured} ${name}`.trim() });
}

/** Offer every tour again. */
export const forgetTours = () => prefer({ toured: "" });

/** Begin a tour as soon as its things are drawn, if the player has not taken it yet. */
export function tourOnce(name, steps) {
  if (!steps?.length || current || isToured(name)) return;
  current = { begin: requestAnimationFrame(() => requestAnimationFrame(() => {
    current = null;
    tour(name, steps);
  })) };
}

/** What a step points at, if it is there and can be seen. */
function thingOf({ at }) {
  const seen = (thing) => thing.checkVisibility({ visibilityProperty: true }) && thing.getBoundingClientRect().width > 0;
  return [...document.querySelectorAll(at)].find(seen);
}

/** Walk through steps of `{ at: selector, text: name of a text }`; what is not there at that moment is left out. */
export function tour(name, steps) {
  if (current || !steps.some(thingOf)) return;
  current = new Walk(steps, () => {
    current = null;
    markToured(name);
  });
}

class Walk {
  #steps;
  /** The steps whose things were there when one was last shown, and which of them is shown. */
  #there = [];
  #at = 0;
  #over;
  #before = document.activeElement;
  #height = scrollY;
  #ring = document.createElement("div");
  #bubble = document.createElement("dialog");
  #frame = 0;
  #where = "";

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
    this.#go(steps.find(thingOf));
    this.#follow();
  }

  /** Show a step, or the next one after it that is there now; without any, end. */
  #go(step, way = 1) {
    const from = this.#steps.indexOf(step);
    this.#there = this.#steps.filter(thingOf);
    const onward = this.#there.filter((one) => (this.#steps.indexOf(one) - from) * way >= 0);
    const next = onward.at(way > 0 ? 0 : -1);
    if (next) this.#show(this.#there.indexOf(next));
    else this.#end();
  }

  /** The step before or after the one that is shown. */
  #step(way) {
    this.#go(this.#steps[this.#steps.indexOf(this.#there[this.#at]) + way], way);
  }

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
        at > 0 && h("button", { key: "back", onclick: () => this.#step(-1) }, t("tour.back")),
        h("button.primary", { key: "next", onclick: () => (last ? this.#end() : this.#step(1)) },
          t(last ? "tour.done" : "tour.next"))));
    if (!this.#bubble.querySelector(":focus")) focus(this.#bubble.querySelector(".primary"));
    if (at) say(`${step}. ${text}`);
    const thing = this.#thing();
    const block = thing?.getBoundingClientRect().height > innerHeight ? "start" : "center";
    thing?.scrollIntoView({ block, behavior: mayMove() ? "smooth" : "auto" });
  }

  #thing() {
    return thingOf(this.#there[this.#at]);
  }

  /** Follow the thing wherever it moves; when it is gone, go on to the next one. */
  #follow = () => {
    if (!this.#thing()) this.#go(this.#there[this.#at]);
    const thing = this.#bubble.isConnected && this.#thing();
    if (!thing) return;
    const { left, top, width, height } = thing.getBoundingClientRect();
    const where = [left, top, width, height, innerWidth, innerHeight, this.#bubble.offsetHeight, this.#at].join();
    if (where !== this.#where) this.#place({ left, top, width, height });
    this.#where = where;
    this.#frame = requestAnimationFrame(this.#follow);
  };

  #place({ left, top, width, height }) {
    const { offsetWidth: wide, offsetHeight: high } = this.#bubble;
    const below = top + height + GAP;
    const above = top - high - GAP;
    const fits = below + high < innerHeight ? below : above > 0 ? above : innerHeight - high - GAP;
    const beside = Math.min(Math.max(GAP, left + width / 2 - wide / 2), innerWidth - wide - GAP);
    put(this.#bubble, { left: beside, top: fits });
    put(this.#ring, { left: left - 4, top: top - 4, width: width + 8, height: height + 8 });
  }

  #key(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") this.#end();
    else if (way && this.#there[this.#at + way]) this.#step(way);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** End the tour, and go back to where one was. */
  #end() {
    const inside = this.#bubble.contains(document.activeElement);
    const before = this.#before?.isConnected && this.#before !== document.body ? this.#before : null;
    cancelAnimationFrame(this.#frame);
    this.#bubble.remove();
    this.#ring.remove();
    if (inside) focus(before ?? document.getElementById("main"));
    scrollTo({ top: this.#height, behavior: mayMove() ? "smooth" : "auto" });
    this.#over();
  }
}

const focus = (node) => node.focus({ preventScroll: true });

function put(node, places) {
  for (const name in places) node.style.setProperty(name, `${Math.round(places[name])}px`);
}
