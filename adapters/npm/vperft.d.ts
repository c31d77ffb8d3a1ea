/** The name of a variant. */
export type Variant = "vanguard" | "ryugi" | "cetran3" | "rococo" | "sandbox";

/** The names of the variants. */
export const variants: readonly Variant[];

/** A position: the start position of a variant, or the one after some moves. */
export type At = Variant | {
  readonly variant: Variant;
  /** The root; the start position by default. */
  readonly vfen?: string | null;
  /** The moves played from the root, in canonical texts such as `"P e3-e4"`. */
  readonly moves?: readonly string[];
  /** Readings of rulings, by the names of the rulings. */
  readonly rulings?: Readonly<Record<string, string>>;
  /** The ids of clauses that are switched off. */
  readonly without?: readonly string[];
};

export interface Position {
  vfen: string;
  /** A word such as `"ongoing"`, `"checkmate"`, `"stalemate"` or `"won"`. */
  status: string;
  check: boolean | null;
  /** The legal moves, sorted, with the positions after them. */
  moves: { move: string; vfen: string }[];
}

/** Clauses, and what results without them. Two clauses decide only together. */
export interface Effect<T> {
  clauses: string[];
  without: T;
}

/** A move and the clauses that decide about it. */
export interface ExplainedMove {
  /** The canonical text of a legal move, or an illegal move as it was given. */
  move: string;
  legal: boolean;
  /** The position after a legal move. */
  vfen: string | null;
  /** Clauses without which a legal move is illegal. */
  possible_by: Effect<string[]>[];
  /** Clauses without which a legal move leads to another position, and the fields that differ. */
  shaped_by: Effect<string[]>[];
  /** Clauses without which an illegal move is legal. */
  forbidden_by: Effect<string[]>[];
  completed: string | null;
  /** The legal moves that an ambiguous text may mean. */
  may_mean: string[];
  /** The legal moves nearest to an illegal one. */
  nearest: string[];
  /** Why no move starts there, such as that the square is empty. */
  start: string | null;
  /** The clauses about the piece of an illegal move that no single clause forbids. */
  rules: string[];
}

export interface ExplainedSquare {
  square: string;
  start: string | null;
  moves: ExplainedMove[];
  forbidden_by: Effect<string[]>[];
}

export interface ExplainedStatus {
  status: string;
  legal_moves: number;
  ended_by: Effect<string>[];
}

/** Why a question has no answer. */
export class RulesError extends Error {
  /** Lines that show where. */
  readonly context: string[];
  /** The index of the move that is not legal. */
  readonly index: number | null;
}

/** The position, its status, and its legal moves with where they lead. */
export function position(at: At): Promise<Position>;

/** The legal moves, sorted. */
export function moves(at: At): Promise<string[]>;

/** The VFEN of the position after a move in its canonical text. */
export function after(at: At, move: string): Promise<string>;

/** The status, such as `"ongoing"` or `"checkmate"`. */
export function status(at: At): Promise<string>;

/** The number of move sequences of `depth` plies, 12 at most. A long count keeps its thread busy. */
export function perft(at: At, depth: number): Promise<bigint>;

/** The count below each legal move. */
export function divide(at: At, depth: number): Promise<Map<string, bigint>>;

/** The clauses that allow or forbid a move, in any text that people write, such as `"e3e5"`. */
export function why(at: At, move: string): Promise<ExplainedMove>;

/** The moves of the piece on a square, and the clauses behind them. */
export function whySquare(at: At, square: string): Promise<ExplainedSquare>;

/** The status, and the clauses that ended the game. */
export function whyStatus(at: At): Promise<ExplainedStatus>;

/** The words of a clause, such as `"RYU-EP"`; `undefined` for an unknown id. */
export function clause(id: string): string | undefined;

/** The canonical VFEN of a VFEN or FEN, which `vfen` holds, and notes on how it was read. */
export function read(at: At): Promise<{ vfen: string; notes: string[] }>;

/** The answer to a request, as `vperft explore --stdin` gives it. */
export function ask(request: object): Promise<unknown>;
