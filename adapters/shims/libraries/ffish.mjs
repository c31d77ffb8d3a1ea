import { createRequire } from 'node:module';
import { serve } from './uci_loop.mjs';

// The library prefers `fetch`, which reads no files, and prints to stdout.
delete globalThis.fetch;
const ffish = createRequire(import.meta.url)('ffish');
await new Promise((resolve) => { ffish.onRuntimeInitialized = resolve; });

const on = (fen, answer) => {
  const board = new ffish.Board('chess', fen);
  const result = answer(board);
  board.delete();
  return result;
};
const moves = (fen) => on(fen, (board) => board.legalMoves().split(' ').filter(Boolean));
const after = (fen, move) => on(fen, (board) => {
  board.push(move);
  return board.fen();
});

serve(moves, after);
