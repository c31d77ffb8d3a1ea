// A UCI engine made of a library: vperft run chess --backend 'uci:node FILE'. README.md says what FILE contains.
import { createInterface } from 'node:readline';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * `moves(fen)` lists the legal moves, as in ['e2e4', 'b7b8q']; `after(fen, move)` is the FEN after a legal move.
 * If the library prints no FEN, `after` returns what `moves` can read instead, and `shows` is false.
 * A library for another variant than chess names it, by its name in Fairy-Stockfish, and the FEN of its start.
 */
export async function serve(moves, after, shows = true, variant = 'chess', start = START) {
  const divide = (fen, depth) => moves(fen).map((move) => [move, depth > 1 ? total(divide(after(fen, move), depth - 1)) : 1]);
  const total = (counts) => counts.reduce((sum, [, count]) => sum + count, 0);
  let fen = start;
  for await (const line of createInterface({ input: process.stdin })) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'uci') {
      if (variant !== 'chess') console.log(`option name UCI_Variant type combo default ${variant} var ${variant}`);
      console.log('uciok');
    } else if (words[0] === 'isready') console.log('readyok');
    else if (words[0] === 'position') {
      const [given, played = ''] = words.slice(1).join(' ').split(' moves ');
      fen = given === 'startpos' ? start : given.replace(/^fen /, '');
      for (const move of played.split(' ').filter(Boolean)) fen = after(fen, move);
    } else if (words[0] === 'go' && words[1] === 'perft') {
      const counts = divide(fen, Number(words[2]));
      console.log([...counts.map(([move, count]) => `${move}: ${count}`), `Nodes searched: ${total(counts)}`].join('\n'));
    } else if (words[0] === 'd' && shows) console.log(`Fen: ${fen}`);
    else if (words[0] === 'quit') return;
  }
}
