/** Clocks: the time left to a seat, as text and figures, ticking between notices. */

import { h, Piece } from "./dom.js";
import { icon } from "./icons.js";
import { isTicking, leftTo } from "./known.js";
import { t } from "./words.js";

/** @import { Clock, Table } from "./types.d.ts" */

const LOW = 15_000;
const TICK = 250;
const MINUTE = 60;
const HOUR = 3600;
export const DAY = 24 * HOUR;

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** Format milliseconds as a clock.
 * @param {number} left */
export function figures(left) {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / HOUR);
  if (seconds >= DAY) return t("clock.days", { days: Math.floor(hours / 24), hours: hours % 24 });
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const end = two(seconds % MINUTE);
  return hours ? `${hours}:${two(minutes)}:${end}` : `${minutes}:${end}`;
}

/** Format milliseconds as a countdown within a sentence.
 * @param {number} left */
export function briefly(left) {
  const seconds = Math.ceil(left / 1000);
  return seconds > MINUTE ? figures(left) : t("clock.brief", { count: seconds });
}

/** @type {Array<[unit: string, seconds: number]>} */
const UNITS = [["day", DAY], ["hour", HOUR], ["minute", MINUTE]];

/** Format seconds in the largest unit that divides them.
 * @param {number} seconds */
export function span(seconds) {
  for (const [unit, size] of UNITS) {
    if (seconds >= size && seconds % size === 0) return t(`clock.${unit}`, { count: seconds / size });
  }
  return t("clock.second", { count: seconds });
}

/** Format the time since a moment in its largest whole unit; "" during the first minute.
 * @param {number} since */
export function ago(since) {
  const seconds = (Date.now() - since) / 1000;
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? ["", 1];
  return unit && t(`clock.${unit}`, { count: Math.floor(seconds / size) });
}

/** Describe a table's clock.
 * @param {Clock | null} clock */
export function kind(clock) {
  if (!clock) return t("clock.none");
  if (clock.turn) return t("clock.a_turn", { time: span(clock.turn) });
  const bank = t("clock.a_game", { time: span(clock.bank ?? 0) });
  return clock.increment ? t("clock.with_increment", { bank, time: span(clock.increment) }) : bank;
}

/** The clock of one seat.
 * @extends {Piece<{ table: Table, seat: number }>} */
class ClockElement extends Piece {
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #tick() {
    const { table, seat } = this.data;
    if (isTicking(table, seat)) this.draw();
  }

  /** @param {{ table: Table, seat: number }} data */
  drawing({ table, seat }) {
    const left = leftTo(table, seat);
    const running = isTicking(table, seat);
    const state = [running && "running", running && left < LOW && "low"].filter(Boolean).join(" ");
    return h("span.clock", { class: state, role: "timer", "aria-label": t("clock.left") },
      running ? icon("clock") : null, figures(left));
  }
}

customElements.define("ludo-clock", ClockElement);
