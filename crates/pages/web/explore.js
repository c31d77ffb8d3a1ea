// The page on which positions are played: its state, the questions it asks, and the board.
// What is said about squares and backends is in says.js. Answers come from `ask` of ask-server.js or ask-module.js, which know nothing
// of the page.

const data = JSON.parse(find("data").textContent);

// What the address says: a variant, the rules, a root and the moves played from there, and those that were undone.
let state = null;
// The answer about the position after the moves.
let here = null;
// The square of the chosen piece, the moves that are shown as arrows, and what is said.
let chosen = null, arrows = null;
let view = { flipped: false, letters: false };
// The number of the last question about a position: an answer that was overtaken is dropped.
let latest = 0;
// The question what the backends answer differently, and a promise of its answer.
let comparing = null, compared = null;

const variant = () => data.variants[state.variant];
const place = (of = state) => ({ variant: of.variant, rulings: of.rulings, without: of.without, root: of.root, moves: of.moves });
const newGame = name => ({ variant: name, rulings: {}, without: [], root: null, moves: [], undone: [] });

// Goes to another state if its position can be asked about; else says why not and stays.
async function go(change, note) {
  const next = { ...state, ...change }, mine = ++latest;
  const reply = await ask({ ask: "position", at: place(next) });
  if (mine !== latest) return false;
  if (reply.error) {
    const { index, message, context } = reply.error;
    // Under other rules a move of the line may be illegal: the game ends before it.
    if (index != null && state && next.moves.length && next.moves === state.moves) {
      return go({ ...change, moves: next.moves.slice(0, index), undone: [] }, `Under these rules ${message}. The game ends before it.`);
    }
    complain(message, context);
    return false;
  }
  state = next;
  here = reply.ok;
  here.position = readVfen(variant(), here.vfen);
  here.moves = here.moves.map(([text, vfen]) => ({ text, vfen, targets: targetsOf(text), from: readMove(text)?.from }));
  here.sides = data.backends.map(() => ({ isAsked: true }));
  chosen = arrows = draft = null;
  clearCounts();
  complain(note ? note : null, [], true);
  history.replaceState(null, "", "#" + address());
  render();
  compared = compareBackends();
  return true;
}

// Asks what the backends answer differently. They may be slow, so that the board is drawn before.
async function compareBackends() {
  comparing?.abort();
  if (!data.backends.length) return;
  const { signal } = comparing = new AbortController(), asked = here;
  try {
    const reply = await ask({ ask: "compare", at: place() }, signal);
    asked.sides = reply.error ? asked.sides.map(() => ({ error: reply.error.message })) : reply.ok.sides;
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    return;
  }
  renderBackends();
  if (here.sides.some(isDifferent)) renderBoard();
  showCopies();
}

// The squares on which a move is chosen: where its mover ends, or else what it changes.
function targetsOf(text) {
  const move = readMove(text);
  if (!move) return [];
  const [first] = move.travels;
  if (first && first[0] === move.from && first[1] !== move.from) return [first[1]];
  const others = [...move.falls, ...move.travels.filter(([from]) => from !== move.from).map(([, to]) => to)].filter(name => name !== move.from);
  return others.length ? others : [move.from];
}

// The part of the address after `#`.
function address() {
  const fields = new URLSearchParams({ variant: state.variant });
  if (state.root) fields.set("root", state.root);
  for (const text of state.moves) fields.append("move", text);
  for (const [name, reading] of Object.entries(state.rulings)) fields.append("ruling", `${name}=${reading}`);
  for (const id of state.without) fields.append("without", id);
  return fields.toString();
}

// The state that an address names.
function readAddress(text) {
  const fields = new URLSearchParams(text), name = fields.get("variant");
  if (!data.variants[name]) return null;
  const rulings = Object.fromEntries(fields.getAll("ruling").map(one => one.split("=", 2)).filter(pair => pair.length === 2));
  return { variant: name, rulings, without: fields.getAll("without"), root: fields.get("root"), moves: fields.getAll("move"), undone: [] };
}

// Says what is wrong, or takes that back. `isQuiet` marks a note.
function complain(message, context = [], isQuiet = false) {
  find("error").replaceChildren(...(message ? [make("div", { class: isQuiet ? "alert quiet" : "alert" }, message, context.length ? make("pre", { tabindex: 0 }, context.join("\n")) : null)] : []));
}

// Draws everything.
function render() {
  find("variant").value = state.variant;
  find("undo").disabled = !state.moves.length;
  find("redo").disabled = !state.undone.length;
  find("first").disabled = !state.root && !state.moves.length;
  find("vfen").value = here.vfen;
  find("closing").hidden = !variant().closing.length;
  renderTurn();
  renderMoves();
  renderBackends();
  renderRules();
  renderSetup();
  sayPosition();
  showCopies();
}

// Draws the board again, with the focus where it was.
function renderBoard() {
  const box = find("board"), old = box.querySelector(".board"), hadFocus = old?.contains(document.activeElement);
  const current = old?.querySelector("[tabindex='0']")?.dataset.square;
  if (draft) {
    box.replaceChildren(drawBoard(variant(), draft, { ...view, label: `${variant().title}, set-up`, current, onSquare: name => put(name, tool) }));
    if (hadFocus) box.querySelector("[tabindex='0']").focus({ preventScroll: true });
    return;
  }
  const last = state.moves.length ? readMove(state.moves.at(-1)) : null;
  const turn = here.vfen.split(" ")[1] === "b" ? "Black" : "White";
  const dots = new Map(), shown = differing(), { title } = variant();
  if (chosen) {
    for (const move of here.moves.filter(move => move.from === chosen)) for (const name of move.targets) dots.set(name, shown.looks.get(move.text) || dots.get(name) || "");
    for (const text of shown.extra) if (readMove(text)?.from === chosen) for (const name of targetsOf(text)) dots.set(name, "bad");
  }
  const board = drawBoard(variant(), here.position, {
    ...view, label: `${title}, ${turn} to move`, chosen, dots, current, arrows: arrows || (chosen ? [] : shown.arrows),
    last: new Set(last ? [...last.travels.flat(), ...last.falls] : []), onSquare,
  });
  box.replaceChildren(board);
  if (hadFocus) board.querySelector(`[tabindex='0']`).focus({ preventScroll: true });
  find("legend").hidden = !shown.looks.size && !shown.extra.length;
}

// Shows other arrows on the same board.
function showArrows(list) {
  arrows = list;
  find("board").querySelector(".board")?.showArrows(list || (chosen ? [] : differing().arrows));
}

// Shows the moves of the chosen piece that end on the square under the pointer or the focus, and else what was shown before.
function preview({ target }) {
  if (draft || !chosen) return;
  const name = target.closest("[role=gridcell]")?.dataset.square, ending = here.moves.filter(move => move.from === chosen && move.targets.includes(name));
  find("board").querySelector(".board").showArrows(ending.length ? ending.map(move => [move.text, ""]) : arrows || []);
}

// A click on a square.
function onSquare(name) {
  const { pieces } = here.position, label = pieces.get(name), mine = here.moves.some(move => move.from === name);
  const ending = chosen ? here.moves.filter(move => move.from === chosen && move.targets.includes(name)) : [];
  if (ending.length === 1) return play(ending[0].text);
  if (ending.length > 1) return sayChoice(name, ending);
  if (chosen === name) {
    choose(null);
    return sayPosition();
  }
  const isTurn = label && (label === label.toUpperCase()) === (here.vfen.split(" ")[1] === "w");
  if (isTurn && (mine || !chosen)) {
    const before = chosen;
    choose(name);
    return sayPiece(name, before);
  }
  if (!chosen) return saySquare(name);
  showArrows([[`${pieces.get(chosen).toUpperCase()} ${chosen}-${name}`, "bad"]]);
  return sayWhyNot(chosen, name);
}

function choose(name) {
  chosen = name;
  arrows = null;
  renderBoard();
}

function play(text) {
  // A move that was undone is redone, so that the moves after it stay.
  const undone = state.undone[0] === text ? state.undone.slice(1) : [];
  return go({ moves: [...state.moves, text], undone });
}

// Goes to the position after the first `length` moves of the line and the undone moves.
function jump(length) {
  const line = [...state.moves, ...state.undone];
  return go({ moves: line.slice(0, length), undone: line.slice(length) });
}

// Whose turn it is, and the status.
function renderTurn() {
  const [, side, , , , number] = here.vfen.split(" "), turn = side === "b" ? "Black" : "White";
  const isOver = here.status && here.status !== "ongoing";
  find("turn").replaceChildren(make("span", { class: "turn-dot " + turn.toLowerCase() }), make("b", {}, `${turn} to move`),
    make("span", {}, `move ${number}`), make("span", {}, count(here.moves.length, "legal move")), here.check ? make("span", { class: "differs" }, "in check") : "",
    isOver ? make("b", { class: "differs", id: "status" }, here.status) : make("span", { id: "status" }, here.status || ""),
    isOver ? make("button", { type: "button", id: "why-over" }, "Why?") : "");
  find("why-over")?.addEventListener("click", sayWhyOver);
}

// The moves of the line, each a button that leads to its position.
function renderMoves() {
  const line = [...state.moves, ...state.undone];
  const root = make("button", { type: "button", "aria-current": state.moves.length ? null : "true" }, "start");
  root.addEventListener("click", () => jump(0));
  const [, side, , , , first] = (state.root || "- w - - 0 1").split(" "), skew = side === "b" ? 1 : 0;
  const buttons = line.map((text, index) => {
    const ply = index + skew, number = Number(first || 1) + (ply >> 1);
    const button = make("button", { type: "button", class: index >= state.moves.length ? "later" : null, "aria-current": index === state.moves.length - 1 ? "true" : null }, text);
    button.addEventListener("click", () => jump(index + 1));
    return [ply % 2 === 0 || index === 0 ? make("span", {}, ply % 2 ? `${number}...` : `${number}.`) : "", button];
  });
  find("moves").replaceChildren(root, ...buttons.flat());
}

function start() {
  document.body.prepend(sprite(data.symbols));
  find("variant").append(...Object.entries(data.variants).map(([name, { title }]) => make("option", { value: name }, title)));
  find("variant").addEventListener("change", event => go(newGame(event.target.value)));
  find("first").addEventListener("click", () => go({ root: null, moves: [], undone: [] }));
  find("undo").addEventListener("click", () => jump(state.moves.length - 1));
  find("redo").addEventListener("click", () => jump(state.moves.length + 1));
  for (const name of ["flipped", "letters"]) find(name).addEventListener("change", event => { view[name] = event.target.checked; renderBoard(); });
  find("load").addEventListener("submit", async event => {
    event.preventDefault();
    const reply = await ask({ ask: "read", at: { ...place(), root: find("vfen").value, moves: [] } });
    if (reply.error) complain(reply.error.message, reply.error.context);
    else go({ root: reply.ok.vfen, moves: [], undone: [] }, reply.ok.notes.join("; "));
  });
  find("set-up").addEventListener("click", () => draft ? endSetup() : startSetup());
  find("setup-cancel").addEventListener("click", endSetup);
  find("setup-done").addEventListener("click", finishSetup);
  find("setup-clear").addEventListener("click", clearSetup);
  for (const name of ["pointerover", "focusin", "pointerleave"]) find("board").addEventListener(name, preview);
  find("board").addEventListener("pointerdown", dragOnBoard);
  find("board").addEventListener("keydown", event => {
    const name = event.target.closest("[role=gridcell]")?.dataset.square;
    if (draft && name && ["Delete", "Backspace"].includes(event.key)) put(name, "");
  });
  find("count-form").addEventListener("submit", event => { event.preventDefault(); startCount(); });
  find("cancel").addEventListener("click", cancelCount);
  find("copies").addEventListener("toggle", showCopies);
  find("open-form").addEventListener("submit", event => { event.preventDefault(); openText(find("open-text").value); });
  find("open-file").addEventListener("change", async event => { const [file] = event.target.files; if (file) openText(file.size > MAX_OPENED ? " ".repeat(MAX_OPENED + 1) : await file.text()); });
  find("copy-vfen").addEventListener("click", event => copy(find("vfen").value, event.target));
  find("find-clause").addEventListener("input", filterClauses);
  addEventListener("keydown", event => {
    if (event.key === "Escape" && chosen) { choose(null); sayPosition(); }
    const isField = event.target.closest?.("input, textarea, select");
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !isField && state.moves.length) { jump(state.moves.length - 1); event.preventDefault(); }
  });
  addEventListener("hashchange", () => { const named = readAddress(location.hash.slice(1)); if (named) go(named); });
  const { initial } = data, given = initial.variant || Object.keys(data.variants)[0];
  find("app").hidden = false;
  if (!given) return complain("No backend has rules of a variant.");
  const rulings = Object.fromEntries(initial.rulings.map(one => one.split("=", 2)));
  const first = { ...newGame(given), root: initial.root, rulings, without: initial.without };
  return go(readAddress(location.hash.slice(1)) || first).then(isThere => isThere || go(first));
}

start();
