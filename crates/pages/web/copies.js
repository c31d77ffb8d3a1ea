// What people take along from a position, and what they open.

// The commands, the case and the picture of the position; and the bug file of a backend that differs.
async function showCopies() {
  if (!find("copies").open) return;
  const mine = latest, box = find("copied");
  const clauses = [...find("says").querySelectorAll(".reason dt")].map(one => one.textContent).filter(id => variant().clauses.some(([known]) => known === id));
  const reply = await ask({ ask: "copies", at: place(), view: { ...view, square: chosen }, clauses });
  if (mine !== latest) return;
  if (reply.error) return box.replaceChildren(refusal(reply.error));
  const { command, compare, position, case: one, svg } = reply.ok;
  const differ = here.sides.flatMap((side, index) => isDifferent(side) ? [index] : []);
  box.replaceChildren(
    ...copyLine("Address of this position", location.href, "the address"),
    ...copyLine("Command", command, "the command"),
    ...compare.flatMap((text, index) => copyLine(`Command that compares ${data.backends[index]}`, text, "the command")),
    file("Picture", "position.svg", svg), file("Position of a corpus", "position.json", position), file("Case, to be filled in by `vperft bless`", "case.json", one),
    ...differ.map(index => bugButton(index, clauses)));
}

const isDifferent = side => side.missing && (side.missing.moves.length || side.extra.moves.length || side.duplicate.moves.length || side.children.length || side.status);

const copyLine = (title, text, label) => [make("p", { class: "moves-title" }, make("strong", {}, title)), copyable(text, label)];

// A text to copy or to save.
function file(title, name, text) {
  const copier = make("button", { type: "button", "aria-label": `Copy: ${title}` }, "Copy"), saver = make("button", { type: "button", "aria-label": `Save ${name}` }, "Save");
  copier.addEventListener("click", () => copy(text, copier));
  saver.addEventListener("click", () => save(name, text));
  return make("p", { class: "controls file" }, make("span", {}, prose(title)), copier, saver);
}

function save(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function bugButton(index, clauses) {
  const button = make("button", { type: "button" }, `Make a bug file of ${data.backends[index]}`), box = make("div", {});
  button.addEventListener("click", async () => {
    const reply = await ask({ ask: "bug", at: place(), side: index, clauses });
    box.replaceChildren(reply.error ? refusal(reply.error) : file("Bug file, for `vperft repro`", "bug.json", reply.ok.bug));
  });
  return make("div", {}, make("p", {}, button), box);
}

// The most bytes of a text that is opened; the server takes little more.
const MAX_OPENED = 1 << 20;

// Reads a text of any form, and shows what it says.
async function openText(text) {
  if (text.length > MAX_OPENED) return opened("The text is longer than 1 MiB.");
  const depth = Number(find("depth").value) || 2;
  const reply = await ask({ ask: "open", at: place(), text, depth });
  if (reply.error) return opened(refusal(reply.error));
  const one = reply.ok;
  if (one.kind === "bug") {
    const changed = Object.fromEntries(Object.entries(one.rulings).filter(([name, reading]) => data.variants[one.variant]?.rulings.some(([known, readings]) => known === name && readings[0] !== reading)));
    if (!data.variants[one.variant]) return opened(`No backend has rules of ${one.variant}.`);
    if (await go({ ...newGame(one.variant), rulings: changed, root: one.root, moves: one.moves })) {
      if (one.about) sayMove(one.about);
      opened(make("p", {}, make("strong", {}, "A bug file.")), notes(one.notes));
    }
  } else if (one.kind === "game") {
    if (await go({ root: one.root, moves: one.moves, undone: [] })) {
      opened(make("p", {}, make("strong", {}, `A game of ${count(one.moves.length, "ply", "plies")}.`), one.stop ? ` It stops before ${one.stop.problem}.` : ""), notes(one.notes));
      if (one.stop?.text) sayIllegal(one.stop.text);
    }
  } else if (one.kind === "table") {
    opened(make("p", {}, make("strong", {}, `A divide table of depth ${one.depth}.`)), notes(one.notes));
    given = { rows: one.rows, total: one.total, depth: one.depth };
    find("perft").open = true;
    startCount();
  } else {
    opened(make("p", {}, make("strong", {}, one.kind === "suite" ? "A suite of positions." : "A record."), one.more ? ` The first ${one.positions.length} of ${one.positions.length + one.more} positions:` : ""), make("ul", { class: "links" }, one.positions.map(link)));
  }
}

const notes = list => list.length ? make("ul", {}, list.map(text => make("li", {}, text))) : "";

const opened = (...parts) => find("opened").replaceChildren(...parts);

// An entry of a list of positions, which leads there.
function link({ label, variant: name, root, moves, problem }) {
  const button = make("button", { type: "button", class: "chip", disabled: !root || !data.variants[name] }, label);
  button.addEventListener("click", () => go({ ...(name === state.variant ? {} : newGame(name)), root, moves, undone: [] }));
  return make("li", {}, button, problem ? make("span", { class: "note" }, " " + problem) : "");
}

// The clauses that forbid a move that somebody wrote.
async function sayIllegal(text) {
  const mine = latest, reply = await ask({ ask: "explain", at: place(), about: { move: text } });
  if (mine !== latest) return;
  showArrows([[reply.ok?.completed || text, "bad"]]);
  say(make("h2", {}, `${text} is not legal`), reasons(reply, text));
}
