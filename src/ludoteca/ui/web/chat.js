/** Chat: messages with sender, time and recipient, and a field for writing one. */

import { refusalOf } from "./connection.js";
import { find, h, Piece } from "./dom.js";
import { isMuted, mute } from "./muted.js";
import { personActs } from "./person.js";
import { settings } from "./settings.js";
import { because, language, t } from "./words.js";

/** @import { FieldEvent, Said, ShownTable } from "./types.d.ts" */

const LONGEST = 500;
const NEARLY = 420;
const NEAR = 40;

/** A chat; `send` rejects with a `Refused`, and `seen` is called when the last message is visible.
 * @typedef {{
 *   said: Said[], me: string, people: string[], send(text: string, to: string): Promise<unknown>,
 *   label?: string, table?: ShownTable, seen?(): void,
 * }} ChatData */

let keys = 0;
/** @type {WeakMap<Said, number>} */
const keyed = new WeakMap();

/** Return a key for a message; private messages have no number.
 * @param {Said} one */
function keyOf(one) {
  const key = keyed.get(one) ?? (keys += 1);
  keyed.set(one, key);
  return key;
}

/** @type {{ [name: string]: Intl.DateTimeFormat }} */
const formats = {};

/** Format the time of day, with the date if it is not today.
 * @param {number} at */
function when(at) {
  const time = new Date(at);
  const today = time.toDateString() === new Date().toDateString();
  const name = `${language} ${today}`;
  formats[name] ??= new Intl.DateTimeFormat(language, {
    ...(!today && { day: "numeric", month: "short" }), hour: "2-digit", minute: "2-digit", hourCycle: "h23",
  });
  return h("time", { datetime: time.toISOString() }, formats[name].format(time));
}

/** @extends {Piece<ChatData>} */
export class ChatElement extends Piece {
  #to = "";
  #text = "";
  #problem = "";
  #chosen = 0;
  #below = 0;
  #heard = 0;
  /** @type {unknown[]} */
  #drawn = [];
  #inSight = false;
  #eye = new IntersectionObserver(([{ isIntersecting }]) => {
    this.#inSight = isIntersecting;
    this.#look();
  });

  connectedCallback() {
    this.#drawn = [];
    super.connectedCallback();
    this.#eye.observe(this);
    document.addEventListener("visibilitychange", this.#look);
  }

  disconnectedCallback() {
    this.#eye.disconnect();
    document.removeEventListener("visibilitychange", this.#look);
  }

  /** Address the next message to one player.
   * @param {string} name */
  whisper(name) {
    this.#to = name;
    this.#chosen = 0;
    this.#again();
    find("input", this).focus();
  }

  /** @param {ChatData} data */
  drawing({ said, me, people, label = t("side.chat") }) {
    const heard = said.filter((one) => !isMuted(one.by));
    return [
      h("div.scroll", { key: "said", role: "log", "aria-label": label, tabindex: 0, onscroll: this.#look },
        h("ol", {}, heard.length
          ? heard.map((one) => this.#entry(one, me))
          : h("li.faint", { key: "none" }, t("chat.nothing")))),
      this.#below > 0 &&
        h("button.below.small", { key: "below", onclick: this.#toEnd }, t("chat.below", { count: this.#below })),
      settings.muted.length > 0 && h("p.muted.faint", { key: "muted" }, t("chat.muted"), " ",
        settings.muted.map((name) =>
          h("button.quiet.small", { key: name, onclick: () => this.#mute(name, false) }, name,
            h("span.unseen", {}, ` ${t("chat.unmute")}`), " ×"))),
      this.#form(people.filter((one) => one !== me)),
      this.#text.length > NEARLY &&
        h("p.faint", { key: "left" }, t("chat.left", { count: LONGEST - [...this.#text].length })),
      this.#problem && h("p.problem", { key: "problem", role: "alert", id: "chat-problem" }, this.#problem),
    ];
  }

  /** @param {Said} one @param {string} me */
  #entry(one, me) {
    const key = keyOf(one);
    const mine = one.by === me;
    const open = key === this.#chosen;
    return h("li", { key, class: [mine && "mine", one.to && "whisper"].filter(Boolean).join(" ") },
      mine
        ? h("strong", {}, one.by)
        : h("button.name", { "aria-expanded": String(open), onclick: () => this.#choose(key) }, one.by),
      one.to && h("span.chip", { key: "to" }, mine ? t("chat.to", { name: one.to }) : t("chat.to_you")),
      " ", when(one.at), " ",
      h("span.text", {}, one.text),
      open && h("div.row", { key: "acts" },
        personActs(one.by, { act: this.#do, table: this.data.table, me, whisper: () => this.whisper(one.by) })));
  }

  /** Keep a player who has left selected, so that a private message never goes to everyone.
   * @param {string[]} others */
  #form(others) {
    const names = this.#to && !others.includes(this.#to) ? [this.#to, ...others] : others;
    const to = this.#to ? t("chat.whisper", { name: this.#to }) : t("chat.say");
    return h("form", { key: "form", onsubmit: this.#send },
      names.length > 0 && h("select", { key: "to", "aria-label": t("chat.for"), onchange: this.#turnTo },
        h("option", { value: "", selected: !this.#to }, t("chat.all")),
        names.map((name) => h("option", { key: name, value: name, selected: name === this.#to }, name))),
      h("input", {
        key: "text", name: "text", value: this.#text, maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send",
        placeholder: to, "aria-label": to, "aria-describedby": this.#problem ? "chat-problem" : undefined,
        oninput: (event) => this.#type(event.target.value),
      }),
      h("button", { key: "send" }, t("chat.send")));
  }

  /** Draw only what has changed: a table may set the data with every move. */
  draw() {
    const { said, me, people } = this.data;
    const now = [said, me, people.join(), language, settings.muted];
    if (now.every((one, i) => one === this.#drawn[i])) return;
    const first = !this.#drawn.length;
    const others = said.filter((one) => one.by !== me && !isMuted(one.by)).length;
    const reading = !first && !this.#atEnd();
    this.#below = reading ? this.#below + Math.max(0, others - this.#heard) : 0;
    this.#heard = others;
    this.#drawn = now;
    super.draw();
    if (!reading) this.#toEnd();
  }

  #again() {
    super.draw();
  }

  #atEnd() {
    const list = find(".scroll", this);
    return list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  }

  #toEnd = () => {
    const list = find(".scroll", this);
    list.scrollTop = list.scrollHeight;
    this.#look();
  };

  #look = () => {
    if (!this.firstElementChild || !this.#atEnd()) return;
    if (this.#below) {
      this.#below = 0;
      this.#again();
    }
    if (this.#inSight && !document.hidden) this.data.seen?.();
  };

  /** @param {number} key */
  #choose(key) {
    this.#chosen = this.#chosen === key ? 0 : key;
    this.#again();
  }

  /** @param {FieldEvent} event */
  #turnTo = (event) => {
    this.#to = event.target.value;
    this.#again();
  };

  /** @param {string} text */
  #type(text) {
    this.#text = text;
    this.#problem = "";
    this.#again();
  }

  /** @param {string} name @param {boolean} muted */
  async #mute(name, muted) {
    this.#chosen = 0;
    await this.#attempt(() => mute(name, muted));
  }

  /** @param {() => Promise<unknown>} what */
  #do = async (what) => {
    this.#chosen = 0;
    await this.#attempt(what);
  };

  /** @param {Event} event */
  #send = async (event) => {
    event.preventDefault();
    const text = this.#text.trim();
    if (!text) return;
    this.#text = "";
    const sent = await this.#attempt(() => this.data.send(text, this.#to));
    if (sent) this.#toEnd();
    else this.#text ||= text;
    this.#again();
  };

  /** Run an action and return whether it succeeded; show a refusal below the field.
   * @param {() => Promise<unknown>} what */
  async #attempt(what) {
    this.#problem = "";
    this.#again();
    try {
      await what();
      return true;
    } catch (error) {
      this.#problem = because(refusalOf(error));
      return false;
    } finally {
      this.#again();
    }
  }
}

customElements.define("ludo-chat", ChatElement);
