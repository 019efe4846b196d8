/** The review of a finished game: the chance of winning as a curve, key moments, and both moves at a moment. */

import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { nameOf } from "../../known.js";
import { because, list, t } from "../../words.js";
import { percent } from "../lessons/exercise.js";
import { stepAt } from "./positions.js";
import { isComplete, keyMoments, loss, momentAt } from "./study.js";

/** @import { GameTeacher, Lesson, LineMove, PlayedTable, Replay, Review, Study } from "../../types.d.ts"
 * @import { Moment } from "./study.js" */

const WIDTH = 600;
const HEIGHT = 90;

/** The actions of a review.
 * @typedef {{ choose(seat: number): void, to(version: number): void, again(moment: Moment): void, learn(): void, close(): void }} Acts */

/** Draw the review beside the position at a version; `words` describes moves.
 * @param {Replay} replay @param {PlayedTable} table @param {number} at @param {Lesson & { seat: number }} lesson @param {GameTeacher} words @param {Acts} act */
export function review(replay, table, at, lesson, words, act) {
  const { study, problem } = lesson;
  return h("section.review.card", { key: "review", "aria-labelledby": "review-title" },
    h("div.row.heading", { key: "heading" },
      h("h1", { id: "review-title" }, t("review")),
      study && players(table, study, lesson.seat, act),
      study && isComplete(study) && keyMoments(study).length > 0 &&
        h("button.small", { key: "learn", onclick: act.learn }, t("learn.title")),
      h("button.small", { key: "close", title: t("review.close"), "aria-label": t("review.close"), onclick: act.close }, "×")),
    problem && h("p.problem", { key: "problem", role: "alert" }, because(problem)),
    !problem && !(study && isComplete(study)) && progress(study),
    study?.level === "thoughtful" && h("p.faint", { key: "simple" }, t("review.simple")),
    study && [curve(replay, table, at, study, lesson.seat, act), steps(replay, at, study, act), moment(table, at, study, words, act)]);
}

/** Draw the progress of a review.
 * @param {Study | undefined} study */
function progress(study) {
  const { done = 0, positions = 0 } = study ?? {};
  return h("p.progress", { key: "progress" },
    h("progress", { max: positions || 1, value: done, "aria-label": t("review.computing") }), " ",
    positions ? t("review.progress", { done, positions }) : t("review.computing"));
}

/** Draw the accuracy of each player; a press shows the chances of one.
 * @param {PlayedTable} table @param {Study} study @param {number} chosen @param {Acts} act */
const players = (table, { reviews }, chosen, act) =>
  h("span.accuracies", { key: "players", role: "group", "aria-label": t("review.accuracy") }, reviews.map(({ seat, accuracy }) =>
    h("button.small", {
      key: seat, "aria-pressed": String(seat === chosen), onclick: () => act.choose(seat),
      title: t("review.accuracy"),
    }, nameOf(table, seat), " ", accuracy === null || accuracy === undefined ? "–" : percent(accuracy / 100))));

/** Draw the chance of winning over the game, with the key moments; a press goes to that moment.
 * @param {Replay} replay @param {PlayedTable} table @param {number} at @param {Study} study @param {number} seat @param {Acts} act */
function curve({ first, versions }, table, at, study, seat, act) {
  const told = study.reviews[seat]?.curve ?? [];
  /** @param {number} version */
  const x = (version) => (WIDTH * (version - first)) / Math.max(1, versions - first);
  /** @param {number} chance */
  const y = (chance) => HEIGHT * (1 - chance);
  const places = told.map(({ version, chance }) => `${x(version).toFixed(1)},${y(chance).toFixed(1)}`);
  const now = chanceAt(study.reviews[seat], at);
  /** @param {MouseEvent & { currentTarget: HTMLElement }} event */
  const go = ({ offsetX, currentTarget }) =>
    act.to(first + Math.round((versions - first) * (offsetX / currentTarget.clientWidth)));
  return h("figure", { key: "curve" },
    h("svg.curve", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", onclick: go },
      h("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }),
      keyMoments(study).map((one) => h("line", { key: one, x1: x(one - 1), x2: x(one - 1), y1: 0, y2: HEIGHT, class: "key" })),
      h("line", { key: "now", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "now" }),
      h("polyline", { points: places.join(" ") })),
    h("figcaption", {}, t("review.chance", { name: nameOf(table, seat), chance: now === null ? "–" : percent(now) })));
}

/** Return the chance of winning at a version; null if it is not known yet.
 * @param {Review | undefined} told @param {number} at */
function chanceAt(told, at) {
  const [first] = told?.curve ?? [];
  return (told?.curve.findLast(({ version }) => version <= at) ?? first)?.chance ?? null;
}

/** Draw the buttons that step through the game and its key moments.
 * @param {Replay} replay @param {number} at @param {Study} study @param {Acts} act */
function steps(replay, at, study, act) {
  const { first, versions } = replay;
  /** @param {Parameters<typeof icon>[0]} drawn @param {string} name @param {number | undefined} version */
  const button = (drawn, name, version) =>
    h("button", {
      key: name, "aria-label": t(name), title: t(name), disabled: version === undefined || version === at,
      onclick: () => version !== undefined && act.to(version),
    }, icon(drawn));
  return h("div.row.steps", { key: "steps" },
    button("first", "review.previous_key", keyBefore(study, at)),
    button("back", "replay.back", Math.max(first, at - 1)),
    h("span", { key: "step" }, t("replay.step", { at: stepAt(replay, at), of: stepAt(replay, versions) })),
    button("forward", "replay.forward", Math.min(versions, at + 1)),
    button("last", "review.next_key", keyAfter(study, at)));
}

/** Return the position before the previous or the next key moment.
 * @param {Study} study @param {number} at */
export const keyBefore = (study, at) => keyMoments(study).map((version) => version - 1).findLast((version) => version < at);
/** @param {Study} study @param {number} at */
export const keyAfter = (study, at) => keyMoments(study).map((version) => version - 1).find((version) => version > at);

/** Draw the move played from a position beside the better one.
 * @param {PlayedTable} table @param {number} at @param {Study} study @param {GameTeacher} words @param {Acts} act */
function moment(table, at, study, words, act) {
  const found = momentAt(study, at + 1);
  if (!found) return h("p.faint.moment", { key: "moment" }, t("review.no_moment"));
  const { judged } = found;
  const name = nameOf(table, found.seat);
  const isBest = judged.grade === "best";
  const gains = judged.gains.map((one) => words.why(one, table));
  return h("div.moment", { key: "moment", tabindex: 0, role: "region", "aria-live": "polite", "aria-label": t("review.moment") },
    h("p.grade", { key: "grade", class: judged.grade },
      t(`review.grade.${judged.grade}`, { name, loss: percent(loss(judged)) })),
    h("p.was-played", { key: "played" }, h("strong", {}, t("review.played")), " ", words.inWords(judged.move, table), reasoned(judged.reasons, table, words)),
    !isBest && h("p.better", { key: "better" },
      h("strong", {}, t("review.better")), " ", words.inWords(judged.best, table),
      gains.length ? `. ${t("review.gains", { gains: list(gains) })}` : reasoned(judged.best_reasons, table, words),
      then(judged.best_line, found.seat, table, words)),
    isBest && h("p", { key: "then" }, then(judged.line, found.seat, table, words)),
    !isBest && h("button.small", { key: "again", onclick: () => act.again(found) }, t("practice.again")));
}

/** Describe the reasons for a move, after it.
 * @param {import("../../types.d.ts").Reason[]} reasons @param {PlayedTable} table @param {GameTeacher} words */
export const reasoned = (reasons, table, words) =>
  (reasons.length ? `: ${list(reasons.map((one) => words.why(one, table)))}.` : ".");

/** Describe the player's own next move in a line.
 * @param {LineMove[]} line @param {number} seat @param {PlayedTable} table @param {GameTeacher} words */
export function then(line, seat, table, words) {
  const last = line.at(-1);
  return last?.seat === seat && ` ${t("review.then", { move: words.inWords(last.move, table) })}`;
}
