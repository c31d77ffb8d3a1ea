// What the page says about squares, moves and backends. Texts are text nodes, so that none becomes markup.

// Fills the panel about the chosen square.
function say(...parts) {
  find("says").replaceChildren(...parts.flat(2).filter(Boolean));
}

function sayPosition() {
  const { status, moves } = here;
  say(make("h2", {}, status && status !== "ongoing" ? `The game is over: ${status}` : "Click a piece"),
    make("p", { class: "note" }, moves.length ? "It shows where the piece may go. Then click any other square to see which rule forbids that." : "There is no legal move. Click a piece, then a square, to see which rule forbids the move."));
}

function saySquare(name) {
  const label = here.position.pieces.get(name), turn = here.vfen.split(" ")[1] === "b" ? "Black" : "White";
  const words = here.position.closed.has(name) ? "closed" : label ? pieceName(variant(), label) : "empty";
  say(make("h2", {}, `${name}: ${words}`), make("p", { class: "note" }, label ? `It is the turn of ${turn}.` : "Click a piece first."));
}

// The piece on a square, with its moves. `before` is the piece that was chosen until now.
function sayPiece(name, before) {
  const moves = here.moves.filter(move => move.from === name), label = here.position.pieces.get(name);
  const parts = [make("h2", {}, `${capital(pieceName(variant(), label))} on ${name}: ${count(moves.length, "move")}`)];
  if (!moves.length) parts.push(make("p", { class: "note" }, "Click a square to see which rule forbids the move to it."));
  parts.push(chips(moves.map(move => [move.text, differing().looks.get(move.text) || ""])));
  const extra = differing().extra.filter(text => readMove(text)?.from === name);
  if (extra.length) parts.push(make("p", { class: "moves-title bad" }, make("strong", {}, "Not legal"), " but in the answer of a backend"), chips(extra.map(text => [text, "bad"])));
  if (before && before !== name) {
    const button = make("button", { type: "button" }, `Why not ${before}\u2013${name}?`);
    button.addEventListener("click", () => { choose(before); showArrows([[moveText(before, name), "bad"]]); sayWhyNot(before, name); });
    parts.push(make("p", {}, button));
  }
  say(parts);
}

const capital = text => text[0].toUpperCase() + text.slice(1);
const moveText = (from, to) => `${here.position.pieces.get(from).toUpperCase()} ${from}-${to}`;

// Moves as buttons. A button shows its move and what is to be said about it.
function chips(moves) {
  return make("div", { class: "chips" }, moves.map(([text, look]) => {
    const chip = make("button", { type: "button", class: "chip " + look }, text);
    const show = () => showArrows([[text, look]]);
    chip.addEventListener("mouseenter", show);
    chip.addEventListener("mouseleave", () => { if (document.activeElement !== chip) showArrows(null); });
    chip.addEventListener("focus", show);
    chip.addEventListener("click", () => { show(); sayMove(text); });
    return chip;
  }));
}

// Several moves that end on the same square.
function sayChoice(name, moves) {
  say(make("h2", {}, `${count(moves.length, "move")} to ${name}`), make("ul", {}, moves.map(move => make("li", {}, playButton(move.text), " ", effects(move).join("; ")))));
  find("says").querySelector("button").focus();
}

function playButton(text) {
  const button = make("button", { type: "button" }, text);
  button.addEventListener("click", () => play(text));
  button.addEventListener("focus", () => showArrows([[text, ""]]));
  button.addEventListener("mouseenter", () => showArrows([[text, ""]]));
  return button;
}

// What a move does, in words, by comparing the positions before and after it.
function effects({ text, vfen }) {
  const move = readMove(text), after = vfen && readVfen(variant(), vfen), before = here.position;
  if (!move || !after) return [];
  const name = label => pieceName(variant(), label), words = [], travels = new Map(move.travels);
  const mover = before.pieces.get(move.from), end = travels.get(move.from);
  const taken = end && end !== move.from ? before.pieces.get(end) : null, others = differences(variant(), before, after).squares;
  // A piece that is placed where the mover came from is exchanged with it.
  const isExchange = taken && text.split("; ").slice(1).some(part => part.endsWith("-" + move.from) && !part.startsWith("@") && !part.includes(" "));
  if (taken) words.push(isExchange ? `changes places with the ${name(taken)} on ${end}` : `takes the ${name(taken)} on ${end}`);
  if (!end) words.push("the mover leaves the board");
  if (end && after.pieces.get(end) && mover && after.pieces.get(end) !== mover) words.push(`becomes a ${name(after.pieces.get(end))}`);
  for (const [from, to] of move.travels.filter(([from]) => from !== move.from)) words.push(`the ${name(before.pieces.get(from))} on ${from} goes to ${to}`);
  for (const square of others) {
    if (square === move.from || square === end) continue;
    const [old, now] = [before.pieces.get(square), after.pieces.get(square)];
    if (!before.closed.has(square) && after.closed.has(square)) words.push(`${square} closes`);
    else if (old && now) words.push(`the ${name(old)} on ${square} becomes a ${name(now)}`);
    else if (old && !travels.has(square)) words.push(`the ${name(old)} on ${square} leaves the board`);
    else if (now && ![...travels.values()].includes(square)) words.push(`a ${name(now)} appears on ${square}`);
  }
  if (after.closed.has(move.from) && !before.closed.has(move.from)) words.push(`${move.from} closes`);
  return words;
}

// A legal move, or one that only a backend lists: what it does, and the clauses behind it.
async function sayMove(text) {
  const move = here.moves.find(move => move.text === text), mine = latest;
  const button = make("button", { type: "button", class: "main" }, "Play");
  button.addEventListener("click", () => play(text));
  const box = make("div", {}, make("p", { class: "note" }, "Asking for the clauses..."));
  say(make("h2", {}, text), move ? make("ul", {}, effects(move).map(words => make("li", {}, words))) : null, sidesOn(text), move ? make("p", {}, button) : null, box);
  const reply = await ask({ ask: "explain", at: place(), about: { move: text } });
  if (mine === latest) box.replaceChildren(...reasons(reply, text));
}

// Why the piece on a square cannot go to another.
async function sayWhyNot(from, to) {
  const text = moveText(from, to), mine = latest, title = make("h2", {}, `${capital(pieceName(variant(), here.position.pieces.get(from)))} ${from}\u2013${to} is not legal`);
  const box = make("div", {}, make("p", { class: "note" }, "Asking for the clauses..."));
  say(title, make("p", { class: "note" }, onTheWay(from, to)), box);
  const reply = await ask({ ask: "explain", at: place(), about: { move: text } });
  if (mine !== latest) return;
  box.replaceChildren(...reasons(reply, text));
  const attacks = (reply.ok?.obstacles || []).filter(({ attacks }) => attacks);
  if (attacks.length) showArrows([[text, "bad"], ...attacks.map(({ square, attacks }) => [moveText(square, attacks), "bad"])]);
}

// What is on a square, and on the way to it if that is straight.
function onTheWay(from, to) {
  const { files, first } = variant(), { pieces, closed } = here.position;
  const words = name => closed.has(name) ? "closed" : pieces.has(name) ? pieceName(variant(), pieces.get(name)) : "empty";
  const [[file, rank], [toFile, toRank]] = [from, to].map(name => [files.indexOf(name[0]), Number(name.slice(1)) - first]);
  const [across, up] = [toFile - file, toRank - rank], steps = Math.max(Math.abs(across), Math.abs(up)), between = [];
  if (!across || !up || Math.abs(across) === Math.abs(up)) {
    for (let step = 1; step < steps; step++) between.push(squareName(variant(), file + step * Math.sign(across), rank + step * Math.sign(up)));
  }
  const filled = between.filter(name => words(name) !== "empty").map(name => `${words(name)} on ${name}`);
  const way = !between.length ? "" : filled.length ? `; between: ${filled.join(", ")}` : "; the squares between are empty";
  return `${to}: ${words(to)}${way}.`;
}

async function sayWhyOver() {
  const mine = latest, reply = await ask({ ask: "explain", at: place(), about: { status: null } });
  if (mine !== latest) return;
  if (reply.error) return say(refusal(reply.error));
  const { status, ended_by: by } = reply.ok;
  say(make("h2", {}, `The game is over: ${status}`), by.length ? by.map(effect => reason(effect, "good", "Ended by", `Without it: ${effect.without}`)) : make("p", { class: "note" }, "No clause or pair of clauses ended it."));
}

const refusal = ({ message, context }) => make("div", { class: "alert" }, message, context.length ? make("pre", { tabindex: 0 }, context.join("\n")) : null);

// The clauses behind a move.
function reasons(reply, text) {
  if (reply.error) return [refusal(reply.error)];
  const { legal, possible_by, shaped_by, forbidden_by, obstacles, completed, may_mean, nearest, start, rules } = reply.ok, parts = [];
  if (completed) parts.push(make("p", { class: "note" }, `Read as ${completed}, which would be legal without the clauses named here.`));
  const instead = moves => moves.length && moves.join() !== (completed || text) ? `Without it: ${moves.slice(0, 8).join(", ")}` : "";
  parts.push(possible_by.map(effect => reason(effect, "good", "Possible by", instead(effect.without), " or ")));
  parts.push(shaped_by.map(effect => reason(effect, "", "Shaped by", `It affects: ${effect.without.join(", ")}`)));
  parts.push(obstacles.map(({ square, piece, attacks, clause }) => make("p", {}, `The ${piece} on ${square} ${attacks ? `attacks ${attacks}` : "is in the way"}${clause ? ` (${clause})` : ""}.`)));
  parts.push(forbidden_by.map(effect => reason(effect, "bad", "Forbidden by", instead(effect.without))));
  if (may_mean.length) parts.push(make("p", { class: "note" }, "It may mean:"), chips(may_mean.map(move => [move, ""])));
  if (!legal && !may_mean.length && !forbidden_by.length) {
    parts.push(make("p", {}, start ? capital(start) + "." : "No rule gives the piece this move."));
    if (rules.length) parts.push(make("div", { class: "reason" }, make("p", {}, "The rules of that piece"), clauses(rules)));
  }
  if (!legal && !may_mean.length && nearest.length) parts.push(make("p", { class: "note" }, "Similar legal moves:"), chips(nearest.map(move => [move, ""])));
  return parts.flat(2);
}

// The clauses of an effect, with a switch for each.
function reason(effect, look, title, note, and = " and ") {
  const switches = effect.clauses.filter(id => !state.without.includes(id)).map(id => {
    const button = make("button", { type: "button" }, `Switch off ${id}`);
    button.addEventListener("click", () => go({ without: [...state.without, id] }));
    return button;
  });
  return make("div", { class: "reason " + look }, make("p", {}, effect.clauses.length > 1 ? `${title} ${effect.clauses.join(and)}` : title), clauses(effect.clauses), note ? make("p", { class: "note" }, note) : null, switches.length ? make("p", {}, switches) : null);
}

// Clauses with their words.
function clauses(ids) {
  const words = new Map(variant().clauses);
  return make("dl", {}, ids.map(id => [make("dt", {}, id), make("dd", {}, prose(words.get(id) || ""))]));
}

// A text with *emphasis* and `code`.
function prose(text) {
  return text.split(/(\*[^*]+\*|`[^`]+`)/).map((part, index) => index % 2 ? make(part[0] === "*" ? "em" : "code", {}, part.slice(1, -1)) : part);
}

// What the backends answer differently: the looks of legal moves, the moves that are not legal, and arrows for all of them.
function differing() {
  const looks = new Map(), extra = new Set(), arrows = [];
  for (const side of here.sides) {
    if (!side.missing) continue;
    for (const text of side.missing.moves) looks.set(text, "good");
    for (const text of side.extra.moves) extra.add(text);
    for (const [text] of side.children) if (!looks.has(text)) looks.set(text, "bad");
  }
  for (const [text, look] of looks) arrows.push([text, look]);
  for (const text of extra) arrows.push([text, "bad"]);
  return { looks, extra: [...extra], arrows: arrows.slice(0, 40) };
}

// The backends that differ on a move.
function sidesOn(text) {
  const words = here.sides.flatMap((side, index) => {
    if (!side.missing) return [];
    if (side.missing.moves.includes(text)) return [make("p", { class: "differs" }, `${data.backends[index]} does not list this move.`)];
    if (side.extra.moves.includes(text)) return [make("p", { class: "differs" }, `${data.backends[index]} lists this move, which is not legal.`)];
    const child = side.children.find(one => one[0] === text);
    return child ? [make("p", { class: "differs" }, `${data.backends[index]} reaches another position:`), childTable(child)] : [];
  });
  return words.length ? make("div", {}, words) : null;
}

// How the position after a move differs.
function childTable([, right, wrong]) {
  const [expected, actual] = [right, wrong].map(text => readVfen(variant(), text));
  if (!expected || !actual) return table(["rules", "backend"], [[right, wrong]]);
  const { squares, fields } = differences(variant(), expected, actual);
  const at = (position, name) => position.closed.has(name) ? "closed" : position.pieces.has(name) ? pieceName(variant(), position.pieces.get(name)) : "empty";
  return table(["where", "rules", "backend"], [...[...squares].map(name => [name, at(expected, name), at(actual, name)]), ...fields]);
}

// One entry for each named backend: whether it agrees, and what it answers differently.
function renderBackends() {
  find("backends").hidden = !data.backends.length;
  find("compared").replaceChildren(...here.sides.map((side, index) => {
    const name = make("code", {}, data.backends[index]);
    if (side.believed) return make("div", { class: "backend" }, make("p", { class: "name" }, name, make("span", { class: "note" }, "The page follows its rules.")));
    if (side.isAsked) return make("div", { class: "backend asked" }, make("p", { class: "name" }, name, make("span", { class: "note" }, "is asked ...")));
    if (side.error) return make("div", { class: "backend" }, make("p", { class: "name" }, name, make("span", { class: "differs" }, "gives no answer")), make("p", { class: "note" }, side.error));
    const groups = [["missing", "good", "Missing", "legal, and not in the answer"], ["extra", "bad", "Extra", "in the answer, and not legal"], ["duplicate", "", "Duplicate", "in the answer more than once"]];
    const lists = groups.filter(([key]) => side[key].moves.length).flatMap(([key, look, title, meaning]) => [
      make("p", { class: "moves-title " + look }, make("strong", {}, `${side[key].moves.length + side[key].more} ${title.toLowerCase()}`), " ", make("span", {}, meaning)), chips(side[key].moves.map(text => [text, look]))]);
    if (side.children.length) lists.push(make("p", { class: "moves-title bad" }, make("strong", {}, count(side.children.length, "wrong position")), " ", make("span", {}, "after these moves")), chips(side.children.map(([text]) => [text, "bad"])));
    if (side.status) lists.push(make("p", { class: "moves-title bad" }, make("strong", {}, "Status"), ` ${side.status}, not ${here.status}`));
    const verdict = lists.length ? make("span", { class: "differs" }, "differs") : make("span", { class: "agrees" }, `agrees: ${count(side.count, "move")}`);
    return make("div", { class: "backend" }, make("p", { class: "name" }, name, verdict), lists);
  }));
  find("legend").replaceChildren(make("span", {}, make("i", { class: "good" }), "legal, but missing in a backend"), make("span", {}, make("i", { class: "bad" }), "extra or wrong in a backend"));
}

// Says that the rules were changed, with a button that restores them.
function renderChanged() {
  const changes = [...Object.entries(state.rulings).map(([name, reading]) => `${name}=${reading}`), ...state.without.map(id => `without ${id}`)];
  const button = make("button", { type: "button" }, "Restore the rules");
  button.addEventListener("click", () => go({ rulings: {}, without: [] }));
  find("changed").hidden = !changes.length;
  find("changed").replaceChildren(make("span", {}, `These are other rules: ${changes.join(", ")}.`), button);
}

// The switches of rulings and clauses.
function renderRules() {
  renderChanged();
  const { rulings, clauses } = variant(), off = state.without;
  find("readings").replaceChildren(...rulings.map(([name, readings]) => {
    const field = make("select", {}, readings.map((reading, index) => make("option", { value: reading, selected: (state.rulings[name] || readings[0]) === reading }, index ? reading : `${reading} (default)`)));
    field.addEventListener("change", () => {
      const { [name]: _, ...others } = state.rulings;
      go({ rulings: field.value === readings[0] ? others : { ...others, [name]: field.value } });
    });
    return make("label", {}, name, field);
  }));
  const focused = document.activeElement?.dataset?.clause;
  find("clauses").replaceChildren(...clauses.map(([id, words]) => {
    const box = make("input", { type: "checkbox", checked: !off.includes(id), "data-clause": id });
    box.addEventListener("change", () => go({ without: box.checked ? off.filter(one => one !== id) : [...off, id] }));
    return make("label", {}, box, make("code", {}, id), make("span", {}, prose(words)));
  }));
  if (focused) find("clauses").querySelector(`[data-clause="${focused}"]`)?.focus({ preventScroll: true });
  filterClauses();
  const changed = [...Object.entries(state.rulings).map(([name, reading]) => `${name}=${reading}`), ...off.map(id => `without ${id}`)];
  find("rules-brief").textContent = changed.length ? ` ${changed.join(", ")}` : " the default readings, every clause";
}

function filterClauses() {
  const words = find("find-clause").value.toLowerCase();
  for (const label of find("clauses").children) label.hidden = !label.textContent.toLowerCase().includes(words);
}
