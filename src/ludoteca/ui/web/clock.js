/** Clocks: how much time a seat has, in words and figures, ticking down between two notices. */

import { h, Piece } from "./dom.js";
import { icon } from "./icons.js";
import { isRunning, leftTo } from "./known.js";
import { t } from "./words.js";

const LOW = 15_000;
const TICK = 250;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

const two = (number) => String(number).padStart(2, "0");

/** Milliseconds as a clock shows them. */
export function figures(left) {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / HOUR);
  if (seconds >= DAY) return t("clock.days", { days: Math.floor(hours / 24), hours: hours % 24 });
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const end = two(seconds % MINUTE);
  return hours ? `${hours}:${two(minutes)}:${end}` : `${minutes}:${end}`;
}

/** Milliseconds as a countdown in a sentence shows them. */
export function briefly(left) {
  const seconds = Math.ceil(left / 1000);
  return seconds > MINUTE ? figures(left) : t("clock.brief", { count: seconds });
}

/** So many seconds in words, in the largest unit that fits. */
export function span(seconds) {
  for (const [unit, size] of [["day", DAY], ["hour", HOUR], ["minute", MINUTE]]) {
    if (seconds >= size && seconds % size === 0) return t(`clock.${unit}`, { count: seconds / size });
  }
  return t("clock.second", { count: seconds });
}

/** What kind of clock a table has, in words. */
export function kind(clock) {
  if (!clock) return t("clock.none");
  if (clock.turn) return t("clock.a_turn", { time: span(clock.turn) });
  const bank = t("clock.a_game", { time: span(clock.bank) });
  return clock.increment ? t("clock.with_increment", { bank, time: span(clock.increment) }) : bank;
}

/** The clock of one seat, from `{ table, seat }`. */
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
    if (isRunning(table) && table.toMove.includes(seat)) this.draw();
  }

  drawing({ table, seat }) {
    const left = leftTo(table, seat);
    const running = isRunning(table) && table.toMove.includes(seat);
    const state = [running && "running", running && left < LOW && "low"].filter(Boolean).join(" ");
    return h("span.clock", { class: state, role: "timer", "aria-label": t("clock.left") },
      running ? icon("clock") : null, figures(left));
  }
}

customElements.define("ludo-clock", ClockElement);
