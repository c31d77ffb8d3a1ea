// The library prints no FEN, so a position is the FEN it was read from and the moves played since.
import chess from 'chess';
import { serve } from './uci_loop.mjs';

const square = ({ file, rank }) => file + rank;
const texts = (client) => Object.entries(client.getStatus().notatedMoves).map(([text, { src, dest }]) => {
  const [, piece = ''] = text.match(/[18]=?([QRBN])\+?$/) ?? [];
  return [square(src) + square(dest) + piece.toLowerCase(), text];
});

const read = (position) => {
  const [fen, ...played] = position.split(';');
  const client = chess.fromFEN(fen);
  for (const move of played) client.move(new Map(texts(client)).get(move));
  return client;
};

serve((position) => texts(read(position)).map(([move]) => move), (position, move) => `${position};${move}`, false);
