// The page of a run: filters its failing cases and shows one of them.

const PAGE = 100, MAX_ARROWS = 40;
const data = JSON.parse(document.getElementById("data").textContent);
const cases = data.cases.map(decode);
const byId = new Map(cases.map(one => [one.id, one]));
let shown = cases, rows = PAGE, selected = null, view = { flipped: false, letters: false };

// A case with its tables looked up, and the text that the search reads.
function decode(one) {
  const variant = data.variants[one.variant], clauses = one.clauses.map(index => data.clauses[index]), bugs = one.bugs.map(index => data.bugs[index]);
  const causes = data.causes.map((cause, index) => cause.cases.includes(one.id) ? index : -1).filter(index => index >= 0);
  const checks = one.checks.map(check => ({ ...check, replay: check.replay == null ? null : data.replays[check.replay].replaceAll("{id}", one.id).replaceAll("{check}", check.name) }));
  const moves = checks.flatMap(check => [check.name, ...(check.missing || []), ...(check.extra || []), ...(check.duplicate || []), check.message || ""]);
  const text = [one.id, one.title, one.vfen, ...clauses.map(clause => clause[0]), ...bugs.map(bug => bug[0] + " " + bug[1]), ...moves].join("\n").toLowerCase();
  return { ...one, name: one.variant, variant, clauses, bugs, causes, checks, text, kinds: new Set(checks.map(kindOf)), changes: new Set(checks.map(check => check.change).filter(Boolean)) };
}

// The kind of a failure, as the filter names it.
function kindOf(check) {
  if (check.kind !== "moves") return check.kind;
  return check.missing.length && check.extra.length ? "missing and extra moves" : check.missing.length ? "missing moves" : check.extra.length ? "extra moves" : "duplicate moves";
}

// A failure in a few words.
function brief(check) {
  switch (check.kind) {
    case "moves": {
      const parts = ["missing", "extra", "duplicate"].map((key, index) => [check[key].length + check.more[index], key]);
      return parts.filter(([number]) => number).map(([number, word]) => `${number} ${word}`).join(", ");
    }
    case "wrong-count": return `counts ${check.is_more ? "more than " : ""}${check.actual}, not ${check.expected}`;
    case "wrong-child": return "leads to a wrong position";
    case "wrong-status": return `${check.actual}, not ${check.expected}`;
    case "illegal-move-accepted": return "accepts an illegal move";
    case "invalid-position-accepted": return "accepts an invalid position";
    case "broken-relation": return check.what;
    case "other-reason": return `refused as ${check.actual}, not ${check.expected}`;
    default: return `${check.kind}: ${check.message}`.slice(0, 120);
  }
}

// The cases that match the filters.
function filter() {
  const text = find("text").value.trim().toLowerCase(), words = text ? text.split(/\s+/) : [];
  const [variant, clause, cause, verdict, change] = ["variant", "clause", "cause", "verdict", "change"].map(id => find(id)?.value || "");
  shown = cases.filter(one => (!variant || one.name === variant)
    && (!clause || one.clauses.some(([id]) => id === clause))
    && (!cause || (cause[0] === "b" ? one.bugs.some(bug => bug[0] === cause.slice(1)) : one.causes.includes(Number(cause.slice(1)))))
    && (!verdict || one.kinds.has(verdict))
    && (!change || one.changes.has(change))
    && words.every(word => one.text.includes(word)));
  rows = PAGE;
  list();
  if (!shown.includes(selected)) select(shown[0] || null);
}

// Draws the list.
function list() {
  const items = shown.slice(0, rows).map(one => make("li", {}, make("a", { href: "#" + one.id, "aria-current": one === selected ? "true" : null, "data-id": one.id },
    make("span", { class: "row-title" }, one.title),
    make("span", { class: "row-id" }, one.id),
    make("span", { class: "row-brief" }, one.changes.size ? make("b", { class: "change " + [...one.changes][0] }, [...one.changes].join(", ")) : null, one.changes.size ? " " : null, one.checks.length > 1 ? count(one.checks.length, "check") + ": " + brief(one.checks[0]) : brief(one.checks[0])))));
  find("list").replaceChildren(...items);
  find("count").textContent = shown.length === cases.length ? count(cases.length, "case") : `${shown.length.toLocaleString("en")} of ${count(cases.length, "case")}`;
  find("more").hidden = shown.length <= rows;
  find("reset").hidden = shown.length === cases.length;
}

// Shows a case.
function select(one) {
  selected = one;
  for (const link of find("list").querySelectorAll("a")) {
    if (one && link.dataset.id === one.id) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  }
  find("detail").replaceChildren(...(one ? detail(one) : [make("p", { class: "empty" }, "No case matches these filters.")]));
}

// Shows the case that the address names.
function follow() {
  let id;
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const one = byId.get(id);
  if (!one) return;
  if (!shown.includes(one)) clear();
  while (shown.indexOf(one) >= rows) rows += PAGE;
  list();
  select(one);
  find("list").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  find("detail").scrollIntoView({ block: "start" });
}

function clear() {
  find("filters").reset();
  filter();
}

// The parts of a case.
function detail(one) {
  const parts = [make("p", { class: "kicker" }, one.variant.title), make("h3", {}, one.title), make("p", { class: "row-id" }, make("a", { href: "#" + one.id }, one.id))];
  // The position without moves is drawn once.
  let isDrawn = false;
  for (const check of one.checks) {
    const section = checkDetail(one, check, isDrawn);
    isDrawn ||= section.querySelector(".board") !== null;
    parts.push(section);
  }
  const likely = one.causes.map(index => make("li", {}, data.causes[index].title));
  likely.push(...one.bugs.map(([, title, text]) => make("li", {}, make("strong", {}, title), text && ". " + text)));
  if (likely.length) parts.push(make("h4", {}, likely.length === 1 ? "Likely cause" : "Likely causes"), make("ul", { class: "likely" }, likely));
  if (one.clauses.length) {
    parts.push(make("h4", {}, "Clauses"), make("dl", { class: "clauses" }, one.clauses.map(([id, text]) => [make("dt", {}, id), make("dd", {}, text)])));
  }
  parts.push(make("h4", {}, "Position"), copyable(one.vfen, "the position"));
  return parts;
}

// One check: what is wrong, the boards, and the command that repeats it.
function checkDetail(one, check, isDrawn) {
  const outer = make("section", { class: "check", "aria-label": "check " + check.name });
  const boards = make("div", { class: "boards" }), section = make("div", { class: "facts-of-check" });
  const tags = [check.change && make("b", { class: "change " + check.change }, check.change), check.known && make("b", { class: "change" }, "known"), check.flaky && make("b", { class: "change" }, "flaky")];
  outer.append(make("h4", { class: "check-name" }, make("code", {}, check.name), " ", make("span", {}, brief(check)), tags));
  if (check.known) section.append(make("p", { class: "note" }, "Known failure: " + check.known));
  if (check.flaky) section.append(make("p", { class: "note" }, "The backend is flaky. Asked again, it gave another answer: " + check.flaky));
  if (check.basis) section.append(make("p", { class: "note" }, "Expected value by " + check.basis));
  const move = /^[a-z_]+:([A-Z].*)$/.exec(check.name)?.[1];
  const root = readVfen(one.variant, one.vfen);
  const last = move && readMove(move);
  const lastSquares = new Set(last ? [...last.travels.flat(), ...last.falls] : []);

  if (check.kind === "moves") {
    const groups = [["missing", "good", "Missing", "legal, and not in the answer"], ["extra", "bad", "Extra", "in the answer, and not legal"], ["duplicate", "", "Duplicate", "in the answer more than once"]];
    const all = groups.flatMap(([key, look]) => check[key].map(text => [text, look]));
    const redraw = arrows => boards.replaceChildren(boardWith(one, root, "Position", { arrows }));
    let chosen = null;
    if (root) redraw(all.slice(0, MAX_ARROWS)); else section.append(make("p", { class: "note" }, "The position cannot be drawn."));
    if (all.length > MAX_ARROWS) section.append(make("p", { class: "note" }, `The board shows the first ${MAX_ARROWS} of ${all.length} moves. Choose a move to see it alone.`));
    for (const [index, [key, look, title, meaning]] of groups.entries()) {
      if (!check[key].length) continue;
      const chips = check[key].map(text => {
        const chip = make("button", { type: "button", class: "chip " + look, "aria-pressed": "false" }, text);
        chip.addEventListener("click", () => {
          const isOn = chosen === chip;
          chosen?.setAttribute("aria-pressed", "false");
          chosen = isOn ? null : chip;
          chosen?.setAttribute("aria-pressed", "true");
          if (root) redraw(isOn ? all.slice(0, MAX_ARROWS) : [[text, look]]);
        });
        return chip;
      });
      const left = check.more[index];
      section.append(make("p", { class: "moves-title " + look }, make("strong", {}, title), " ", make("span", {}, meaning)), make("div", { class: "chips" }, chips, left ? make("span", { class: "note" }, `and ${left} more`) : null));
    }
  } else if (check.kind === "wrong-child") {
    const [expected, actual] = [check.expected, check.actual].map(text => readVfen(one.variant, text));
    if (expected && actual) {
      const { squares, fields } = differences(one.variant, expected, actual);
      boards.append(boardWith(one, expected, "Expected", { marks: squares, last: lastSquares }), boardWith(one, actual, "Answer", { marks: squares, last: lastSquares }));
      if (fields.length) section.append(table(["field", "expected", "answer"], fields));
    }
    section.append(make("p", { class: "moves-title good" }, make("strong", {}, "Expected")), copyable(check.expected, "the expected position"), make("p", { class: "moves-title bad" }, make("strong", {}, "Answer")), copyable(check.actual, "the answer"));
  } else {
    const arrows = check.kind === "illegal-move-accepted" && move ? [[move, "bad"]] : [];
    if (root && check.kind !== "invalid-position-accepted" && (!isDrawn || arrows.length)) boards.append(boardWith(one, root, "Position", { arrows }));
    if (check.kind === "wrong-count" || check.kind === "wrong-status" || check.kind === "other-reason") section.append(table(["expected", "answer"], [[check.expected, (check.is_more ? "more than " : "") + check.actual]]));
    if (check.kind === "invalid-position-accepted") section.append(table(["expected fault", "read as"], [[check.expected, check.vfen]]));
    if (check.kind === "illegal-move-accepted") section.append(make("p", {}, "The move is not legal. The backend makes it, and answers:"), copyable(check.child, "the answer"));
    if (check.kind === "broken-relation") section.append(table(["asked", "answer"], check.rows.map(([name, text]) => [name, text])));
    if (check.message) section.append(make("pre", { tabindex: 0 }, check.message));
  }
  if (check.replay) section.append(make("p", { class: "moves-title" }, make("strong", {}, "Repeat this check")), copyable(check.replay, "the command"));
  outer.append(make("div", { class: `check-body boards-${boards.children.length}` }, boards, section));
  return outer;
}

// A board with its title and who is to move.
function boardWith(one, position, title, options) {
  const turn = position.fields[1] === "b" ? "Black" : "White", label = `${title}, ${one.variant.title}, ${turn} to move`;
  return make("figure", { class: one.variant.files.length > 12 ? "wide" : null }, drawBoard(one.variant, position, { ...view, ...options, label }), make("figcaption", {}, make("span", { class: "turn-dot " + turn.toLowerCase() }), `${title}. ${turn} to move`));
}

// Fills the choices of a filter, with the number of cases of each.
function choices(id, entries) {
  const field = find(id);
  if (!field) return;
  field.append(...entries.filter(([, , number]) => number).map(([value, label, number]) => make("option", { value }, `${label} (${number})`)));
}

function start() {
  document.body.prepend(sprite(data.symbols));
  const tally = pick => {
    const counts = new Map();
    for (const one of cases) for (const key of new Set(pick(one))) counts.set(key, (counts.get(key) || 0) + 1);
    return [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
  };
  choices("variant", tally(one => [one.name]).map(([name, number]) => [name, data.variants[name].title, number]));
  choices("clause", tally(one => one.clauses.map(([id]) => id)).map(([id, number]) => [id, id, number]));
  const titles = new Map(data.bugs.map(([id, title]) => [id, title]));
  choices("cause", [...data.causes.map((cause, index) => ["m" + index, cause.title.slice(0, 90), cause.cases.filter(id => byId.has(id)).length]), ...tally(one => one.bugs.map(([id]) => id)).map(([id, number]) => ["b" + id, titles.get(id), number])]);
  choices("verdict", tally(one => [...one.kinds]).map(([kind, number]) => [kind, kind.replaceAll("-", " "), number]));
  choices("change", tally(one => [...one.changes]).map(([change, number]) => [change, change, number]));
  find("filters").addEventListener("input", filter);
  find("filters").addEventListener("submit", event => event.preventDefault());
  find("reset").addEventListener("click", clear);
  find("more").addEventListener("click", () => { rows += PAGE; list(); });
  for (const name of ["flipped", "letters"]) find(name).addEventListener("change", event => { view[name] = event.target.checked; select(selected); });
  find("list").addEventListener("keydown", event => {
    const links = [...find("list").querySelectorAll("a")], at = links.indexOf(document.activeElement), step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || at < 0) return;
    links[Math.min(Math.max(at + step, 0), links.length - 1)].focus();
    event.preventDefault();
  });
  for (const link of document.querySelectorAll("a[data-filter]")) link.addEventListener("click", () => {
    find("filters").reset();
    find(link.dataset.filter).value = link.dataset.value;
    filter();
  });
  addEventListener("hashchange", follow);
  find("app").hidden = false;
  list();
  select(shown[0]);
  follow();
}

if (cases.length) start();
