/** A position of a finished game, tried again: the table, and how good the chosen move was. */

import { h } from "../../dom.js";
import { nameOf } from "../../known.js";
import { t } from "../../words.js";
import { verdict } from "./lessons.js";

/** @import { Advise, GameModule, Trial } from "../../types.d.ts" */

/** Draw the trial; `sentence` describes a move and its reasons.
 * @param {Trial} trial @param {GameModule} rules @param {Advise | null} sentence
 * @param {{ again(): void, stop(): void }} act */
export function practice(trial, rules, sentence, act) {
  const { table, judged } = trial;
  return h("section.stage", { key: "practice", "aria-labelledby": "practice-title" },
    h("h1", { id: "practice-title", key: "title" }, t("practice.title")),
    h("div.card.practice", { key: "told" },
      h("div", { role: "status" },
        h("p", { key: "verdict" }, judged ? verdict(judged) : t("practice.choose", { name: nameOf(table, trial.seat) })),
        judged && sentence && judged.grade !== "best" &&
          h("p", { key: "better" }, h("strong", {}, t("review.better")), " ", sentence(table, judged.best, judged.best_reasons))),
      h("div.row", { key: "next" },
        judged && h("button.primary", { key: "again", onclick: act.again }, t("practice.once_more")),
        h("button", { key: "stop", onclick: act.stop }, t("practice.stop")))),
    h("h2.unseen", { key: "heading" }, t("replay.table")),
    h(rules.element, { key: "game", data: { table, act: judged ? null : trial.act } }));
}
