/** The review of a finished game: the chance of winning as a curve, and the moves that cost the most. */

import { h } from "../../dom.js";
import { nameOf } from "../../known.js";
import { because, t } from "../../words.js";
import { lost, mistakes, percent, points, tenths } from "./lessons.js";
import { stepAt, tableAt } from "./positions.js";

/** @import { Advise, JudgedMove, Lesson, Replay, Review, ShownTable } from "../../types.d.ts" */

const WIDTH = 600;
const HEIGHT = 120;

/** The actions of a review.
 * @typedef {{ choose(seat: number): void, ask(): void, to(version: number): void, again(version: number): void }} Study */

/** Draw the review; `sentence` describes a move and its reasons.
 * @param {Replay} replay @param {ShownTable} table @param {number} at @param {Lesson} of @param {Advise} sentence
 * @param {Study} act */
export function review(replay, table, at, of, sentence, act) {
  return h("section.review.card", { key: "review", "aria-labelledby": "review-title" },
    h("h2", { id: "review-title" }, t("review")),
    h("div.row", { key: "whose" },
      h("label", {}, t("review.whose"), " ",
        h("select", { onchange: (event) => act.choose(Number(event.target.value)) },
          table.players.map((one, seat) => h("option", { value: seat, selected: seat === of.seat }, one?.name)))),
      !of.told && h("button", { key: "ask", disabled: of.asking, onclick: act.ask }, t("review.ask"))),
    of.problem && h("p.problem", { key: "problem", role: "alert" }, because(of.problem)),
    of.told && [curve(replay, nameOf(table, of.seat), at, of.told, act), worst(replay, of.told, sentence, act)]);
}

/** Draw the chance of winning over the game; a press goes to that moment.
 * @param {Replay} replay @param {string} name @param {number} at @param {Review} told @param {Study} act */
function curve({ first, versions }, name, at, told, act) {
  /** @param {number} version */
  const x = (version) => (WIDTH * (version - first)) / Math.max(1, versions - first);
  const places = told.curve.map(({ version, chance }) => `${x(version).toFixed(1)},${(HEIGHT * (1 - chance)).toFixed(1)}`);
  const now = told.curve.findLast(({ version }) => version <= at) ?? told.curve[0];
  /** @param {MouseEvent & { currentTarget: Element }} event */
  const go = ({ offsetX, currentTarget }) =>
    act.to(first + Math.round((versions - first) * (offsetX / currentTarget.clientWidth)));
  return h("figure", { key: "curve" },
    h("svg.curve", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", onclick: go },
      h("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }),
      h("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "now" }),
      h("polyline", { points: places.join(" ") })),
    h("figcaption", {}, t("review.chance", { name, chance: percent(now?.chance ?? 0) })));
}

/** @param {Replay} replay @param {Review} told @param {Advise} sentence @param {Study} act */
function worst(replay, told, sentence, act) {
  const found = mistakes(told);
  if (!found.length) return h("p", { key: "worst" }, t("review.none"));
  return h("div", { key: "worst" },
    h("h3", {}, t("review.worst")),
    h("ol.mistakes", {}, found.map((one) => mistake(replay, one, sentence, act))));
}

/** @param {Replay} replay @param {JudgedMove} move @param {Advise} sentence @param {Study} act */
function mistake(replay, { version, judged }, sentence, act) {
  const before = tableAt(replay, version - 1);
  const step = stepAt(replay, version);
  return h("li", { key: version },
    h("button.quiet", { key: "show", onclick: () => act.to(version - 1) },
      t("review.lost", { step, count: tenths(lost(judged)), points: points(lost(judged)) })),
    before && h("p", { key: "played" }, h("strong", {}, t("review.played")), " ", sentence(before, judged.move, judged.reasons)),
    before && h("p", { key: "better" }, h("strong", {}, t("review.better")), " ", sentence(before, judged.best, judged.best_reasons)),
    h("button.small", { key: "again", onclick: () => act.again(version) }, t("practice.again"),
      h("span.unseen", {}, ` (${t("review.step", { step })})`)));
}
