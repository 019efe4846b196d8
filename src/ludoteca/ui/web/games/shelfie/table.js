/** The table of My Shelfie: the living room, every shelf, the hand and the goals. */

import { say } from "../../announce.js";
import { closest, find, h, patch, Piece } from "../../dom.js";
import { Kept } from "../../kept.js";
import { prefer, settings } from "../../settings.js";
import { language, t } from "../../words.js";
import { Dragging } from "./dragging.js";
import { sheet } from "./drawings.js";
import { arrivals, departures } from "./flight.js";
import { goals, lacks, pointedAt } from "./goals.js";
import { handOf } from "./hand.js";
import { landing } from "./plan.js";
import { Playing } from "./playing.js";
import { recent } from "./recent.js";
import { edgeOf, key, livingRoom, next, rowsOf } from "./room.js";
import { about, called, endToken, face, heading, named, tilesOn } from "./seats.js";
import { shelf } from "./shelf.js";
import { LONGEST } from "./tiles.js";

/** @import { Cell, Recent, Shelf, Table, TableData, View } from "./types.d.ts" */

/** @type {{ [key: string]: [down: number, right: number] }} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** @type {Cell} */
const MIDDLE = [4, 4];

/** @param {string} name @returns {Cell} */
function cellOf(name) {
  const [row, column] = name.split(" ").map(Number);
  return [row, column];
}

/** @extends {Piece<TableData>} */
export class TableElement extends Piece {
  #kept = new Kept();
  #playing = new Playing(() => this.data, () => this.#update());
  #dragging = new Dragging(this, (what, where) => this.#dropped(what, where));
  #drawing = false;
  /** @type {Recent} */
  #recent = { cells: {}, placed: [] };
  /** @type {View | null} */
  #view = null;
  /** @type {Table["hint"]} */
  #hint = null;
  /** @type {unknown[]} */
  #shown = [];
  /** The cell with the keyboard focus. */
  #at = "";
  /** The highlights on the shelves: while pointed at, and until pressed again. */
  #over = "";
  #pressed = "";
  /** The player whose shelf is shown if there is room for only one other shelf. @type {number | null} */
  #other = null;

  constructor() {
    super();
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#keyed(event));
    for (const name of ["pointerover", "focusin"]) this.addEventListener(name, (event) => this.#look(event.target));
    for (const name of ["pointerleave", "focusout"]) this.addEventListener(name, () => this.#look(null));
  }

  get data() {
    return super.data;
  }

  /** Redraw only if something visible here has changed: many notices at a table concern other things. */
  set data(data) {
    const { view, guide, points, drafts, info, kept, hint, played, seat } = data.table;
    const names = info.seats.map((one) => one?.name);
    this.#recent = recent(data.table, Boolean(data.act));
    const shown = [view, guide, points, hint, seat, Boolean(data.act), language, JSON.stringify([drafts, names, kept, played, this.#recent])];
    if (shown.every((one, i) => one === this.#shown[i])) return;
    this.#shown = shown;
    if (hint && hint !== this.#hint) this.#playing.hush(); // a refusal would cover the hint
    this.#hint = hint;
    super.data = data;
    this.#resume();
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resume();
  }

  disconnectedCallback() {
    this.#dragging.stop();
  }

  /** Draw, keep the focus, and animate tiles that have moved. */
  draw() {
    if (this.#drawing) return;
    this.#drawing = true;
    try {
      const { view, seat } = this.data.table;
      this.classList.toggle("seated", seat !== null);
      const moving = departures(this, this.#view, view);
      const focused = document.activeElement;
      patch(this, this.drawing(this.data));
      const lost = focused !== document.activeElement && this.contains(focused);
      if (lost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      arrivals(this, moving);
      this.#view = view;
    } finally {
      this.#drawing = false;
    }
  }

  /** Draw what has changed in the player's hand or plan. */
  #update() {
    if (this.isConnected) this.draw();
    this.#resume();
  }

  /** Play the plan once it is the player's turn, and pick a lost hand again. */
  #resume() {
    if (!this.isConnected || !this.data) return;
    this.#playing.playPlan();
    this.#playing.restoreHand();
  }

  /** @param {TableData} data */
  drawing({ table, act }) {
    const { view, seat: mine } = table;
    const { pending, refusal, planning, hand } = this.#playing;
    const refused = refusal?.cell ? key(refusal.cell) : null;
    const active = Boolean(act) && view.turn === mine;
    const first = mine ?? 0;
    const others = view.seats.map((_, i) => (i + first) % view.seats.length).filter((one) => one !== mine);
    return [
      sheet,
      h("div.shelfie", { key: "table", class: mine === null ? "watching" : others.length > 2 && "many", style: { "--n": others.length } },
        lastRound(table),
        h("section.living", { key: "living", class: edgeOf(view) && "cosy", "aria-label": t("shelfie.room") },
          this.#bubble("cell"),
          livingRoom(table, {
            at: this.#walkable(table), pending, refused, active, planning, hand, kept: this.#kept, left: this.#recent.cells,
          })),
        mine !== null && this.#mine(table, mine, active),
        this.#others(table, others),
        goals(table, this.#pressed, this.#kept)),
    ];
  }

  /** @param {Table} table @param {number} seat @param {boolean} active */
  #mine(table, seat, active) {
    const { view, guide, kept } = table;
    const { planning, plan, dropping } = this.#playing;
    const hand = tilesOn(view, this.#playing.hand);
    const chosen = kept?.column ?? (planning ? plan?.column ?? null : null);
    const most = active ? guide?.most ?? 0 : planning && hand.length ? LONGEST : 0;
    const all = planning ? landing(guide?.columns ?? [], hand.length) : guide?.lands ?? [];
    const lands = all.map((cells, column) => (chosen !== null && column !== chosen ? [] : cells));
    const ready = (active || planning) && drops(table, hand, all, planning);
    return h("section.mine", { key: "mine", class: view.turn === seat ? "turn" : "", "aria-label": t("shelfie.mine") },
      heading(table, seat, this.#kept),
      this.#bubble("hand", "column"),
      !view.outcome && handOf(hand, most, { waiting: (dropping || Boolean(kept)) && "pending", planning }),
      this.#shelf(table, seat, { hand, lands, kept: chosen !== null, drops: ready, strip: !view.outcome }));
  }

  /** Draw the other shelves; if there is room for only one, buttons above it select which.
   * @param {Table} table @param {number[]} others */
  #others(table, others) {
    const { view, seat: mine } = table;
    const shown = others.includes(this.#other) ? this.#other : others.includes(view.turn) ? view.turn : others[0];
    const scrolls = mine === null ? "0" : null;
    return h("section.others", { key: "others", tabindex: scrolls, "aria-label": t("shelfie.others") },
      mine !== null && others.length > 1 &&
        h("div.faces", { key: "faces", role: "group", "aria-label": t("shelfie.whose") },
          others.map((one) => face(table, one, one === shown))),
      others.map((one) =>
        h("article.seat", { key: one, class: `${view.turn === one ? "turn" : ""} ${one === shown ? "shown" : ""}` },
          heading(table, one, this.#kept), this.#shelf(table, one), about(table, one))));
  }

  /** @param {Table} table @param {number} seat @param {Partial<Shelf>} more */
  #shelf(table, seat, more = {}) {
    const pointed = pointedAt(table, seat, this.#over || this.#pressed);
    return shelf(this.#kept, seat, table.view.seats[seat].shelf, { name: called(table, seat), fresh: this.#recent.placed[seat] ?? [], ...pointed, ...more });
  }

  /** Return the focused cell, or the first cell that can be picked.
   * @param {Table} table */
  #walkable({ view, guide }) {
    const [row, column] = cellOf(this.#at);
    if (this.#at && rowsOf(view)[row]?.includes(column)) return this.#at;
    return key(guide?.pick[0] ?? MIDDLE);
  }

  /** Draw the refusal, if it is of one of these kinds: above what was touched, where it covers no tile.
   * @param {string[]} kinds */
  #bubble(...kinds) {
    const { refusal } = this.#playing;
    return refusal && kinds.includes(refusal.kind) && h("div.edge", { key: "bubble" },
      h("p.bubble", { role: "alert", style: { "--x": refusal.place } }, refusal.text));
  }

  /** Highlight what is pointed at, and show the shelf of another player if one is selected.
   * @param {EventTarget | null} target @param {number | null} other */
  #look(target, other = this.#other) {
    const over = closest(target, "[data-show]")?.dataset.show ?? "";
    if (over === this.#over && other === this.#other) return;
    this.#over = over;
    this.#other = other;
    this.draw();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.#dragging.dragged) return;
    const { cell, column, held, swap, back, show, goal, face: other } = closest(event.target, WITH_DATA)?.dataset ?? {};
    if (cell !== undefined) this.#pick(cell);
    else if (column !== undefined) this.#playing.drop(Number(column));
    else if (held !== undefined) this.#playing.putBack(Number(held));
    else if (swap !== undefined) this.#playing.order(Number(swap), Number(swap) + 1);
    else if (back !== undefined) this.#playing.putAllBack();
    else if (show !== undefined) this.#press(show);
    else if (goal !== undefined) this.#showGoal();
    else if (other !== undefined) this.#look(null, Number(other));
  }

  /** @param {string} name */
  #pick(name) {
    this.#at = name;
    this.#playing.pick(cellOf(name));
  }

  /** @param {string} show */
  #press(show) {
    this.#pressed = this.#pressed === show ? "" : show;
    this.#over = "";
    const [, seat] = this.#pressed.split(" ").map(Number);
    if (this.#pressed && seat !== this.data.table.seat) this.#other = seat;
    const told = lacks(this.data.table, this.#pressed);
    if (told) say(told);
    this.draw();
  }

  /** Show or hide the personal goal on the player's shelf. */
  #showGoal() {
    prefer({ showGoal: !settings.showGoal });
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const { cell, held } = closest(event.target, "[data-cell], [data-held]")?.dataset ?? {};
    const way = WAYS[event.key];
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") this.#playing.putAllBack();
    else if (/^[1-5]$/.test(event.key)) this.#playing.drop(Number(event.key) - 1);
    else if (held && event.altKey && way) this.#playing.order(Number(held), Number(held) + way[1]);
    else if (held && event.key === "Delete") this.#playing.putBack(Number(held));
    else if (cell && way && !event.altKey) this.#walk(cell, way);
    else if (cell && (event.key === "Enter" || event.key === " ")) this.#pick(cell);
    else return;
    event.preventDefault();
  }

  /** @param {string} name @param {[down: number, right: number]} way */
  #walk(name, way) {
    this.#at = key(next(rowsOf(this.data.table.view), cellOf(name), way));
    this.draw();
    find(`[data-cell="${this.#at}"]`, this).focus();
  }

  /** Handle a drop: onto a column, into the hand, to another place in it, or back.
   * @param {DOMStringMap} what @param {DOMStringMap} where */
  #dropped(what, where) {
    if (where.column !== undefined) this.#playing.drop(Number(where.column), what.cell ? cellOf(what.cell) : null);
    else if (what.held !== undefined && where.room !== undefined) this.#playing.putBack(Number(what.held));
    else if (what.held !== undefined && where.held !== undefined) this.#playing.order(Number(what.held), Number(where.held));
    else if (what.cell && where.room === undefined) this.#pick(what.cell);
  }
}

const WITH_DATA = ["cell", "column", "held", "swap", "back", "show", "goal", "face"].map((one) => `[data-${one}]`).join();

/** Describe each column before a hand is dropped into it or planned for it.
 * @param {Table} table @param {number[]} hand @param {Array<Array<[number, number]>>} lands @param {boolean} planning */
const drops = ({ guide, hint }, hand, lands, planning) => (guide?.columns ?? []).map((room, column) => {
  const fits = Boolean(lands[column]?.length);
  const how = hand.length === 0 ? "empty" : !fits ? "full" : planning ? "planned" : "fits";
  const label = t(`shelfie.drop.${how}`, { column: column + 1, count: room, tiles: named(hand) });
  const hinted = hint?.move.column === column;
  return { column, room, fits, hinted, label: hinted ? t("hint.marked", { what: label }) : label };
});

/** Draw the notice of the last round.
 * @param {Table} table */
function lastRound(table) {
  const { view } = table;
  const finisher = view.seats.findIndex((seat) => seat.end_token);
  if (finisher < 0 || view.outcome) return null;
  return h("p.last.notice.warning", { key: "last", role: "status" },
    endToken(), " ", t("shelfie.last_round", { name: called(table, finisher) }));
}
