import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { kingCastlesTo, makeSquare, parseUci } from 'chessops/util';
import { serve } from './uci_loop.mjs';

const read = (fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

// The library castles by moving the King to the Rook.
const moves = (fen) => {
  const position = read(fen);
  const { turn, board } = position;
  return [...position.allDests()].flatMap(([from, squares]) => [...squares].flatMap((to) => {
    const isCastling = board.get(from).role === 'king' && board[turn].has(to);
    const end = isCastling ? kingCastlesTo(turn, to > from ? 'h' : 'a') : to;
    const isPromotion = board.get(from).role === 'pawn' && (to < 8 || to >= 56);
    return (isPromotion ? [...'qrbn'] : ['']).map((piece) => makeSquare(from) + makeSquare(end) + piece);
  }));
};

const after = (fen, move) => {
  const position = read(fen);
  position.play(parseUci(move));
  return makeFen(position.toSetup());
};

serve(moves, after);
