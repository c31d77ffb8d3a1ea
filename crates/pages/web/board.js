"use strict";
// The board of every page: reads a VFEN and draws it as an SVG grid that can be walked with the arrow keys.
// It knows variants only by the data it is given, and no page.

const SIDE = 48, MARGIN = 26;
const DOT_WORDS = { "": "legal move", good: "missing move", bad: "extra move" };

// Makes an element. Text is always a text node, so that no text from outside becomes markup.
function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// The same for SVG.
function draw(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(2).filter(child => child != null && child !== false));
  return element;
}

// The name of a square by its numbers from the lower left corner.
const squareName = (variant, file, rank) => variant.files[file] + (rank + variant.first);

// The numbers of a square by its name, or null.
function squareOf(variant, name) {
  const match = /^([a-z])(\d{1,2})$/.exec(name);
  const file = match ? variant.files.indexOf(match[1]) : -1;
  return file < 0 ? null : [file, Number(match[2]) - variant.first];
}

// Reads a VFEN, or returns null. Only the shape of the board is checked, so that wrong answers can be shown.
function readVfen(variant, text) {
  const fields = text.split(" "), rows = fields[0].split("/"), files = variant.files.length;
  if (fields.length < 6 || rows.length > 16) return null;
  const position = { ranks: rows.length, pieces: new Map(), closed: new Set(), fields };
  for (const [index, row] of rows.entries()) {
    const rank = rows.length - 1 - index, token = /(\d{1,2})|\{([a-z]+|[A-Z]+)\}|([A-Za-z])|(-)/y;
    let file = 0;
    while (token.lastIndex < row.length) {
      const match = token.exec(row);
      if (!match) return null;
      const [, gap, long, short, closed] = match, label = long || short, name = squareName(variant, file, rank);
      if (label && variant.pieces[label.toUpperCase()]) position.pieces.set(name, label);
      else if (closed) position.closed.add(name);
      else if (!gap) return null;
      file += gap ? Number(gap) : 1;
    }
    if (file !== files) return null;
  }
  return position;
}

// The parts of a move in canonical notation, or null: where pieces go, and where they fall.
function readMove(text) {
  const match = /^[A-Z]+ ([a-z]\d+)-([a-z]\d+)?/i.exec(text);
  if (!match) return null;
  const move = { from: match[1], travels: [], falls: [] };
  if (match[2]) move.travels.push([match[1], match[2]]); else move.falls.push(match[1]);
  for (const part of text.split("; ").slice(1)) {
    const travel = /^[A-Z]+ ([a-z]\d+)-([a-z]\d+)$/i.exec(part), fall = /^@-([a-z]\d+)$/.exec(part);
    if (travel) move.travels.push([travel[1], travel[2]]);
    if (fall) move.falls.push(fall[1]);
  }
  return move;
}

// What differs between two positions: the squares, and the other fields with both values.
function differences(variant, expected, actual) {
  const squares = new Set();
  for (const name of new Set([...expected.pieces.keys(), ...actual.pieces.keys(), ...expected.closed, ...actual.closed])) {
    const same = expected.pieces.get(name) === actual.pieces.get(name) && expected.closed.has(name) === actual.closed.has(name);
    if (!same) squares.add(name);
  }
  const names = ["side to move", "unmoved", "en passant", "halfmove clock", "move number"], fields = [];
  const length = Math.max(expected.fields.length, actual.fields.length);
  for (let index = 1; index < length; index++) {
    const [left, right] = [expected.fields[index] ?? "", actual.fields[index] ?? ""];
    if (left !== right) fields.push([names[index - 1] || "other", left, right]);
  }
  return { squares, fields };
}

// The name of a piece in words, such as "white King".
function pieceName(variant, label) {
  const colour = label === label.toUpperCase() ? "white" : "black";
  return colour + " " + variant.pieces[label.toUpperCase()][0];
}

// A piece at the corner (x, y): its symbol, or a disc with its label.
function drawPiece(variant, label, x, y, letters) {
  const [, symbol, lettered] = variant.pieces[label.toUpperCase()];
  const side = label === label.toUpperCase() ? "white" : "black";
  const group = draw("g", { class: "piece " + side, transform: `translate(${x} ${y})` });
  if (letters) group.append(draw("circle", { cx: 24, cy: 24, r: 18 }));
  else group.append(draw("use", { href: "#piece-" + symbol, transform: "translate(2.4 2.4) scale(.9)" }));
  if (letters || lettered) {
    const long = label.length > 1;
    group.append(draw("text", { x: 24, y: long ? 29 : 31, class: long ? "long" : null }, label));
  }
  return group;
}

// The definitions that boards refer to, once a page: the symbols, each an array of paths, and the hatch.
function sprite(symbols) {
  const defs = draw("defs", {}, draw("pattern", { id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    draw("rect", { width: 8, height: 8, fill: "#6a6053" }), draw("path", { d: "M0 0V8", stroke: "#a89c8b", "stroke-width": 5 })));
  for (const [name, [body, ink, line]] of Object.entries(symbols)) {
    defs.append(draw("g", { id: "piece-" + name }, draw("path", { d: body }),
      ink && draw("path", { d: ink, fill: "currentColor", stroke: "none" }),
      line && draw("path", { d: line, fill: "none", stroke: "currentColor" })));
  }
  return draw("svg", { class: "sprite", width: 0, height: 0, "aria-hidden": "true" }, defs);
}

// The outline of an arrow between two centres; a ring if they are the same.
function arrowPath([x, y], [toX, toY]) {
  if (x === toX && y === toY) return `M${x - 20} ${y}a20 20 0 1 1 40 0a20 20 0 1 1 -40 0zm5 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0z`;
  const length = Math.hypot(toX - x, toY - y), across = (toX - x) / length, down = (toY - y) / length, tip = length - 5;
  const outline = [[9, 3], [tip - 14, 3], [tip - 16, 9.5], [tip, 0], [tip - 16, -9.5], [tip - 14, -3], [9, -3]];
  return "M" + outline.map(([along, aside]) => `${(x + across * along - down * aside).toFixed(1)} ${(y + down * along + across * aside).toFixed(1)}`).join("L") + "z";
}

// Draws a board. `options`: `label` (its name), `flipped`, `letters`, `marks` and `last` (sets of squares), `chosen` (a square),
// `dots` (the ends of moves, each with its look), `arrows` ([move text, look]), `current` (the square that Tab reaches), and
// `onSquare(name)` for clicks and Enter. A look is "good", "bad" or "". `showArrows` of the board replaces the arrows.
function drawBoard(variant, position, options) {
  const { flipped = false, letters = false, marks = new Set(), last = new Set(), dots = new Map(), arrows = [], chosen = null } = options;
  const files = variant.files.length, { ranks } = position, width = files * SIDE + 2 * MARGIN, height = ranks * SIDE + 2 * MARGIN;
  const corner = (file, rank) => [MARGIN + (flipped ? files - 1 - file : file) * SIDE, MARGIN + (flipped ? rank : ranks - 1 - rank) * SIDE];
  const centre = name => {
    const square = squareOf(variant, name);
    return square && square[1] >= 0 && square[1] < ranks ? corner(...square).map(at => at + SIDE / 2) : null;
  };
  const board = draw("svg", { class: "board", viewBox: `0 0 ${width} ${height}`, role: "grid", "aria-label": options.label, "aria-readonly": "true" });
  const line = names => draw("g", { class: "coordinates", "aria-hidden": "true" }, names);
  const labels = [];
  for (let file = 0; file < files; file++) {
    const [x] = corner(file, 0);
    for (const y of [MARGIN - 9, height - 9]) labels.push(draw("text", { x: x + SIDE / 2, y }, variant.files[file]));
  }
  for (let rank = 0; rank < ranks; rank++) {
    const [, y] = corner(0, rank);
    for (const x of [MARGIN / 2, width - MARGIN / 2]) labels.push(draw("text", { x, y: y + SIDE / 2 + 5 }, String(rank + variant.first)));
  }
  board.append(line(labels));

  const notes = new Map();
  for (const [text, look] of arrows) {
    const move = readMove(text);
    if (move) notes.set(move.from, (notes.get(move.from) || "") + `, ${look === "good" ? "missing move" : look === "bad" ? "extra move" : "move"} ${text}`);
  }
  for (let down = 0; down < ranks; down++) {
    const rank = flipped ? down : ranks - 1 - down, row = draw("g", { role: "row" });
    for (let right = 0; right < files; right++) {
      const file = flipped ? files - 1 - right : right, name = squareName(variant, file, rank), [x, y] = corner(file, rank);
      const rim = file === 0 || rank === 0 || file === files - 1 || rank === ranks - 1;
      const isClosed = position.closed.has(name), label = position.pieces.get(name);
      const words = [name, isClosed ? "closed" : label ? pieceName(variant, label) : "empty", marks.has(name) && "differs", name === chosen && "chosen", DOT_WORDS[dots.get(name)]];
      const shade = (file + rank) % 2 ? "light" : "dark";
      const look = isClosed ? "closed" : variant.edge && rim ? "edge " + shade : shade;
      const cell = draw("g", { role: "gridcell", tabindex: -1, "data-square": name, "aria-selected": chosen === null ? null : String(name === chosen), "aria-label": words.filter(Boolean).join(", ") + (notes.get(name) || "") },
        draw("rect", { x, y, width: SIDE, height: SIDE, class: look }),
        last.has(name) && draw("rect", { x, y, width: SIDE, height: SIDE, class: "last" }),
        name === chosen && draw("rect", { x, y, width: SIDE, height: SIDE, class: "chosen" }),
        variant.closing.includes(name) && !isClosed && draw("circle", { class: "ring", cx: x + 24, cy: y + 24, r: 22 }),
        label && drawPiece(variant, label, x, y, letters),
        marks.has(name) && draw("rect", { x: x + 1.5, y: y + 1.5, width: SIDE - 3, height: SIDE - 3, class: "mark" }),
        draw("rect", { class: "focus", x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4 }),
        dots.has(name) && draw("circle", { class: `${label ? "take" : "dot"} ${dots.get(name)}`, cx: x + 24, cy: y + 24, r: label ? 21 : dots.get(name) ? 11 : 7 }));
      row.append(cell);
    }
    board.append(row);
  }
  board.append(draw("rect", { class: "frame", x: MARGIN, y: MARGIN, width: files * SIDE, height: ranks * SIDE }));

  const over = draw("g", { class: "over", "aria-hidden": "true" });
  board.showArrows = arrows => {
    const parts = [];
    for (const [text, look] of arrows) {
      const move = readMove(text);
      for (const [from, to] of move ? move.travels : []) {
        const [start, end] = [centre(from), centre(to)];
        if (start && end) parts.push(draw("path", { class: "arrow " + look, d: arrowPath(start, end) }));
      }
      for (const name of move ? move.falls : []) {
        const at = centre(name);
        if (at) parts.push(draw("path", { class: "fall " + look, d: `M${at[0] - 12} ${at[1] - 12}l24 24m0-24l-24 24` }));
      }
    }
    over.replaceChildren(...parts);
  };
  board.showArrows(arrows);
  board.append(over);
  walk(board, options);
  return board;
}

// Makes one square of a board reachable by Tab, and the others by the arrow keys, Home and End.
function walk(board, { onSquare, current: name }) {
  const rows = [...board.querySelectorAll("[role=row]")].map(row => [...row.children]);
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -99], End: [0, 99] };
  let current = rows.flat().find(cell => cell.dataset.square === name) || rows[0][0];
  current.setAttribute("tabindex", 0);
  const choose = cell => {
    current.setAttribute("tabindex", -1);
    current = cell;
    current.setAttribute("tabindex", 0);
    current.focus();
  };
  board.addEventListener("keydown", event => {
    const step = steps[event.key], row = rows.findIndex(row => row.includes(current)), column = rows[row].indexOf(current);
    if (step) {
      const [down, right] = [Math.min(Math.max(row + step[0], 0), rows.length - 1), Math.min(Math.max(column + step[1], 0), rows[0].length - 1)];
      choose(rows[down][right]);
      event.preventDefault();
    } else if (onSquare && (event.key === "Enter" || event.key === " ")) {
      onSquare(current.dataset.square);
      event.preventDefault();
    }
  });
  board.addEventListener("click", event => {
    const cell = event.target.closest("[role=gridcell]");
    if (!cell) return;
    choose(cell);
    if (onSquare) onSquare(cell.dataset.square);
  });
}
