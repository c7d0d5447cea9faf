/** Buttons that copy a link: [data-copy] names the field. */

import { say } from "./words.js";

export function copyButtons(root) {
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
    if (!document.execCommand("copy")) return; // it stays selected, to be copied by hand
  }
  button.textContent = say("Copied");
  setTimeout(() => (button.textContent = words), 2000);
}
