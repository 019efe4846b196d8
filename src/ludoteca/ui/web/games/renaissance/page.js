/** Masters of Renaissance on the page: the table as an element, and its texts. */

import { find, h, Piece } from "../../dom.js";
import { isSlow } from "../../known.js";
import { language, speak, t } from "../../words.js";
import { boards, large } from "./boards.js";
import { buyFor, stop } from "./buying.js";
import { letDrag } from "./drag.js";
import { sheet } from "./glyphs.js";
import { grid } from "./grid.js";
import { lorenzo } from "./lorenzo.js";
import { market } from "./market.js";
import { follow, panes, show } from "./panes.js";
import { discard, put } from "./placing.js";
import { planOf, playPlan, waiting } from "./plan.js";
import { emptyScene, nothing, sceneOf } from "./scene.js";
import { since } from "./since.js";
import { resources } from "./tables.js";
import { todo } from "./todo.js";
import { faithTrack } from "./track.js";

/** @import { Changes, Scene, TableData } from "./types.d.ts" */

export { ending, expected, keeps, kept, sentence, source } from "./sentences.js";

export const element = "renaissance-table";
export const decision = ["renaissance-table .leaders button.one", "renaissance-table .push"];
export const tie = "ren.tie";
export const goals = ["vatican_report", "leader_played"];
export const teach = () => import("./hints.js");

/** The steps of the first tour. */
export const tour = [
  { at: "renaissance-table .market", text: "ren.tour.market" },
  { at: "renaissance-table .grid", text: "ren.tour.cards" },
  { at: "renaissance-table .track", text: "ren.tour.track" },
  { at: "renaissance-table .leaders-own", text: "ren.tour.leaders" },
  { at: "renaissance-table .todo", text: "ren.tour.todo" },
];

/** The steps once the leaders are chosen, because the board does not exist before. */
export const later = [
  { at: "renaissance-table .stores", text: "ren.tour.warehouse" },
  { at: "renaissance-table .own .slots", text: "ren.tour.slots" },
];

/** Milliseconds before a refusal over the board disappears. */
const SAID_FOR = 8000;

/** @extends {Piece<TableData>} */
class RenaissanceTable extends Piece {
  #ui = nothing();
  #scene = emptyScene();
  #version = -1;
  #toDo = "";
  #timer = 0;
  #loading = false;
  /** @type {HTMLElement | null} */
  #bar = null;
  #redraw = () => this.#set({});
  #measured = new ResizeObserver(() =>
    document.documentElement.style.setProperty("--ren-bar", `${this.#bar?.offsetHeight ?? 0}px`));

  constructor() {
    super();
    letDrag(this, (what, where) => dropped(this.#scene, what, where));
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      if (this.#ui.line) this.#set({ line: null });
      else if (this.#ui.card || this.#ui.producing) stop(this.#scene);
    });
  }

  /** Scroll the panes back to the first one when the table is moved within the page. */
  connectedCallback() {
    const moved = Boolean(this.#scene.view);
    super.connectedCallback();
    large.addEventListener("change", this.#redraw);
    if (moved) show(this.#ui.pane, "instant");
  }

  disconnectedCallback() {
    large.removeEventListener("change", this.#redraw);
  }

  /** @param {TableData} data */
  drawing(data) {
    const { view, version } = data.table;
    if (version !== this.#version) {
      this.#version = version;
      this.#ui = { ...this.#ui, line: null, refused: null, missed: null };
    }
    const ui = { ...this.#ui, plan: planOf(data.table, this.#ui.plan) };
    const scene = Object.assign(this.#scene, sceneOf(data, ui, (changes) => this.#set(changes)));
    if (isSlow(data.table.info)) this.#loadQueue();
    return [
      sheet,
      view.last_round && !view.outcome && h("p.notice.warning.last", { key: "last", role: "status" }, t("ren.last_round")),
      scene.solo ? lorenzo(scene) : since(scene),
      panes(scene, [market(scene), grid(scene), faithTrack(scene), boards(scene)]),
      h("div.doing", { key: "doing" }, todo(scene) ?? waiting(scene)),
    ];
  }

  /** Keep the keyboard focus when the focused element is gone. */
  draw() {
    const here = this.contains(document.activeElement);
    super.draw();
    const now = document.activeElement;
    if (here && (now === document.body || now?.matches(":disabled"))) this.#focus(".todo");
    this.#keepRoom();
    const before = this.#toDo;
    this.#toDo = (this.#scene.act && this.#scene.guide.to_do) || "";
    follow(before, this.#toDo, this.#scene);
    playPlan(this.#scene);
  }

  /** Extend the page by the height of the tray, which may cover its end. */
  #keepRoom() {
    const bar = find(".doing", this);
    if (bar === this.#bar) return;
    this.#bar = bar;
    this.#measured.disconnect();
    this.#measured.observe(bar);
  }

  /** Load what queues moves before the player's turn, which few games need. */
  async #loadQueue() {
    if (this.#loading) return;
    this.#loading = true;
    const queue = await import("./queue.js");
    await speak(language);
    this.#scene.queue = queue;
    if (this.isConnected) this.draw();
  }

  /** @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null} */
    const node = this.querySelector(selector);
    node?.focus({ preventScroll: true });
  }

  /** @param {Changes} changes */
  #set(changes) {
    const { focus, ...rest } = changes;
    this.#ui = { ...this.#ui, ...rest };
    if (rest.refused) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#set({ refused: null }), SAID_FOR);
    }
    if (!this.isConnected) return;
    this.draw();
    if (focus) this.#focus(focus);
  }
}

/** Handle a drop: resources into depots, depots onto each other, cards into slots.
 * @param {Scene} scene @param {string} what @param {string} where */
function dropped(scene, what, where) {
  const [kind, name] = what.split(" ");
  const [target, place] = where.split(" ");
  const [one, other] = [Number(name), Number(place)];
  const resource = resources.find((known) => known === name);
  if (!scene.act) return;
  if (resource && target === "discard") discard(scene, resource);
  else if (resource && target === "depot") put(scene, other, resource);
  else if (kind === "card" && target === "slot") buyFor(scene, one, other);
  else if (kind === "depot" && target === "depot") rearrange(scene, one, other);
}

/** Move as much as possible from one depot to another, or swap them.
 * @param {Scene} scene @param {number} one @param {number} other */
function rearrange({ attempt, guide }, one, other) {
  const most = guide.moves.filter(([from, to]) => from === one && to === other).at(-1);
  const swaps = guide.swaps.some((pair) => pair.includes(one) && pair.includes(other));
  attempt("warehouse", (act) => act.play(most && !swaps
    ? { move: "move_resources", source: one, target: other, count: most[2] }
    : { move: "swap_depots", one, other }));
}

customElements.define(element, RenaissanceTable);
