// The functions of the package `vperft`. They ask the WebAssembly module in this file, one instance a question.
// build.mjs puts crates/pages/web/wasi.js and TABLES before this text, and MODULE after it.

let loading = null;

// The compiled module.
async function compile() {
  const bytes = Uint8Array.from(atob(MODULE), character => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

/** Why a question has no answer. */
export class RulesError extends Error {
  constructor({ message, context = [], index = null }) {
    super([message, ...context].join("\n"));
    this.name = "RulesError";
    this.context = context;
    this.index = index;
  }
}

/** The answer to a request, as `vperft explore --stdin` gives it. */
export async function ask(request) {
  loading ??= compile();
  const reply = JSON.parse(await answer(await loading, JSON.stringify(request)));
  if (reply.error) throw new RulesError(reply.error);
  return reply.ok;
}

/** The names of the variants. */
export const variants = Object.freeze(Object.keys(TABLES));

/** The words of a clause; `undefined` for an unknown id. */
export const clause = id => Object.values(TABLES).find(table => Object.hasOwn(table.clauses, id))?.clauses[id];

// A position as requests have it, with further moves.
function place(at, ...more) {
  const { variant, vfen = null, moves = [], rulings = {}, without = [] } = typeof at === "string" ? { variant: at } : at;
  return { variant, root: vfen, moves: [...moves, ...more], rulings, without };
}

/** The position, its status, and its legal moves with where they lead. */
export async function position(at) {
  const { vfen, status, check, moves } = await ask({ ask: "position", at: place(at) });
  return { vfen, status, check, moves: moves.map(([move, vfen]) => ({ move, vfen })) };
}

/** The legal moves, sorted. */
export const moves = async at => (await position(at)).moves.map(one => one.move);

/** The VFEN of the position after a move. */
export const after = async (at, move) => (await ask({ ask: "position", at: place(at, move) })).vfen;

/** The status, such as "ongoing" or "checkmate". */
export const status = async at => (await position(at)).status;

/** The canonical VFEN of a VFEN or FEN, and notes on how it was read. */
export const read = at => ask({ ask: "read", at: place(at) });

/** The count below each legal move. */
export async function divide(at, depth) {
  const texts = await moves(at), { counts } = await ask({ ask: "count", at: place(at), depth, moves: texts });
  return new Map(texts.map((move, index) => [move, BigInt(counts[index])]));
}

/** The number of move sequences of `depth` plies. */
export async function perft(at, depth) {
  if (depth === 0) return position(at).then(() => 1n);
  return [...(await divide(at, depth)).values()].reduce((sum, count) => sum + count, 0n);
}

/** The clauses that allow or forbid a move. */
export const why = (at, move) => ask({ ask: "explain", at: place(at), about: { move } });

/** The moves of the piece on a square, and the clauses behind them. */
export const whySquare = (at, square) => ask({ ask: "explain", at: place(at), about: { square } });

/** The status, and the clauses that ended the game. */
export const whyStatus = at => ask({ ask: "explain", at: place(at), about: { status: null } });
