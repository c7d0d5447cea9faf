/** Buttons that scripts add to a page. */

export function createButton(words, act, cls = "btn") {
  const created = document.createElement("button");
  created.type = "button";
  created.className = cls;
  created.textContent = words;
  created.addEventListener("click", act);
  return created;
}
