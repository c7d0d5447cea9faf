/** The position in words, for screen readers: sections with a heading, lines and a table. */

/** Show the sections. What stays the same is not touched, so that a reader stays where they are. */
export function showOutline(root, sections) {
  const fresh = make("div", ...sections.map(makeSection));
  update(root.querySelector("div"), fresh);
}

function makeSection({ heading, lines, table }) {
  const parts = [make("h3", heading)];
  if (lines.length > 0) parts.push(make("ul", ...lines.map((line) => make("li", line))));
  if (table.length > 0) parts.push(makeTable(table));
  return make("section", ...parts);
}

function makeTable([head, ...rows]) {
  const [corner, ...columns] = head;
  const first = corner ? makeHeading("col", corner) : make("td");
  const top = make("tr", first, ...columns.map((words) => makeHeading("col", words)));
  const body = rows.map(([name, ...cells]) => make("tr", makeHeading("row", name), ...cells.map((cell) => make("td", cell))));
  return make("table", make("thead", top), make("tbody", ...body));
}

function makeHeading(scope, words) {
  const cell = make("th", words);
  cell.scope = scope;
  return cell;
}

function make(tag, ...kids) {
  const created = document.createElement(tag);
  created.append(...kids);
  return created;
}

/** Make `old` like `fresh`, where they differ. */
function update(old, fresh) {
  const isLeaf = old.children.length === 0 && fresh.children.length === 0;
  if (old.tagName !== fresh.tagName || (!isLeaf && old.childElementCount !== fresh.childElementCount)) old.replaceWith(fresh);
  else if (!isLeaf) {
    const kids = [...fresh.children]; // a kid that replaces another one leaves `fresh`
    [...old.children].forEach((one, i) => update(one, kids[i]));
  }
  else if (old.textContent !== fresh.textContent) old.textContent = fresh.textContent;
}
