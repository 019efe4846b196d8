/** A link to a table: sit down there, or watch if there is no seat. */

import { h } from "../dom.js";
import { changed, sit } from "../house.js";
import { go } from "../route.js";
import { because, t } from "../words.js";

let problem = "";

export async function arrive(code) {
  problem = "";
  try {
    const info = await sit({ do: "join_table", code });
    go(`/table/${info.table}`, true);
  } catch (error) {
    problem = because(error);
    changed();
  }
}

export const draw = () =>
  h("section", {},
    h("h1", {}, t("invited.title")),
    problem ? h("p.problem", { role: "alert" }, problem) : h("p", {}, t("invited.going")),
    h("p", {}, h("a", { href: "/" }, t("to_lobby"))));
