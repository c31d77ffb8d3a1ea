// Counts below the moves of the position, for the rules and every backend, a few moves at a time so that they can be ended.

// The time that a request of several moves should take, in milliseconds.
const COUNT_TIME = 150;
let counting = null;
// The rows and the total of a table that was opened, each count as text.
let given = null;

// The columns of the table: the rules, and the backends that answer.
function columns() {
  const sides = here.sides.map((side, index) => ({ name: data.backends[index], side: index, answer: side }));
  return [{ name: "rules", side: null }, ...sides.filter(({ answer }) => answer.missing)];
}

async function startCount() {
  cancelCount();
  const depth = Number(find("depth").value), mine = counting = new AbortController();
  find("count").hidden = true;
  find("cancel").hidden = false;
  find("count-progress").textContent = "";
  // The moves of a backend are known once it was compared.
  await compared;
  if (counting !== mine) return;
  const legal = here.moves.map(move => move.text), extra = differing().extra, rows = [...legal, ...extra].sort();
  const all = columns().map(column => {
    const { missing, extra: own } = column.answer || { missing: { moves: [] }, extra: { moves: [] } };
    const moves = column.side === null ? legal : [...legal.filter(text => !missing.moves.includes(text)), ...own.moves];
    return { ...column, moves: moves.sort(), counts: new Map(), problem: null };
  });
  if (given?.depth === depth) all.push(givenColumn(rows));
  try {
    for (const column of all) await countColumn(column, depth, mine.signal, done => showCounts(rows, all, depth, `${column.name}: ${done} of ${count(column.moves.length, "move")}`));
    showCounts(rows, all, depth, "");
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    if (counting === mine) showCounts(rows, all, depth, "The count was ended.");
  }
  if (counting !== mine) return;
  counting = null;
  find("count").hidden = false;
  find("cancel").hidden = true;
}

// The column of an opened table. Its moves may be illegal.
function givenColumn(rows) {
  const counts = new Map(given.rows.map(([text, number]) => [text, BigInt(number)]));
  for (const text of counts.keys()) if (!rows.includes(text)) rows.push(text);
  rows.sort();
  return { name: "opened", side: "opened", moves: given.rows.length ? [...counts.keys()] : rows, counts, problem: null, total: given.total === null ? undefined : BigInt(given.total) };
}

// Counts below the moves of a column. Each request has as many moves as fit into its time.
async function countColumn(column, depth, signal, progress) {
  if (column.side === "opened") return;
  let size = 1;
  for (let at = 0; at < column.moves.length;) {
    const moves = column.moves.slice(at, at + size), begin = performance.now();
    const reply = await ask({ ask: "count", at: place(), depth, moves, side: column.side }, signal);
    if (reply.error) {
      column.problem = reply.error.message;
      return;
    }
    moves.forEach((text, index) => column.counts.set(text, BigInt(reply.ok.counts[index])));
    at += moves.length;
    const time = performance.now() - begin;
    size = Math.max(1, Math.min(200, time < COUNT_TIME / 2 ? size * 2 : time > COUNT_TIME * 2 ? size >> 1 : size));
    progress(at);
  }
}

function cancelCount() {
  counting?.abort();
  counting = null;
  find("count").hidden = false;
  find("cancel").hidden = true;
}

// Draws the table. Rows and totals that differ from those of the rules are marked.
function showCounts(rows, all, depth, progress) {
  find("count-progress").textContent = progress;
  const number = value => value === undefined ? "" : value.toLocaleString("en");
  const total = column => column.total !== undefined ? column.total : column.counts.size === column.moves.length ? [...column.counts.values()].reduce((sum, value) => sum + value, 0n) : undefined;
  const [rules, ...others] = all, differs = (value, right) => value !== undefined && right !== undefined && value !== right;
  const cell = (column, text) => {
    const value = column.counts.get(text), right = rules.counts.get(text), isMissing = !column.moves.includes(text);
    const isWrong = column !== rules && (differs(value, right) || isMissing !== !rules.moves.includes(text));
    return make("td", { class: isWrong ? "n failed" : "n" }, isMissing ? "not listed" : number(value));
  };
  const body = rows.map(text => {
    const chip = make("button", { type: "button", class: "chip" }, text);
    chip.addEventListener("click", () => { showArrows([[text, ""]]); sayMove(text); });
    return make("tr", {}, make("th", { scope: "row" }, chip), all.map(column => cell(column, text)));
  });
  const totals = all.map(column => make("td", { class: differs(total(column), total(rules)) ? "n failed" : "n" }, number(total(column))));
  const problems = all.filter(column => column.problem).map(column => make("p", { class: "note" }, `${column.name}: ${column.problem}`));
  find("divide").replaceChildren(...problems, make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, `divide ${depth}`), all.map(column => make("th", { scope: "col", class: "n" }, make("span", { class: "cut", title: column.name }, column.name))))),
    make("tbody", {}, make("tr", { id: "totals" }, make("th", { scope: "row" }, "total"), totals), body)));
}

// Forgets the counts of another position.
function clearCounts() {
  cancelCount();
  given = null;
  find("count-progress").textContent = "";
  find("divide").replaceChildren();
}
