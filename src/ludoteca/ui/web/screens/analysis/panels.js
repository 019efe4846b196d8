/** The panels beside an analysis board: the evaluation with the best lines, and the tree of moves. */

import { h } from "../../dom.js";
import { gameOf } from "../../games/games.js";
import { nameOf } from "../../known.js";
import { because, t } from "../../words.js";
import { percent } from "../lessons/exercise.js";
import { reasoned, then } from "../replay/review.js";
import { childrenOf, nodeOf, pathTo, ROOT } from "./tree.js";

/** @import { Child, EvaluatedMove, GameMove, GameTeacher, PlayedTable } from "../../types.d.ts"
 * @import { Node, Tree } from "./tree.js" */

/** Draw every seat's chance of winning, and the best moves; a press plays one.
 * @param {PlayedTable} table @param {Node} node @param {GameTeacher | null} words
 * @param {(move: GameMove) => void} play */
export function evaluation(table, { evaluation: found, problem }, words, play) {
  if (!gameOf(table.info.game)?.taught) return h("p.faint", { key: "none" }, t("analysis.no_judge"));
  if (problem) return h("p.problem", { key: "problem", role: "alert" }, because(problem));
  const judging = !found && h("p.progress", { key: "judging", role: "status" },
    h("progress", { "aria-label": t("analysis.judging") }), " ", t("analysis.judging"));
  return h("div.evaluation", { key: "evaluation", "aria-busy": String(!found) },
    h("ul.chances", { key: "chances", "aria-label": t("analysis.chances") },
      table.info.seats.map((_, seat) => chance(table, seat, found?.chances[seat]))),
    judging,
    found?.level === "thoughtful" && h("p.faint", { key: "simple" }, t("review.simple")),
    found && words && lines(table, found.seat ?? 0, found.moves, words, play));
}

/** @param {PlayedTable} table @param {number} seat @param {number | undefined} found */
const chance = (table, seat, found) =>
  h("li", { key: seat },
    h("span", { key: "name" }, nameOf(table, seat)),
    h("meter", { key: "bar", min: 0, max: 1, value: found ?? 0, "aria-hidden": "true" }),
    h("span.figure", { key: "figure" }, found === undefined ? "…" : percent(found)));

/** @param {PlayedTable} table @param {number} seat @param {EvaluatedMove[]} moves @param {GameTeacher} words @param {(move: GameMove) => void} play */
function lines(table, seat, moves, words, play) {
  if (!moves.length) return h("p.faint", { key: "no-lines" }, t("analysis.no_lines"));
  return h("ol.lines", { key: "lines", "aria-label": t("analysis.lines") }, moves.map(({ move, chance: odds, reasons, line }, place) =>
    h("li", { key: place },
      h("button", { title: t("analysis.play"), onclick: () => play(move) },
        h("strong.figure", {}, percent(odds)), " ",
        h("span", {}, words.inWords(move, table), reasoned(reasons, table, words), then(line, seat, table, words))))));
}

/** Draw the moves: the main line, with other lines indented below the move that they replace.
 * @param {Tree} tree @param {(node: Node) => PlayedTable} tableOf @param {GameTeacher | null} words @param {(at: number) => void} go */
export function moves(tree, tableOf, words, go) {
  /** @param {number} at @returns {Child} */
  const entry = (at) => h("li", { key: at }, h("button", {
    "aria-current": tree.at === at ? "true" : undefined, onclick: () => go(at),
  }, at === ROOT ? t("analysis.start") : told(tree, at, tableOf, words)));
  /** @param {number[]} from @returns {Child[]} */
  const line = ([main, ...others]) => {
    /** @type {Child[]} */
    const drawn = [];
    let [next, variations] = [main, others];
    while (next !== undefined) {
      drawn.push(entry(next));
      if (variations.length) drawn.push(h("li", { key: `or ${next}` }, variations.map((one) => h("ol", { key: one }, line([one])))));
      [next, ...variations] = childrenOf(tree, next);
    }
    return drawn;
  };
  return h("ol.tree", { key: "tree", tabindex: 0, "aria-label": t("side.moves") }, entry(ROOT), line(childrenOf(tree, ROOT)));
}

/** Describe a move of the tree; until the texts are loaded, in the notation of the game.
 * @param {Tree} tree @param {number} at @param {(node: Node) => PlayedTable} tableOf @param {GameTeacher | null} words */
export function told(tree, at, tableOf, words) {
  const { parent, move, shown } = nodeOf(tree, at);
  const before = tableOf(nodeOf(tree, parent));
  const seat = Number(move.split(" ", 1)[0]) - 1;
  const what = words && shown?.played ? words.inWords(shown.played, before) : move;
  return t("analysis.move", { number: pathTo(tree, at).length - 1, name: nameOf(before, seat), move: what });
}
