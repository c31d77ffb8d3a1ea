import engine from 'js-chess-engine';
import { serve } from './uci_loop.mjs';

// Promotions are listed four times without the piece. The move makes a Queen, which `setPiece` replaces.
const moves = (fen) => Object.entries(engine.moves(fen)).flatMap(([from, squares]) => squares.map((to, index) => {
  const isSameAs = (other) => other === to;
  const piece = squares.filter(isSameAs).length > 1 ? 'qrbn'[squares.slice(0, index).filter(isSameAs).length] : '';
  return (from + to).toLowerCase() + piece;
}));

const after = (fen, move) => {
  const game = new engine.Game(fen);
  game.move(move.slice(0, 2), move.slice(2, 4));
  if (move[4]) game.setPiece(move.slice(2, 4), fen.split(' ')[1] === 'w' ? move[4].toUpperCase() : move[4]);
  return game.exportFEN();
};

serve(moves, after);
