/** An exercise: a position in which the viewer looks for the best move, and the play after it. */

import { say } from "../../announce.js";
import { refusalOf } from "../../connection.js";
import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { because, language, t } from "../../words.js";
import { boardOf, moving } from "./board.js";

/** @import { Act, Advise, Child, GameModule, PlayedTable, Solution, Verdict } from "../../types.d.ts"
 * @import { Answered, Attempt } from "./board.js" */

/** The questions that an exercise asks the server. `begin` returns a new table each time.
 * @typedef {{
 *   seat: number, begin(): Promise<PlayedTable>, send(attempt: Partial<Attempt>): Promise<Answered & { verdict: Verdict | null }>,
 *   solution(): Promise<Solution>, solved(): void,
 * }} Task */

/** Milliseconds between the moves of a line. */
const PACE = 1500;

/** Format a chance of winning.
 * @param {number} chance */
export const percent = (chance) => chance.toLocaleString(language, { style: "percent" });

/** Describe briefly how good a move was.
 * @param {Verdict} verdict */
export const judgement = ({ grade, loss }) => t(`practice.${grade}`, { loss: percent(loss) });

/** Return whether a move solves an exercise.
 * @param {Verdict} verdict */
const solves = ({ grade }) => grade === "best" || grade === "good";

export class Exercise {
  #task;
  #changed;
  /** @type {PlayedTable | null} */
  #table = null;
  /** @type {Act | null} */
  #act = null;
  #tries = 0;
  /** @type {Verdict | null} */
  #verdict = null;
  /** @type {Solution | null} */
  #solution = null;
  #at = 0;
  #timer = 0;
  /** @type {Error | null} */
  #problem = null;

  /** `changed` is called whenever the exercise is to be drawn again.
   * @param {Task} task @param {() => void} changed */
  constructor(task, changed) {
    this.#task = task;
    this.#changed = changed;
    this.#begin();
  }

  get solved() {
    return this.#solution !== null;
  }

  get table() {
    return this.#table;
  }

  /** Stop the line. */
  close() {
    clearInterval(this.#timer);
  }

  /** Lay the table again. */
  #begin() {
    return this.#ask(async () => {
      const { seat, begin, send } = this.#task;
      const table = await begin();
      this.#table = table;
      this.#tries += 1;
      this.#act = moving(table, seat, async (attempt) => {
        const told = await send(attempt);
        if (told.verdict) this.#judge(told.verdict);
        return told;
      }, this.#changed);
    });
  }

  /** @param {Verdict} verdict */
  #judge(verdict) {
    this.#verdict = verdict;
    say(judgement(verdict));
    this.#act = null;
    if (!solves(verdict)) return void this.#begin();
    this.#task.solved();
    return void this.show();
  }

  /** Show the best move, and play the line. */
  show = () => this.#ask(async () => {
    this.#solution = await this.#task.solution();
    this.#act = null;
    this.#at = 0;
    this.close();
    this.#timer = setInterval(() => this.to(this.#at + 1), PACE);
  });

  /** Go to a move of the line.
   * @param {number} at */
  to(at) {
    const moves = this.#solution?.line.length ?? 0;
    this.#at = Math.max(0, Math.min(at, moves));
    if (this.#at === moves) this.close();
    this.#changed();
  }

  /** Step through the line with the arrow keys.
   * @param {KeyboardEvent} event */
  pressed(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const { target } = event;
    if (!by || !this.#solution || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target instanceof Element && target.closest("select, input, [role='grid'], dialog")) return;
    event.preventDefault();
    this.close();
    this.to(this.#at + by);
  }

  /** @param {() => Promise<void>} doing */
  async #ask(doing) {
    this.#problem = null;
    try {
      await doing();
    } catch (error) {
      this.#problem = refusalOf(error);
    }
    this.#changed();
  }

  /** Draw the exercise below its `title` and question; `next` are further buttons.
   * @param {GameModule} rules @param {Advise} sentence @param {{ title: Child, question: Child, next: Child }} around */
  draw(rules, sentence, { title, question, next }) {
    const table = this.#shown();
    return h("section.stage.exercise", { key: "exercise", "aria-labelledby": "exercise-title" },
      h("div.card.practice", { key: "told" },
        h("h1", { key: "title", id: "exercise-title" }, title),
        !this.#solution && h("p", { key: "question" }, question),
        h("div", { key: "told", role: "status" }, table && this.#told(table, sentence)),
        this.#problem && h("p.problem", { key: "problem", role: "alert" }, because(this.#problem)),
        this.#solution && this.#steps(this.#solution),
        h("div.row", { key: "next" },
          !this.#solution && table && h("button", { key: "show", onclick: this.show }, t("exercise.show")),
          next)),
      h("h2.unseen", { key: "heading" }, t("exercise.table")),
      table && h(rules.element, { key: `game-${this.#tries}-${this.solved}`, data: { table, act: this.#act } }));
  }

  /** Return the table to draw: the position, or the one after a move of the line. */
  #shown() {
    const table = this.#table;
    if (!table || !this.#solution) return table;
    const { move, line } = this.#solution;
    const after = line[this.#at - 1];
    if (!after) return { ...table, drafts: {}, hint: /** @type {PlayedTable["hint"]} */ ({ move }) };
    const { game, seats } = table.info;
    return { ...boardOf(game, /** @type {import("../../types.d.ts").HolderInfo[]} */ (seats), after, table.seat, table.info), version: this.#at };
  }

  /** @param {PlayedTable} table @param {Advise} sentence */
  #told(table, sentence) {
    const verdict = this.#verdict;
    const start = /** @type {PlayedTable} */ (this.#table);
    const solution = this.#solution;
    return [
      verdict && h("p.grade", { key: "verdict", class: verdict.grade }, judgement(verdict)),
      verdict && !solves(verdict) && !solution && h("p", { key: "why" }, sentence(start, verdict.move, verdict.reasons)),
      solution && h("p.better", { key: "best" }, h("strong", {}, t("exercise.best")), " ", sentence(start, solution.move, solution.reasons)),
    ];
  }

  /** @param {Solution} solution */
  #steps({ line }) {
    /** @param {Parameters<typeof icon>[0]} drawn @param {number} at */
    const button = (drawn, at) => h("button", {
      key: drawn, "aria-label": t(`exercise.${drawn}`), title: t(`exercise.${drawn}`), disabled: at < 0 || at > line.length,
      onclick: () => {
        this.close();
        this.to(at);
      },
    }, icon(drawn));
    return h("div.row.steps", { key: "steps" },
      button("back", this.#at - 1),
      h("span", { key: "step" }, this.#at ? t("exercise.step", { at: this.#at, of: line.length }) : t("exercise.start")),
      button("forward", this.#at + 1));
  }
}
