/** The tables of the server, beside the player's own. */

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { tables } from "../lobby/tables.js";

/** @import { Known } from "../../types.d.ts" */

export const title = () => t("panel.tables");

/** @param {Known} known */
export const draw = (known) => [h("h1", { key: "title" }, t("panel.tables")), h("div.rooms", { key: "rooms" }, tables(known))];
