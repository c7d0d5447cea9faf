/** Calls the player back: "your turn" in the title of the tab, and a notification if the page is in the background. */

import { read, store } from "./storage.js";
import { say } from "./words.js";

const STORED = "ludotheque-notifications";

export class Attention {
  /** `tick` is the box that allows notifications, `problem` says why the browser shows none. */
  constructor(tick, problem) {
    Object.assign(this, { tick, problem });
    this.title = document.title;
    this.notification = null;
    tick.closest(".field").hidden = !("Notification" in window);
    tick.checked = read(STORED, "off") === "on" && isAllowed();
    tick.addEventListener("change", () => this.choose());
    document.addEventListener("visibilitychange", () => !document.hidden && this.notification?.close());
  }

  /** Ask the browser only now: the user has just ticked the box. */
  async choose() {
    if (this.tick.checked && (await Notification.requestPermission()) !== "granted") this.tick.checked = false;
    this.problem.hidden = isAllowed() || Notification.permission === "default";
    store(STORED, this.tick.checked ? "on" : "off");
  }

  showTurn(isMine) {
    document.title = isMine ? `${say("Your turn")} · ${this.title}` : this.title;
  }

  /** Say something to a player who looks at something else. */
  call(sentence) {
    if (!this.tick.checked || !document.hidden) return;
    try {
      this.notification = new Notification(this.title, { body: sentence, tag: location.pathname });
      this.notification.addEventListener("click", () => window.focus());
    } catch {
      // some phones allow notifications to installed pages only
    }
  }
}

function isAllowed() {
  return "Notification" in window && Notification.permission === "granted";
}
