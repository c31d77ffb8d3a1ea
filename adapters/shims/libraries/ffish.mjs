import { createRequire } from 'node:module';
import { serve } from './uci_loop.mjs';

// The library prefers `fetch`, which reads no files, and prints to stdout.
delete globalThis.fetch;
const ffish = createRequire(import.meta.url)('ffish');
await new Promise((resolve) => { ffish.onRuntimeInitialized = resolve; });

const variant = process.argv[2] ?? 'chess';
const board = new ffish.Board(variant);
const start = board.fen();

const moves = (fen) => {
  board.setFen(fen);
  return board.legalMoves().split(' ').filter(Boolean);
};

const after = (fen, move) => {
  board.setFen(fen);
  board.push(move);
  return board.fen();
};

serve(moves, after, true, variant, start);
