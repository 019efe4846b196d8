/** The table of My Shelfie: the living room, every shelf, the hand and the goals. */

import { say } from "../../announce.js";
import { h, patch, Piece } from "../../dom.js";
import { because, t } from "../../words.js";
import { Dragging } from "./dragging.js";
import { sheet } from "./drawings.js";
import { arrivals, departures } from "./flight.js";
import { goals, pointedAt } from "./goals.js";
import { handOf, moved } from "./hand.js";
import { Kept } from "./kept.js";
import { forget, lost, remember } from "./memory.js";
import { beside, edgeOf, key, livingRoom, next, rowsOf } from "./room.js";
import { about, called, endToken, heading, named, tilesOn } from "./seats.js";
import { shelf } from "./shelf.js";

const BUBBLE = 5000;
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Table extends Piece {
  #kept = new Kept();
  #view = null;
  #at = "";
  #pressed = "";
  #over = "";
  #pending = new Set();
  #asked = new Set();
  #busy = false;
  #refusal = null;
  #timer = 0;
  #dragging = null;

  connectedCallback() {
    if (!this.#dragging) {
      this.#dragging = new Dragging(this, (what, where) => this.#dropped(what, where));
      this.addEventListener("click", (event) => this.#clicked(event));
      this.addEventListener("keydown", (event) => this.#keyed(event));
      for (const name of ["pointerover", "focusin"]) this.addEventListener(name, (event) => this.#look(event.target));
      for (const name of ["pointerleave", "focusout"]) this.addEventListener(name, () => this.#look(null));
    }
    super.connectedCallback();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#dragging.stop();
  }

  /** Draw, keep the focus where it was, and let tiles that have moved be seen moving. */
  draw() {
    if (this.#busy) return;
    this.#busy = true;
    const { view } = this.data.table;
    const moving = departures(this, this.#view, view);
    const focused = document.activeElement;
    patch(this, this.drawing(this.data));
    if (focused !== document.activeElement && this.contains(focused)) focused.focus({ preventScroll: true });
    arrivals(this, moving);
    this.#view = view;
    this.#busy = false;
    this.#takeUp();
  }

  drawing({ table, act }) {
    const { view, seat } = table;
    const mine = seat ?? null;
    const shown = this.#over || this.#pressed;
    const others = view.seats.map((_, i) => (i + (mine ?? 0)) % view.seats.length).filter((one) => one !== mine);
    return [
      sheet,
      h("div.shelfie", { key: "table", class: mine === null ? "watching" : others.length > 2 && "many" },
        lastRound(table),
        h("section.living", { key: "living", class: edgeOf(view) && "cosy", "aria-label": t("shelfie.room") },
          livingRoom(table, { at: this.#walkable(view), pending: this.#pending, kept: this.#kept,
            active: Boolean(act) && view.turn === mine }),
          this.#bubble("cell")),
        mine !== null && this.#mine(table, act, shown),
        h("section.others", { key: "others", tabindex: "0", "aria-label": t("shelfie.others") },
          others.map((one) => h("article.seat", { key: one, class: view.turn === one && "moving" },
            heading(table, one),
            shelf(this.#kept, one, view.seats[one].shelf, { name: called(table, one), ...pointedAt(table, one, shown) }),
            about(table, one)))),
        goals(table, this.#pressed, this.#kept)),
    ];
  }

  #mine(table, act, shown) {
    const { view, guide, seat } = table;
    const hand = tilesOn(view, guide?.hand ?? []);
    const turn = Boolean(act) && view.turn === seat;
    const room = guide?.columns ?? [];
    const drops = turn && room.map((free, column) => {
      const fits = Boolean(guide.lands[column]?.length);
      const how = hand.length === 0 ? "empty" : fits ? "fits" : "full";
      return { column, room: free, fits, label: t(`shelfie.drop.${how}`, { column: column + 1, count: free, tiles: named(hand) }) };
    });
    return h("section.mine", { key: "mine", class: turn && "moving", "aria-label": t("shelfie.mine") },
      heading(table, seat),
      !view.outcome && handOf(hand, turn ? guide?.most ?? 0 : 0),
      this.#bubble("hand"),
      shelf(this.#kept, seat, view.seats[seat].shelf, { name: called(table, seat), hand, lands: guide?.lands, drops, ...pointedAt(table, seat, shown) }),
      this.#bubble("column"));
  }

  /** The cell that the keys are at: the one they were at, or the first that can be picked. */
  #walkable(view) {
    const rows = rowsOf(view);
    const [row, column] = this.#at.split(" ").map(Number);
    if (this.#at && rows[row]?.includes(column)) return this.#at;
    const first = this.data.table.guide?.pick?.[0] ?? [4, 4];
    return key(first);
  }

  /** A refusal, next to what caused it. */
  #bubble(what) {
    const { kind, place, text } = this.#refusal ?? {};
    if (kind !== what) return null;
    return h("p.bubble", { key: "bubble", role: "alert", class: what, style: place }, text);
  }

  #refuse(kind, place, text) {
    clearTimeout(this.#timer);
    this.#refusal = { kind, place, text };
    this.#timer = setTimeout(() => this.#hush(), BUBBLE);
    if (this.isConnected) this.draw();
  }

  #hush() {
    clearTimeout(this.#timer);
    if (!this.#refusal) return;
    this.#refusal = null;
    if (this.isConnected) this.draw();
  }

  // What is done

  /** One step of the hand, after those before it; it looks pending until the house has answered. */
  #step(step, cell, kind, place) {
    const { act, table } = this.data;
    if (!act) return Promise.resolve(false);
    this.#hush();
    if (cell) this.#pending.add(key(cell));
    const asked = act.step(step).then(() => "", because).then((problem) => {
      this.#asked.delete(asked);
      if (cell) this.#pending.delete(key(cell));
      if (problem) this.#refuse(kind, place, problem);
      else this.#held(table);
      return !problem;
    });
    this.#asked.add(asked);
    this.draw();
    return asked;
  }

  #held(table) {
    const { hand } = table.guide;
    remember(table);
    say(t(hand.length ? "shelfie.in_hand" : "shelfie.nothing_in_hand", { tiles: named(tilesOn(table.view, hand)) }));
    if (this.isConnected) this.draw();
  }

  /** Pick a tile, or put it back. */
  #pick(cell) {
    const { guide } = this.data.table;
    const held = guide?.hand?.some((one) => key(one) === key(cell));
    this.#at = key(cell);
    return this.#step({ step: held ? "unpick" : "pick", cell }, cell, "cell", beside(this.data.table.view, cell));
  }

  #back() {
    if (this.data.table.guide?.hand?.length) this.#step({ step: "unpick_all" }, null, "hand");
  }

  #order(from, to) {
    const length = this.data.table.guide?.hand?.length ?? 0;
    if (to < 0 || to >= length || from === to) return;
    this.#step({ step: "order", places: moved(length, from, to) }, null, "hand");
  }

  /** Let the hand fall into a column: that is the move. */
  async #drop(column) {
    const { act } = this.data;
    if (!act || (await Promise.all(this.#asked)).includes(false)) return;
    const { hand } = this.data.table.guide;
    this.#hush();
    try {
      await act.play({ move: "take_tiles", cells: hand, column });
      forget();
    } catch (error) {
      this.#refuse("column", { "--x": (column + 0.5) / 5 }, because(error));
    }
  }

  /** A hand that went with a broken line, or with the page, is taken up again. */
  #takeUp() {
    const { table, act } = this.data;
    if (!act || this.#asked.size) return;
    for (const step of lost(table)) this.#step(step, step.cell, "hand");
  }

  // What is pointed at, clicked and keyed

  #look(target) {
    const over = target?.closest?.("[data-show]")?.dataset.show ?? "";
    if (over === this.#over) return;
    this.#over = over;
    this.draw();
  }

  #clicked(event) {
    if (this.#dragging.dragged) return;
    const on = (what) => event.target.closest(`[data-${what}]`)?.dataset[what];
    if (on("cell") !== undefined) this.#pick(on("cell").split(" ").map(Number));
    else if (on("column") !== undefined) this.#drop(Number(on("column")));
    else if (on("held") !== undefined) this.#putBack(Number(on("held")));
    else if (on("swap") !== undefined) this.#order(Number(on("swap")), Number(on("swap")) + 1);
    else if (on("back") !== undefined) this.#back();
    else if (on("show") !== undefined) {
      this.#pressed = this.#pressed === on("show") ? "" : on("show");
      this.#over = "";
      this.draw();
    }
  }

  #putBack(place) {
    const cell = this.data.table.guide.hand[place];
    if (cell) this.#step({ step: "unpick", cell }, cell, "hand");
  }

  #keyed(event) {
    const cell = event.target.closest("[data-cell]");
    const held = event.target.closest("[data-held]");
    const way = WAYS[event.key];
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") this.#back();
    else if (/^[1-5]$/.test(event.key)) this.#drop(Number(event.key) - 1);
    else if (held && event.altKey && way) this.#order(Number(held.dataset.held), Number(held.dataset.held) + way[1]);
    else if (held && event.key === "Delete") this.#putBack(Number(held.dataset.held));
    else if (cell && way && !event.altKey) this.#walk(cell, way);
    else if (cell && (event.key === "Enter" || event.key === " ")) this.#pick(cell.dataset.cell.split(" ").map(Number));
    else return;
    event.preventDefault();
  }

  #walk(cell, way) {
    const from = cell.dataset.cell.split(" ").map(Number);
    this.#at = key(next(rowsOf(this.data.table.view), from, way));
    this.draw();
    this.querySelector(`[data-cell="${this.#at}"]`)?.focus();
  }

  /** Something was dragged somewhere: a tile onto a column, or to another place of the hand. */
  async #dropped(what, where) {
    if (where.column !== undefined) {
      const cell = what.cell?.split(" ").map(Number);
      const held = cell && this.data.table.guide?.hand?.some((one) => key(one) === key(cell));
      if (cell && !held && !(await this.#pick(cell))) return;
      this.#drop(Number(where.column));
    } else if (where.held !== undefined && what.held !== undefined) {
      this.#order(Number(what.held), Number(where.held));
    } else if (where.held !== undefined && what.cell !== undefined) {
      this.#pick(what.cell.split(" ").map(Number));
    }
  }
}

/** The last round, for everybody to see. */
function lastRound(table) {
  const { view } = table;
  const finisher = view.seats.findIndex((seat) => seat.end_token);
  if (finisher < 0 || view.outcome) return null;
  return h("p.last.notice.warning", { key: "last", role: "status" }, endToken(), " ", t("shelfie.last_round", { name: called(table, finisher) }));
}
