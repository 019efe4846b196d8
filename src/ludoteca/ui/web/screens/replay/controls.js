/** The controls of a replay: a slider, steps, and automatic playback. */

import { h } from "../../dom.js";
import { icon } from "../../icons.js";
import { t } from "../../words.js";
import { stepAt } from "./positions.js";

/** @import { Attributes, Child, Replay } from "../../types.d.ts" */

/** Milliseconds per step, by speed.
 * @type {{ [speed: number]: number }} */
export const SPEEDS = { 1: 2000, 2: 1000, 4: 500, 8: 200 };

/** Draw the controls for a replay at a version; `more` is drawn beside them.
 * @param {Replay} replay @param {{ at: number, running: boolean, speed: number, told: string }} now
 * @param {{ to(version: number): void, toggle(): void, speed(one: number): void }} act @param {Child} more */
export function controls(replay, { at, running, speed, told }, act, more) {
  const { first, versions } = replay;
  const step = t("replay.step", { at: stepAt(replay, at), of: stepAt(replay, versions) });
  /** @param {string} name @param {Parameters<typeof icon>[0]} drawn @param {Attributes} given */
  const button = (name, drawn, given) =>
    h("button", { key: drawn, "aria-label": t(`replay.${name}`), title: t(`replay.${name}`), ...given }, icon(drawn));
  /** @param {"first" | "back" | "forward" | "last"} name @param {number} version */
  const going = (name, version) => button(name, name, { disabled: version === at, onclick: () => act.to(version) });
  return h("section.controls.card", { key: "controls", "aria-label": t("replay") },
    h("input", {
      key: "slider", type: "range", min: first, max: versions, value: String(at),
      "aria-label": t("replay.position"), "aria-valuetext": `${step}. ${told}`,
      oninput: (event) => act.to(Number(event.target.value)),
    }),
    h("div.row", { key: "row" },
      h("span.steps", {},
        going("first", first),
        going("back", Math.max(first, at - 1)),
        button(running ? "stop" : "play", running ? "pause" : "play",
          { key: "run", class: "primary", onclick: act.toggle }),
        going("forward", Math.min(versions, at + 1)),
        going("last", versions)),
      h("span", { key: "step" }, step),
      h("label", { key: "speed" }, t("replay.speed"), " ",
        h("select", { onchange: (event) => act.speed(Number(event.target.value)) },
          Object.keys(SPEEDS).map((one) =>
            h("option", { value: one, selected: Number(one) === speed }, t(`replay.speed.${one}`))))),
      more),
    h("p.told", { key: "told", "aria-hidden": "true" }, told),
    h("p.faint.keys", { key: "keys" }, t("replay.keys")));
}

/** Return the effect of a key here: a version to go to, "toggle", or nothing.
 * @param {KeyboardEvent} event @param {Replay} replay @param {number} at */
export function meant(event, { first, versions }, at) {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return null;
  if (target.closest("select, textarea, [role='grid'], dialog, input[type='text'], input:not([type])")) return null;
  if (key === " ") return target.closest("button, summary, a, input:not([type='range'])") ? null : "toggle";
  if (target.matches("input[type='range']")) return null; // the slider handles these keys itself
  /** @type {{ [key: string]: number }} */
  const to = { ArrowLeft: Math.max(first, at - 1), ArrowRight: Math.min(versions, at + 1), Home: first, End: versions };
  return to[key] ?? null;
}
