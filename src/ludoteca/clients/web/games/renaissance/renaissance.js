import { h, Piece } from "../../dom.js";

export const element = "renaissance-table";
export const sentence = (event) => event.event;
export const expected = (table) => table.guide?.to_do ?? "";

class Table extends Piece {
  drawing({ table }) {
    return h("pre", {}, JSON.stringify(table.view, null, 1));
  }
}

customElements.define(element, Table);
