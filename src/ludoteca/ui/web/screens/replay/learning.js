/** Learning from the key moments of a review: each one is an exercise. */

import { h } from "../../dom.js";
import { nameOf } from "../../known.js";
import { t } from "../../words.js";
import { Exercise } from "../lessons/exercise.js";
import { fetched, positionBefore } from "./positions.js";
import { keyMoments, loss, momentAt } from "./study.js";

/** @import { Advise, GameModule, GameTeacher, Judged, Replay, Study } from "../../types.d.ts"
 * @import { Moment } from "./study.js" */

/** Return the key moments to learn from: those of a seat or, if it has none, of all.
 * @param {Study} study @param {number | null} seat @returns {Moment[]} */
function momentsOf(study, seat) {
  const every = keyMoments(study).flatMap((version) => momentAt(study, version) ?? []);
  const own = every.filter((one) => one.seat === seat);
  return own.length ? own : every;
}

/** @param {Judged} judged */
const verdictOf = (judged) => ({ move: judged.move, grade: judged.grade, loss: loss(judged), reasons: judged.reasons });

export class Learning {
  #replay;
  #moments;
  #stop;
  #changed;
  #at = 0;
  /** @type {Exercise | null} */
  #exercise = null;

  /** `seat` is the viewer's; `stop` goes back to the replay at a version.
   * @param {Replay} replay @param {Study} study @param {number | null} seat @param {(version: number) => void} stop @param {() => void} changed */
  constructor(replay, study, seat, stop, changed) {
    this.#replay = replay;
    this.#moments = momentsOf(study, seat);
    this.#stop = stop;
    this.#changed = changed;
    this.#to(0);
  }

  /** The table of the exercise, once it is known. */
  get table() {
    return this.#exercise?.table;
  }

  close() {
    this.#exercise?.close();
  }

  /** @param {KeyboardEvent} event */
  pressed = (event) => this.#exercise?.pressed(event);

  /** @param {number} at */
  #to(at) {
    this.close();
    this.#at = at;
    const moment = this.#moments[at];
    if (!moment) return;
    const { version, seat } = moment;
    this.#exercise = new Exercise({
      seat,
      begin: () => positionBefore(this.#replay, version, seat),
      send: async (attempt) => {
        const told = await fetched(this.#replay, "try", { version, seat, ...attempt });
        return { ...told, verdict: told.judged && verdictOf(told.judged) };
      },
      solution: () => fetched(this.#replay, "solution", { version, seat }),
      solved: () => {},
    }, this.#changed);
  }

  /** @param {GameModule} rules @param {Advise} sentence @param {GameTeacher} words */
  draw(rules, sentence, words) {
    const moment = this.#moments[this.#at];
    const exercise = this.#exercise;
    if (!moment || !exercise) {
      return h("section.stage.card", { key: "nothing" },
        h("h1", {}, t("learn.title")),
        h("p", {}, t("learn.nothing")),
        h("button", { onclick: () => this.#stop(0) }, t("practice.stop")));
    }
    const { table, solved } = exercise;
    const last = this.#at === this.#moments.length - 1;
    return exercise.draw(rules, sentence, {
      title: t("learn.of", { at: this.#at + 1, of: this.#moments.length }),
      question: table && t("learn.question", { name: nameOf(table, moment.seat), move: words.inWords(moment.judged.move, table) }),
      next: [
        !last && h("button", { key: "next", class: solved && "primary", onclick: () => this.#next() }, t(solved ? "learn.next" : "learn.skip")),
        h("button", { key: "stop", class: solved && last && "primary", onclick: () => this.#stop(moment.version - 1) }, t("practice.stop")),
      ],
    });
  }

  #next() {
    this.#to(this.#at + 1);
    this.#changed();
  }
}
