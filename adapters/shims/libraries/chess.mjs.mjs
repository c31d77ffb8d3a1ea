import { Chess } from 'chess.mjs/src/Chess.js';
import { serve } from './uci_loop.mjs';

const moves = (fen) => new Chess(fen).moves({ verbose: true }).map((move) => move.from + move.to + (move.promotion ?? ''));

const after = (fen, move) => {
  const game = new Chess(fen);
  game.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] });
  return game.fen();
};

serve(moves, after);
