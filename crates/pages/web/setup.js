// Setting up a position: pieces are put on squares by drag, by click or by keyboard, and the result is written as VFEN.

// The position that is set up: `pieces`, `closed`, `ranks`, `side` and the field of unmoved pieces.
let draft = null;
// What a click puts on a square: a label, "" for nothing, "-" to close or open the square.
let tool = "";

function startSetup() {
  const [, side, unmoved] = here.vfen.split(" "), { pieces, closed, ranks } = here.position;
  draft = { pieces: new Map(pieces), closed: new Set(closed), ranks, side, unmoved };
  chosen = arrows = null;
  find("setup-side").value = side;
  renderSetup();
}

function endSetup() {
  draft = null;
  renderSetup();
  sayPosition();
}

// Shows or hides everything about the set-up, and the board.
function renderSetup() {
  find("setup").hidden = !draft;
  find("set-up").setAttribute("aria-pressed", String(draft !== null));
  for (const id of ["turn", "legend"]) find(id).hidden = draft !== null;
  if (draft) {
    const labels = Object.keys(variant().pieces), row = list => make("div", {}, list.map(paletteButton));
    find("palette").replaceChildren(row(labels), row(labels.map(label => label.toLowerCase())), row(["", ...(variant().closing.length ? ["-"] : [])]));
    say(make("h2", {}, "Set up a position"), make("p", { class: "note" }, "Choose a piece below the board, then click squares; or drag pieces. Delete empties a square."));
  }
  renderBoard();
}

function paletteButton(label) {
  const name = label && label !== "-" ? pieceName(variant(), label) : null;
  const button = make("button", { type: "button", "aria-label": name, title: name, "aria-pressed": String(tool === label), "data-label": label }, label && label !== "-" ? picture(label) : label ? "closed" : "empty");
  button.addEventListener("click", () => {
    tool = label;
    for (const other of find("palette").querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
  });
  if (label) button.addEventListener("pointerdown", event => drag(event, label, to => { if (to) put(to, label); }));
  return button;
}

const picture = label => draw("svg", { viewBox: "0 0 48 48", width: 36, height: 36, "aria-hidden": "true" }, drawPiece(variant(), label, 0, 0, view.letters));

// Puts something on a square of the draft.
function put(name, what) {
  const { pieces, closed } = draft;
  const before = pieces.get(name);
  pieces.delete(name);
  if (what === "-" ? closed.has(name) || !variant().closing.includes(name) : true) closed.delete(name); else closed.add(name);
  if (what && what !== "-") pieces.set(name, what);
  if (pieces.get(name) !== before) draft.unmoved = withoutSquare(draft.unmoved, name);
  renderBoard();
}

// The field of unmoved pieces without a square.
function withoutSquare(field, name) {
  if (field === "*" || field === "-") return field;
  return field.split(",").filter(one => one !== name).join(",") || "-";
}

// The draft as VFEN, with new counters and without the fields of a variant.
function writeVfen() {
  const { files } = variant(), rows = [];
  for (let rank = draft.ranks - 1; rank >= 0; rank--) {
    let row = "", gap = 0;
    for (let file = 0; file < files.length; file++) {
      const name = squareName(variant(), file, rank), label = draft.pieces.get(name);
      const text = draft.closed.has(name) ? "-" : label ? label.length > 1 ? `{${label}}` : label : "";
      if (text) { row += (gap || "") + text; gap = 0; } else gap += 1;
    }
    rows.push(row + (gap || ""));
  }
  return `${rows.join("/")} ${find("setup-side").value} ${draft.unmoved} - 0 1`;
}

async function finishSetup() {
  const reply = await ask({ ask: "read", at: { ...place(), root: writeVfen(), moves: [] } });
  if (reply.error) return complain(reply.error.message, reply.error.context);
  return go({ root: reply.ok.vfen, moves: [], undone: [] });
}

function clearSetup() {
  draft.pieces.clear();
  draft.closed.clear();
  draft.unmoved = "-";
  renderBoard();
}

// Follows the pointer with a piece until it is let go. `drop` receives the square, or null.
function drag(event, label, drop) {
  if (event.button !== 0) return;
  const from = [event.clientX, event.clientY], size = document.querySelector("[role=gridcell]").getBoundingClientRect().width;
  let ghost = null;
  const move = ({ clientX, clientY }) => {
    if (!ghost && Math.hypot(clientX - from[0], clientY - from[1]) > 6) {
      ghost = draw("svg", { class: "ghost", viewBox: "0 0 48 48", width: size, height: size, "aria-hidden": "true" }, drawPiece(variant(), label, 0, 0, view.letters));
      document.body.append(ghost);
    }
    if (ghost) [ghost.style.left, ghost.style.top] = [`${clientX - size / 2}px`, `${clientY - size / 2}px`];
  };
  const end = ({ type, clientX, clientY }) => {
    for (const name of ["pointermove", "pointerup", "pointercancel"]) removeEventListener(name, name === "pointermove" ? move : end);
    if (!ghost) return;
    ghost.remove();
    if (type === "pointerup") drop(document.elementFromPoint(clientX, clientY)?.closest("[role=gridcell]")?.dataset.square || null);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

// A piece of the board that is dragged: it moves, or in a set-up goes to another square or off the board.
function dragOnBoard(event) {
  const name = event.target.closest?.("[role=gridcell]")?.dataset.square;
  const label = name && (draft || here.position).pieces.get(name);
  if (!label) return;
  drag(event, label, to => {
    if (to === name) return;
    if (draft) {
      put(name, "");
      if (to) put(to, label);
    } else if (to && here.moves.some(move => move.from === name)) {
      if (chosen !== name) choose(name);
      onSquare(to);
    }
  });
}
