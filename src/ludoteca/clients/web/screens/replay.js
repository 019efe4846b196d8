import { h } from "../dom.js";
import { t } from "../words.js";

export const draw = () => h("h1", {}, t("replay"));
