/** The chat of a table: a list of messages, a form for those who sit there, and a bubble while the panel is closed. */

import { say } from "./words.js";

const BUBBLE = 6000; // milliseconds

export class Chat {
  /** `ask(request)` sends a request, and returns whether there is a connection. */
  constructor(room, ask) {
    this.room = room;
    this.section = room.querySelector(".chat");
    this.list = this.section.querySelector("ol");
    this.form = this.section.querySelector("[data-chat-form]");
    this.toggle = this.section.querySelector("[data-chat-switch]");
    this.bubble = room.appendChild(Object.assign(document.createElement("p"), { className: "bubble" }));
    this.bubble.setAttribute("role", "status");
    this.unfolders = [...document.querySelectorAll("[data-unfold]")];
    this.form?.addEventListener("submit", (event) => (event.preventDefault(), this.send(ask)));
    this.form?.addEventListener("click", ({ target }) => target.dataset.say && ask({ do: "say", text: target.dataset.say }));
    this.toggle?.addEventListener("change", () => ask({ do: "switch_chat", on: this.toggle.checked }));
    for (const button of this.unfolders) button.addEventListener("click", () => this.setUnread(false));
  }

  send(ask) {
    const field = this.form.querySelector("input");
    if (field.value.trim() && ask({ do: "say", text: field.value })) field.value = "";
  }

  receive({ on, whole, lines }) {
    this.section.hidden = !on && !this.toggle;
    if (this.form) this.form.hidden = !on;
    if (this.toggle) this.toggle.checked = on;
    if (whole) this.list.replaceChildren();
    this.list.append(...lines.map(createLine));
    this.list.parentElement.scrollTop = this.list.scrollHeight;
    if (!whole && lines.length > 0 && this.room.classList.contains("folded")) this.showBubble(lines.at(-1));
  }

  showBubble({ name, text }) {
    this.setUnread(true);
    this.bubble.textContent = say("{name}: {text}", { name, text });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.bubble.textContent = ""), BUBBLE);
  }

  setUnread(isUnread) {
    for (const button of this.unfolders) button.toggleAttribute("data-unread", isUnread);
    if (!isUnread) this.bubble.textContent = "";
  }
}

function createLine({ seat, name, text, at }) {
  const line = document.createElement("li");
  const who = Object.assign(document.createElement("b"), { className: `s${seat}`, textContent: name });
  const time = document.createElement("time");
  const when = new Date(at * 1000);
  time.dateTime = when.toISOString();
  time.textContent = when.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  line.append(who, " ", text, " ", time);
  return line;
}
