//! The words that say what a line or a number is.

/// The first words of lines that hold neither moves with counts nor totals.
pub(super) const NOISE: [&str; 18] = [
    "position",
    "setboard",
    "fen",
    "uci",
    "uciok",
    "isready",
    "readyok",
    "id",
    "option",
    "setoption",
    "bestmove",
    "ponder",
    "quit",
    "ucinewgame",
    "key",
    "checkers",
    "xboard",
    "usermove",
];
/// The words of UCI for the move that is counted, and before its number in the list.
pub(super) const CURRENT: &str = "currmove";
pub(super) const CURRENT_NUMBER: &str = "currmovenumber";
/// The words of reports of a search.
pub(super) const OF_SEARCH: [&str; 6] = ["pv", "score", "multipv", "seldepth", "hashfull", "refutation"];
/// Words for a total.
pub(super) const NODES: [&str; 18] = [
    "nodes",
    "node",
    "total",
    "totals",
    "sum",
    "leaf",
    "leafs",
    "leaves",
    "leafnodes",
    "positions",
    "count",
    "result",
    "results",
    "searched",
    "counted",
    "visited",
    "nodecount",
    "n",
];
/// Words that may follow the number in place of preceding it.
pub(super) const UNITS_OF_TOTAL: [&str; 7] =
    ["nodes", "node", "leaf", "leafs", "leaves", "leafnodes", "positions"];
/// Words between a depth and its count.
pub(super) const STATES: [&str; 7] = ["is", "at", "returns", "returned", "gives", "yields", "says"];
/// Names of the squares of a move.
pub(super) const FROM: [&str; 2] = ["from", "source"];
pub(super) const TO: [&str; 3] = ["to", "dest", "target"];
/// Words before a move.
pub(super) const LABELS: [&str; 7] = ["move", "mv", "uci", "san", "lan", "count", "n"];
/// Words that make a number something else than a total.
pub(super) const OTHERS: [&str; 43] = [
    "missing",
    "missed",
    "off",
    "diff",
    "difference",
    "delta",
    "extra",
    "lost",
    "time",
    "ms",
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "us",
    "ns",
    "msec",
    "nps",
    "knps",
    "mnps",
    "per",
    "speed",
    "rate",
    "captures",
    "checks",
    "mates",
    "checkmates",
    "ep",
    "castles",
    "promotions",
    "hash",
    "mb",
    "kb",
    "mib",
    "threads",
    "thread",
    "elapsed",
    "took",
    "average",
    "avg",
    "cpu",
    "hits",
];
/// Words behind the number by which a count is wrong.
pub(super) const MORE_OR_LESS: [&str; 5] = ["too", "more", "fewer", "less", "missing"];
/// Units of numbers that are no counts of moves.
pub(super) const UNITS: [&str; 15] = [
    "ms", "s", "sec", "secs", "second", "seconds", "us", "ns", "msec", "nps", "knps", "mnps", "kb", "mb", "%",
];
/// Words before the number of a depth.
pub(super) const DEPTHS: [&str; 8] = ["perft", "divide", "depth", "ply", "plies", "level", "d", "split"];
/// The most plies that a number can mean.
pub(super) const MAX_DEPTH: u128 = 99;
