/** The player's own board, large: everything on it that can be pressed or dragged. */

import { h } from "../../dom.js";
import { sure } from "../../sure.js";
import { because, t } from "../../words.js";
import { depotInWords, depotName, leaderShown, pile, spaces, strongbox, toggled } from "./board.js";
import { leaderFace } from "./faces.js";
import { buyFor } from "./buying.js";
import { leaderDoes, leaderInWords, one } from "./goods.js";
import { offerOf } from "./offers.js";
import { accepting, chosenResource, put, rearranging } from "./placing.js";
import { mayQueue } from "./plan.js";
import { latest } from "./recent.js";
import { classes, isHinted, moving, problem, who } from "./scene.js";

/** @import { InHand, Scene, SeatView } from "./types.d.ts" */

/** Draw the player's board, or the one that a spectator selected.
 * @param {Scene} scene */
export function ownBoard(scene) {
  const { table, view, mine, seat, guide, act } = scene;
  const choosing = act && guide.to_do === "return_leaders";
  return h("section.own", { key: "own", class: choosing && "beginning", "aria-labelledby": "ren-own" },
    h("div.row", { key: "whose", class: view.seats.length > 1 && "unseen" },
      h("h2", { id: "ren-own" },
        table.seat === null ? t("ren.board_of", { name: who(table, seat) }) : t("ren.your_board"))),
    h("div.parts", {}, !choosing && [stores(scene), strongbox(mine, latest(scene, `strongbox ${seat}`)), slots(scene)], leaders(scene, mine)));
}

/** @param {Scene} scene */
function stores(scene) {
  return h("div.stores", { key: "stores" },
    h("h3", {}, t("ren.warehouse")),
    h("div.warehouse", { role: "group", "aria-label": t("ren.warehouse") },
      scene.mine.depots.map((_, i) => depot(scene, i))),
    rearranging(scene, "warehouse"),
    problem(scene, "warehouse", "p.bubble"));
}

/** Draw a depot: resources are dragged into it and out of it, and it is marked if it takes the selected one.
 * @param {Scene} scene @param {number} place */
function depot(scene, place) {
  const { mine, act } = scene;
  const here = mine.depots[place];
  const takes = accepting(scene).includes(place);
  const mayDrag = act && here.count > 0 && (scene.guide.swaps.length || scene.guide.moves.length);
  return h("div.depot", {
    key: place, class: classes(here.of_leader && "of-leader", takes && "takes",
      isHinted(scene.table, ["place_resource", "take_bonus"], { depot: place }) && "hinted"),
    "data-drop": `depot ${place}`, "data-drag": mayDrag ? `depot ${place}` : null,
  },
  spaces(here),
  h("span.unseen", {}, depotInWords(mine, place)),
  takes && h("button.put", { onclick: () => put(scene, place) },
    t("ren.put", { one: one(chosenResource(scene)), depot: depotName(mine, place) })));
}

/** @param {Scene} scene */
function slots(scene) {
  const { mine, ui, draft, act } = scene;
  const offer = ui.card && act ? offerOf(scene, ui.card) : null;
  const open = offer && !offer.reason && scene.guide.to_do === "act" ? offer.slots : [];
  /** @param {number} i */
  const chosen = (i) => Boolean(draft?.card) && draft?.slot === i;
  /** @param {number} i */
  const used = (i) => chosen(i) || Boolean(draft?.slots.includes(i));
  return h("div.development", { key: "slots" },
    h("h3", {}, t(scene.table.seat === null ? "ren.slots_of" : "ren.slots")),
    h("div.slots", {}, mine.slots.map((slot, i) =>
      h("div.slot", { key: i, "data-drop": `slot ${i}`, class: classes(open.includes(i) && "takes", used(i) && "used", latest(scene, `slot ${scene.seat} ${i}`)) },
        pile(slot, i),
        offer && open.includes(i) && !chosen(i) &&
          h("button.put", { key: "put", onclick: () => buyFor(scene, offer.card, i) },
            t("ren.slot_here"), h("span.unseen", {}, ` (${t("ren.slot", { number: i + 1 })})`))))));
}

/** @param {Scene} scene @param {SeatView} mine */
function leaders(scene, mine) {
  return h("div.leaders-own", { key: "leaders" },
    h("h3", {}, t("ren.leaders")),
    h("div.leaders", {},
      mine.played.map((number) => h("div.one.played", { key: number, class: latest(scene, `leader ${scene.seat} ${number}`) },
        leaderFace(number), h("p.does", {}, h("strong", {}, t("ren.played")), " ", leaderDoes(number), "."))),
      mine.hand.map((number, i) => inHand(scene, number, i))),
    !mine.played.length && !mine.hand.length && h("p.faint", {}, t("ren.no_leaders")),
    problem(scene, "leaders", "p.bubble"));
}

/** Draw a leader in the hand, with buttons to play or discard it, or the reason why not.
 * @param {Scene} scene @param {number} number @param {number} i */
function inHand(scene, number, i) {
  const { act, guide, ui, set } = scene;
  const hinted = isHinted(scene.table, ["return_leader", "play_leader", "discard_leader"], { leader: number }) && "hinted";
  if (guide.to_do === "return_leaders" && act) {
    const kept = ui.leaders.includes(number);
    const keeps = scene.mine.hand.length - guide.count;
    const given = !kept && (hinted || ui.leaders.length === keeps);
    return h("button.one", {
      key: number, class: classes(kept && "kept", given && "given", hinted), "aria-pressed": String(kept),
      onclick: () => set({ leaders: toggled(ui.leaders, number).slice(-keeps) }),
    },
    leaderFace(number),
    h("span.does", {}, leaderInWords(number)),
    h("span.mark", {}, t(kept ? "ren.keeps" : given ? "ren.gives_back" : "ren.may_keep")));
  }
  const may = act && number ? guide.leaders.find((one) => one.leader === number) : null;
  return h("div.one", { key: number || `hand ${i}`, class: hinted },
    number ? leaderFace(number) : leaderShown(number),
    number > 0 && h("p.does", {}, leaderInWords(number)),
    act && number > 0 && h("div.row", {}, mayQueue(scene)?.leader(scene, number) ?? [
      may && moving(scene, "leaders", { move: "play_leader", leader: number }, t("ren.play_leader"),
        { key: "play", disabled: Boolean(may.reason), title: whyNot(may) }),
      may?.reason && h("span.unseen.why", { key: "why" }, whyNot(may)),
      may?.discard && h("button", { key: "discard", onclick: () => discardLeader(scene, number) }, t("ren.discard_leader")),
    ]));
}

/** @param {InHand} leader */
const whyNot = ({ reason }) => reason && because({ code: reason, message: reason });

/** Discard a leader after a confirmation.
 * @param {Scene} scene @param {number} leader */
async function discardLeader({ attempt }, leader) {
  const gone = t("ren.sure.leader_gone", { does: leaderDoes(leader) });
  if (await sure(t("ren.sure.leader"), gone, t("ren.sure.yes"))) {
    await attempt("leaders", (act) => act.play({ move: "discard_leader", leader }));
  }
}
