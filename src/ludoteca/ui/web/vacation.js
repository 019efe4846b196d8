/** The section of the account dialog about vacations, in which clocks are stopped where a turn may take days. */

import { h } from "./dom.js";
import { ask } from "./server.js";
import { day, t } from "./words.js";

/** @import { Child, VacationShown } from "./types.d.ts" */

/** Draw the section; `told` receives the server's answers.
 * @param {VacationShown | null} vacation @param {Child} result
 * @param {(doing: () => Promise<string>) => void} act @param {(vacation: VacationShown) => void} told */
export function onVacation(vacation, result, act, told) {
  if (!vacation?.days) return null;
  const { until, left, longest } = vacation;
  const end = () => act(async () => {
    told(await ask({ do: "end_vacation" }));
    return t("account.vacation.over");
  });
  /** @param {SubmitEvent & { target: HTMLFormElement }} event */
  const take = (event) => {
    event.preventDefault();
    const days = Number(new FormData(event.target).get("days"));
    act(async () => {
      told(await ask({ do: "take_vacation", days }));
      return "";
    });
  };
  return h("form", { key: "vacation", onsubmit: take },
    h("h3", {}, t("account.vacation")),
    h("p.faint", {}, t("account.vacation.what")),
    until > 0
      ? h("p", { key: "is", role: "status" }, t("account.vacation.is", { when: day(until) }))
      : h("p", { key: "left" }, t("account.vacation.left", { count: left })),
    until === 0 && left > 0 && h("label", { key: "days", for: "vacation-days" }, t("account.vacation.days"),
      h("input", { id: "vacation-days", name: "days", type: "number", required: true, min: 1, max: Math.min(left, longest), value: "7" })),
    result,
    until > 0
      ? h("button", { key: "end", type: "button", onclick: end }, t("vacation.end"))
      : left > 0 && h("button", { key: "do" }, t("account.vacation.do")));
}
