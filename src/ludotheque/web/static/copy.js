/** Buttons that copy the link of a field: [data-copy] is the id of the field. */

import { say } from "./words.js";

export function initCopyButtons(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    if (field.value.startsWith("/")) field.value = new URL(field.value, location.href).href;
    field.addEventListener("focus", () => field.select());
    button.addEventListener("click", () => copy(field, button));
  }
}

async function copy(field, button) {
  const words = button.textContent;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return; // the text stays selected, so the user can copy it
  }
  button.textContent = say("Copied");
  setTimeout(() => (button.textContent = words), 2000);
}
