/** My Shelfie on the page: the element of its table, and its texts. */

import { TableElement } from "./table.js";

export { expected, figure, keeps, kept, order, sentence, source, tour } from "./telling.js";
export const element = "shelfie-table";
export const decision = ["shelfie-table .room"];
export const tie = "shelfie.tie";
export const goals = ["token_taken", "shelf_filled"];
export const teach = () => import("./hints.js");

customElements.define(element, TableElement);
