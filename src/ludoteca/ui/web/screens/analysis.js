/** An analysis board: moves for every seat from any position, in a tree, with the judge's evaluation and best lines. */

import { say } from "../announce.js";
import { h } from "../dom.js";
import { dress, game, gameTitle } from "../games/games.js";
import { icon } from "../icons.js";
import { nameOf } from "../known.js";
import { go as goTo, sharedOrigin } from "../route.js";
import { changed } from "../server.js";
import { because, need, t } from "../words.js";
import { beginning } from "./analysis/beginning.js";
import { evaluation, moves, told } from "./analysis/panels.js";
import { complete, evaluate, follow, fromGame, playersOf, setUp } from "./analysis/server.js";
import { childrenOf, grow, MOST_MOVES, newTree, nodeOf, packed, pathTo, prune, read, ROOT, saved, unpacked } from "./analysis/tree.js";
import { boardOf, moving, playersOf as holders } from "./lessons/board.js";
import { teacher, textsOf } from "./lessons/hints.js";
import { lost } from "./table/doing.js";
import { copy, copyButton } from "./table/link.js";
import { beside } from "./table/side.js";

/** @import { Act, Child, GameModule, GameMove, PlayedTable } from "../types.d.ts"
 * @import { Node, Tree } from "./analysis/tree.js" */

await Promise.all([need("analysis"), need("replay"), dress("screens/analysis/analysis.css")]);

/** Milliseconds at a position before it is judged, so that stepping through the tree judges nothing. */
const PAUSE = 250;

/** @type {Tree | null} */
let tree = null;
let loading = false;
/** @type {Error | null} */
let problem = null;
/** The end of the link to the tree. */
let link = "";
/** The board of the position shown. @type {{ at: number, table: PlayedTable, act: Act | null } | null} */
let board = null;
let timer = 0;
let judging = new AbortController();

export function arrive() {
  addEventListener("keydown", pressed);
  addEventListener("hashchange", open);
  open();
}

export function leave() {
  removeEventListener("keydown", pressed);
  removeEventListener("hashchange", open);
  stopJudging();
  tree = board = null;
  link = "";
}

/** Show the analysis in the address: a tree, or a position of a finished game. */
function open() {
  const hash = location.hash.slice(1);
  if (hash && hash === link) return;
  const query = new URLSearchParams(location.search);
  const number = Number(query.get("replay"));
  const code = query.get("code") ?? "";
  stopJudging();
  tree = board = problem = null;
  if (hash) begin(() => loaded(unpacked(hash)));
  else if (number) {
    begin(async () => {
      const [found, players] = await Promise.all([fromGame(number, Number(query.get("version")), code), playersOf(number, code)]);
      return newTree(found.game, found.positions[0], players);
    });
  } else changed();
}

/** Fetch the positions of a tree that was read.
 * @param {Promise<Tree | null> | Tree | null} reading */
async function loaded(reading) {
  const found = await reading;
  if (!found) throw new Error(t("analysis.damaged"));
  await complete(found);
  return found;
}

/** Show a new tree once it is there.
 * @param {() => Promise<Tree>} making */
async function begin(making) {
  loading = true;
  problem = null;
  changed();
  const here = location.href;
  try {
    const made = await making();
    if (location.href !== here) return;
    tree = made;
    await arrived();
  } catch (error) {
    problem = /** @type {Error} */ (error);
  } finally {
    loading = false;
    changed();
  }
}

/** Note and judge the position shown. */
async function arrived() {
  board = null;
  stopJudging();
  timer = setTimeout(judge, PAUSE);
  changed();
  if (!tree) return;
  const here = tree;
  const text = await packed(here);
  if (tree !== here) return;
  link = text;
  history.replaceState(null, "", `/analysis#${text}`);
  changed();
}

function stopJudging() {
  clearTimeout(timer);
  judging.abort();
}

/** Ask for the evaluation of the position shown; leaving the position cancels the question. */
async function judge() {
  if (!tree) return;
  const { game: name } = tree;
  const node = nodeOf(tree, tree.at);
  if (node.evaluation || !node.shown) return;
  const mine = new AbortController();
  judging = mine;
  try {
    node.evaluation = await evaluate(name, node.shown.position, mine.signal);
    node.problem = null;
  } catch (error) {
    if (mine.signal.aborted) return;
    node.problem = /** @type {Error} */ (error);
  }
  changed();
}

/** @param {number | undefined} at */
function go(at) {
  if (!tree || at === undefined || at === tree.at) return;
  tree.at = at;
  announce();
  arrived();
}

/** Announce the move that led to the position shown. */
function announce() {
  if (tree) say(tree.at === ROOT ? t("analysis.start") : told(tree, tree.at, tableOf, textsOf(tree.game)));
}

/** Take back the move that led to the position shown; keep it if moves follow it. */
function takeBack() {
  if (!tree || tree.at === ROOT) return;
  if (childrenOf(tree, tree.at).length) {
    go(nodeOf(tree, tree.at).parent);
  } else remove();
}

/** Remove the move that led to the position shown, with everything after it. */
function remove() {
  if (!tree || tree.at === ROOT) return;
  prune(tree, tree.at);
  announce();
  arrived();
}

/** Return the table that shows a position, from the view of the seat to move.
 * @param {Node} node @returns {PlayedTable} */
function tableOf({ shown }) {
  if (!tree || !shown) throw new Error("The position is not known yet.");
  const { view, points, guide, to_move: toMove } = shown;
  const [seat = null] = toMove;
  const names = view.seats.map((_, one) => tree?.players[one] ?? t("analysis.player", { number: one + 1 }));
  const at = [...tree.nodes.values()].findIndex((node) => node.shown === shown);
  // Every position has a table number of its own, so that a half-made move is not restored in another one.
  return { ...boardOf(tree.game, holders(names), { view, points, guide }, seat, { table: -1 - at }), toMove };
}

/** Return the table and the actions at the position shown.
 * @param {Tree} here */
function boardAt(here) {
  if (board?.at === here.at) return board;
  const node = nodeOf(here, here.at);
  const path = pathTo(here, here.at);
  const log = path.flatMap((one, version) => {
    const { record } = nodeOf(here, one);
    return record ? [{ version, record }] : [];
  });
  const table = { ...tableOf(node), version: path.length, seen: path.length, log };
  const { seat } = table;
  const full = here.nodes.size > MOST_MOVES;
  const act = seat === null || full ? null : moving(table, seat, (attempt) => tried(here, seat, attempt), changed);
  board = { at: here.at, table, act };
  return board;
}

/** Send an attempt to the server; if it is a whole move, add it to the tree.
 * @param {Tree} here @param {number} seat @param {{ steps?: string, move?: string, finish?: boolean }} attempt */
async function tried(here, seat, attempt) {
  const { at } = here;
  const { positions, draft } = await follow(here.game, nodeOf(here, at).shown?.position ?? "", { seat, ...attempt });
  const [{ guide }, after] = positions;
  if (!after) return { guide, draft };
  if (tree === here && here.at === at) {
    grow(here, at, after);
    announce();
    arrived();
  }
  return { guide: after.guide };
}

/** Play a move that the judge has found.
 * @param {GameMove} move */
async function play(move) {
  const seat = board?.table.seat;
  if (!tree || seat === null || seat === undefined || tree.nodes.size > MOST_MOVES) return;
  try {
    await tried(tree, seat, { move: JSON.stringify(move) });
  } catch (error) {
    problem = /** @type {Error} */ (error);
    changed();
  }
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const { key, target } = event;
  if (!tree || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
  if (target.closest("input, select, textarea, [role='grid'], [role='tablist'], dialog")) return;
  if (key === "Backspace") takeBack();
  else if (key in STEPS) go(STEPS[key](tree));
  else return;
  event.preventDefault();
}

/** Return a position beside the one shown, among those after the same one.
 * @param {Tree} here @param {number} way */
function sibling(here, way) {
  if (here.at === ROOT) return undefined;
  const all = childrenOf(here, nodeOf(here, here.at).parent);
  return all[all.indexOf(here.at) + way];
}

/** Return the last position of the main line after a position.
 * @param {Tree} here @param {number} at @returns {number} */
const end = (here, at) => {
  const [next] = childrenOf(here, at);
  return next === undefined ? at : end(here, next);
};

/** The positions that keys lead to.
 * @type {{ [key: string]: (here: Tree) => number | undefined }} */
const STEPS = {
  ArrowLeft: (here) => (here.at === ROOT ? undefined : nodeOf(here, here.at).parent),
  ArrowRight: (here) => childrenOf(here, here.at)[0],
  ArrowUp: (here) => sibling(here, -1),
  ArrowDown: (here) => sibling(here, 1),
  Home: () => ROOT,
  End: (here) => end(here, here.at),
};

export const title = () => (tree ? t("analysis.of", { game: gameTitle(tree.game) }) : t("analysis"));

export function draw() {
  const trouble = problem && h("p.problem", { key: "problem", role: "alert" }, because(problem));
  if (loading) return h("p.coming", { key: "wait", role: "status" }, t("analysis.loading"));
  if (!tree) return location.search && problem ? lost(because(problem)) : beginning(STARTS, trouble);
  const rules = game(tree.game, changed);
  if (!rules) return h("p.coming", { key: "wait" }, t("analysis.loading"));
  teacher(rules, tree.game); // loads the texts of the moves
  return drawn(tree, rules, trouble);
}

/** @param {Tree} here @param {GameModule} rules @param {Child} trouble */
function drawn(here, rules, trouble) {
  const { table, act } = boardAt(here);
  const node = nodeOf(here, here.at);
  return h("div.table.replay.analysis", { key: "analysis" },
    h("section.stage", { key: "stage", "aria-labelledby": "analysis-title" },
      h("h1", { key: "title", id: "analysis-title" }, title()),
      controls(here, table),
      trouble,
      h("h2.unseen", { key: "heading" }, t("analysis.board")),
      h(rules.element, { key: "game", data: { table, act } }),
      around(here, node)),
    beside([
      ["evaluation", () => evaluation(table, node, textsOf(here.game), play)],
      ["moves", () => moves(here, tableOf, textsOf(here.game), go)],
    ], t("side")));
}

/** Draw whose turn it is, and the buttons that step through the tree.
 * @param {Tree} here @param {PlayedTable} table */
function controls(here, table) {
  /** @param {string} key @param {string} name @param {Parameters<typeof icon>[0]} shape */
  const step = (key, name, shape) => {
    const at = STEPS[key](here);
    return h("button", {
      key: name, "aria-label": t(`analysis.${name}`), title: t(`analysis.${name}`),
      disabled: at === undefined || at === here.at, onclick: () => go(at),
    }, icon(shape));
  };
  const first = here.at === ROOT;
  return h("section.controls.card", { key: "controls", "aria-label": t("analysis.controls") },
    h("div.row", { key: "row" },
      h("span.steps", {}, step("Home", "first", "first"), step("ArrowLeft", "back", "back"), step("ArrowRight", "forward", "forward"), step("End", "last", "last")),
      h("button", { key: "undo", disabled: first, onclick: takeBack }, t("analysis.take_back")),
      h("button", { key: "remove", disabled: first, onclick: remove }, t("analysis.remove")),
      h("p.told", { key: "turn", role: "status" },
        table.seat === null ? t("analysis.over") : t("analysis.turn", { name: nameOf(table, table.seat) }))),
    h("p.faint.keys", { key: "keys" }, t("analysis.keys")));
}

/** Draw the ways to keep the analysis.
 * @param {Tree} here @param {Node} node */
const around = (here, { shown }) =>
  h("div.row.around", { key: "around" },
    copyButton(new URL(`/analysis#${link}`, sharedOrigin).href, t("analysis.link")),
    h("button", { key: "text", onclick: () => copy(shown?.position ?? "") }, t("analysis.copy_text")),
    h("button", { key: "download", onclick: () => download(here) }, t("analysis.download")),
    h("button", { key: "new", onclick: again }, t("analysis.new")));

/** @param {Tree} here */
function download(here) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(saved(here), null, 1)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: address, download: `ludoteca-analysis-${here.game}.json` }).click();
  URL.revokeObjectURL(address);
}

/** Return to the choice of the position; the Back button leads to this analysis. */
function again() {
  stopJudging();
  tree = board = problem = null;
  link = "";
  history.pushState(null, "", "/analysis");
  goTo("/analysis", true);
  changed();
}

/** The ways to begin. */
const STARTS = {
  /** @param {string} name @param {number} seats */
  setUp: (name, seats) => begin(async () => newTree(name, (await setUp(name, seats)).positions[0])),
  /** @param {string} name @param {string} text */
  read: (name, text) => begin(async () => newTree(name, (await follow(name, text)).positions[0])),
  /** @param {File} file */
  load: (file) => begin(async () => loaded(read(await file.text()))),
  changed,
};
