// The report of a league: unpacks what is inside the page, steps through replays, lists matches, offers files.
const page = JSON.parse(document.getElementById("page").textContent);
const byId = id => document.getElementById(id);

async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
const once = load => { let found; return () => (found ??= load()); };
const loadData = once(() => unpack("data"));

// Replays

const replays = new Map();
let shown = null, frame = 0;

async function openReplay(button) {
  const id = button.dataset.replay;
  if (!replays.has(id)) replays.set(id, await unpack(id));
  shown = replays.get(id);
  for (const other of document.querySelectorAll("[data-replay]")) other.setAttribute("aria-pressed", String(other === button));
  byId("viewer").hidden = false;
  byId("about").textContent = button.dataset.about;
  byId("command").textContent = button.dataset.command;
  byId("slider").max = shown.frames.length - 1;
  showFrame(shown.frames.length - 1);
}

function showFrame(wanted) {
  frame = Math.max(0, Math.min(shown.frames.length - 1, wanted));
  byId("board").innerHTML = shown.frames[frame].map(part => shown.parts[part]).join("");
  byId("slider").value = frame;
  byId("ply").textContent = `ply ${shown.plies[frame]} of ${shown.last}`;
  byId("moves").textContent = shown.moves[frame];
}

for (const button of document.querySelectorAll("[data-replay]")) button.addEventListener("click", () => openReplay(button));
for (const button of document.querySelectorAll("[data-step]"))
  button.addEventListener("click", () => showFrame(frame + Number(button.dataset.step)));
byId("slider")?.addEventListener("input", event => showFrame(Number(event.target.value)));

// Matches, a page at a time

const PAGE = 50;
let listed = 0;

const names = match => match[3].map(bot => page.bots[bot].name).join(", ");
const quoteWord = word => (/[^\w./:=-]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word);
const makeCommand = match =>
  ["ludotheque match", page.game, ...match[3].map(bot => quoteWord(page.bots[bot].word)), page.flags, `--seed ${match[1]}`]
    .filter(Boolean).join(" ");

async function listMatches(more) {
  const data = await loadData();
  const bot = byId("only").value;
  const wanted = data.matches.filter(match => bot === "" || match[3].includes(Number(bot)));
  if (!more) { listed = 0; byId("matches-body").replaceChildren(); }
  for (const match of wanted.slice(listed, listed + PAGE)) {
    const row = byId("matches-body").insertRow();
    const cells = [match[0] + 1, names(match), match[4].join(", "), match[5].join(", "), match[6].join(", "), makeCommand(match)];
    for (const text of cells) row.insertCell().textContent = text;
    for (const place of [1, 4, 5]) row.cells[place].className = "text";
    const code = document.createElement("code");
    code.append(...row.cells[5].childNodes);
    row.cells[5].append(code);
  }
  listed = Math.min(wanted.length, listed + PAGE);
  byId("listed").textContent = `${listed} of ${wanted.length}`;
  byId("more").hidden = listed === wanted.length;
}
byId("only").addEventListener("change", () => listMatches(false));
byId("more").addEventListener("click", () => listMatches(true));
listMatches(false);

// Files

const quoteCell = value => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
const toCsv = rows => rows.map(row => row.map(quoteCell).join(",") + "\n").join("");
const files = {
  "table.csv": async () => { const { table } = await loadData(); return toCsv([Object.keys(table[0] ?? {}), ...table.map(row => Object.values(row).map(cell => typeof cell === "object" && cell ? JSON.stringify(cell) : cell ?? ""))]); },
  "matches.csv": async () => toCsv([["round", "seed", "counted", "bots", "ranks", "scores", "verdicts", "plies", "seconds", "command"],
    ...(await loadData()).matches.map(m => [m[0] + 1, m[1], m[2], names(m), m[4].join(" "), m[5].join(" "), m[6].join(" "), m[7], m[8], makeCommand(m)])]),
  "league.json": async () => JSON.stringify({ ...page, ...(await loadData()) }),
};
for (const button of document.querySelectorAll("[data-file]"))
  button.addEventListener("click", async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await files[button.dataset.file]()]));
    link.download = button.dataset.file;
    link.click();
  });
