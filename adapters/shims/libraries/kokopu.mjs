// The library's FEN has no counters, so it is not shown.
import kokopu from 'kokopu';
import { serve } from './uci_loop.mjs';

const moves = (fen) => {
  const position = new kokopu.Position(fen);
  return position.moves().map((move) => position.uci(move));
};

const after = (fen, move) => {
  const position = new kokopu.Position(fen);
  position.play(position.uci(move, true));
  return position.fen();
};

serve(moves, after, false);
