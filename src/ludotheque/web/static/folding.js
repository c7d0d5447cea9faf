/** What folds at a table: the side panel with the log, and the legend of the board. */

import { read, store } from "./storage.js";

const KEY = "side"; // in the browser's storage: whether the panel is open beside the board
const BESIDE = matchMedia("(min-width: 68rem) and (min-height: 30.01rem)"); // elsewhere the panel covers the board
const WIDE = matchMedia("(min-width: 100rem)"); // here it is open until the user closes it

/** Make the buttons work, and open the panel as the user left it. */
export function initFolding(room) {
  const buttons = [...document.querySelectorAll("[data-unfold]")];
  const setOpen = (isOpen) => {
    room.classList.toggle("folded", !isOpen);
    for (const button of buttons) button.setAttribute("aria-expanded", isOpen);
  };
  const toggle = () => {
    const isOpen = room.classList.contains("folded");
    setOpen(isOpen);
    if (BESIDE.matches) store(KEY, isOpen ? "open" : "closed");
    (isOpen ? room.querySelector(".side .fold") : buttons.find(isShown))?.focus();
  };
  for (const button of buttons) button.addEventListener("click", toggle);
  room.addEventListener("uncover", () => !BESIDE.matches && setOpen(false));
  BESIDE.addEventListener("change", () => setOpen(BESIDE.matches && wasOpen()));
  setOpen(BESIDE.matches && wasOpen());
  for (const button of explainButtons()) button.addEventListener("click", () => explain(room.querySelector(".stage")));
}

/** Show the button "?" if the board has a legend. */
export function showLegendButton(stage) {
  for (const button of explainButtons()) button.hidden = !stage.querySelector(".legend");
}

function explain(stage) {
  const isShown = stage.classList.toggle("explained");
  for (const button of explainButtons()) button.setAttribute("aria-pressed", isShown);
}

function explainButtons() {
  return document.querySelectorAll("[data-explain]");
}

function isShown(element) {
  return element.checkVisibility();
}

function wasOpen() {
  return read(KEY, WIDE.matches ? "open" : "") === "open";
}
