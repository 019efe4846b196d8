/** Resources on their way into the warehouse: white marbles first, then one resource at a time. */

import { h } from "../../dom.js";
import { closing } from "../../menu.js";
import { sure } from "../../sure.js";
import { t } from "../../words.js";
import { depotName, spaces } from "./board.js";
import { one, words } from "./goods.js";
import { glyph } from "./glyphs.js";
import { moving, problem, who } from "./scene.js";
import { resources } from "./tables.js";

/** @import { Resource, Scene } from "./types.d.ts" */

/** Return the resources to place: those from the market, or any resource for the starting bonus.
 * @param {Scene} scene */
const toPlace = ({ guide }) => resources.filter((name) => name in guide.places);

/** @param {Scene} scene */
const isPlacing = ({ act, guide }) => Boolean(act) && (guide.to_do === "place" || guide.to_do === "take_bonus");

/** Return whether resources must be placed before anything else.
 * @param {Scene} scene */
export const mustPlace = (scene) => isPlacing(scene) || (Boolean(scene.act) && scene.guide.to_do === "convert");

/** Return the resource that goes into the next depot pressed.
 * @param {Scene} scene */
export function chosenResource(scene) {
  const all = toPlace(scene);
  return all.find((name) => name === scene.ui.resource) ?? all[0];
}

/** Return the depots that take the selected resource, as the server lists them.
 * @param {Scene} scene */
export function accepting(scene) {
  return isPlacing(scene) ? placesFor(scene, chosenResource(scene)) : [];
}

/** @param {Scene} scene @param {Resource} resource */
const placesFor = ({ guide }, resource) => guide.places[resource] ?? [];

/** Put a resource into a depot.
 * @param {Scene} scene @param {number} depot @param {Resource} resource */
export function put(scene, depot, resource = chosenResource(scene)) {
  const move = scene.guide.to_do === "take_bonus" ? "take_bonus" : "place_resource";
  return scene.attempt("placing", (act) => act.play({ move, resource, depot }));
}

/** Name the first of the other players.
 * @param {Scene} scene */
const rival = ({ table, seat }) => who(table, seat === 0 ? 1 : 0);

/** Discard a resource; confirm first if there is room for it and no undo.
 * @param {Scene} scene @param {Resource} resource */
export async function discard(scene, resource) {
  const { attempt, solo, table, view } = scene;
  const doubtful = placesFor(scene, resource).length > 0 && !table.info.take_back;
  const question = t("ren.sure.discard", { one: one(resource) });
  const count = view.seats.length - 1;
  const why = solo ? t("ren.sure.room_solo") : t("ren.sure.room", { count, name: rival(scene) });
  if (doubtful && !(await sure(question, why, t("ren.sure.yes")))) return;
  await attempt("placing", (act) => act.play({ move: "discard_resource", resource }));
}

/** Draw the choices for resources that wait to be placed.
 * @param {Scene} scene */
export function placing(scene) {
  const { view, guide, set, mine, solo } = scene;
  const chosen = chosenResource(scene);
  const bonus = guide.to_do === "take_bonus";
  const places = placesFor(scene, chosen);
  return h("div.placing", { key: "placing" },
    h("h3", { id: "ren-placing" }, t(bonus ? "ren.choose_bonus" : "ren.place_these", { count: guide.count })),
    h("div.row", { role: "group", "aria-labelledby": "ren-placing" }, toPlace(scene).map((name) =>
      h("button.resource", { key: name, "data-drag": `resource ${name}`, "aria-pressed": String(name === chosen),
        class: name === chosen && "chosen", onclick: () => set({ resource: name, refused: null }) },
      glyph(name), " ", words(name, bonus ? 1 : view.taken[resources.indexOf(name)])))),
    h("p.row", {},
      places.map((depot) => h("button.into", {
        key: depot, "data-drop": `depot ${depot}`, "aria-label": t("ren.into", { depot: depotName(mine, depot) }),
        onclick: () => put(scene, depot, chosen),
      }, h("span.depot", {}, spaces(mine.depots[depot])), !mine.depots[depot].of_leader && String(depot + 1))),
      !places.length && h("span.faint", {}, t(`ren.no_place.${mayRearrange(scene) ? "rearrange" : "discard"}.${chosen}`)),
      !bonus && h("button.discard", { key: "discard", "data-drop": "discard", onclick: () => discard(scene, chosen) },
        solo
          ? t("ren.discard_solo", { one: one(chosen) })
          : t("ren.discard", { count: view.seats.length - 1, one: one(chosen), name: rival(scene) }))),
    rearranging(scene, "placing", !places.length),
    problem(scene, "placing"));
}

/** Draw the choice of what a white marble becomes, if two leaders convert it.
 * @param {Scene} scene */
export function converting(scene) {
  const { guide } = scene;
  return h("div.placing", { key: "converting" },
    h("h3", {}, t("ren.convert_these", { count: guide.count })),
    h("div.row", {}, guide.conversions.map((resource) =>
      moving(scene, "placing", { move: "convert_marble", resource }, [glyph(resource), " ", words(resource, 1)],
        { key: resource, class: "resource" }))),
    problem(scene, "placing"));
}

/** @param {Scene} scene */
const mayRearrange = ({ act, guide }) => Boolean(act && (guide.swaps.length || guide.moves.length));

/** Draw the ways to rearrange the depots: a menu at the warehouse, `open` if nothing else can be placed.
 * @param {Scene} scene @param {string} place @param {boolean} open */
export function rearranging(scene, place, open = false) {
  const { guide, mine } = scene;
  if (!mayRearrange(scene)) return null;
  /** @param {number} source @param {number} count */
  const goods = (source, count) => words(mine.depots[source].resource ?? "", count);
  /** @param {number} source @param {number} target */
  const way = (source, target) => ({ from: depotName(mine, source), to: depotName(mine, target) });
  return h("details.rearrange", { key: "rearrange", ...(place === "warehouse" ? closing : open && { open }) },
    h("summary", {}, t("ren.rearrange")),
    h("div.row", {},
      guide.swaps.map(([first, other]) => moving(scene, place, { move: "swap_depots", one: first, other },
        t("ren.swap", { one: first + 1, other: other + 1 }), { key: `${first} ${other}` })),
      guide.moves.map(([source, target, count]) => moving(scene, place, { move: "move_resources", source, target, count },
        t("ren.move", { goods: goods(source, count), ...way(source, target) }),
        { key: `${source} ${target} ${count}` }))));
}
