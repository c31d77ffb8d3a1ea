#!/usr/bin/env node
// A backend for vperft: chess, and Ryugi without castling, with the move generator of Fairy-Stockfish (npm `ffish`).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Position, numbers, squares } from './position.mjs';
import { Refused, Unsupported, serve } from './skeleton.mjs';

const DEFINITIONS = new URL('../fairy/variants.ini', import.meta.url);
const DRAWN_AT = { chess: 100, ryugi: 128 };
const MAX_COUNTER = 999_999_999;

function requireFfish() {
  try {
    return createRequire(import.meta.url)('ffish');
  } catch (error) {
    console.error(`cannot load ffish (${error.code}): run \`npm install\` in the folder of this file`);
    process.exit(1);
  }
}

/** Loads ffish. It would pass the path of its wasm file to `fetch`, which Node has since version 18, and fail. */
async function load() {
  // stdout belongs to the protocol.
  console.log = console.error;
  const { fetch } = globalThis;
  globalThis.fetch = undefined;
  const ffish = requireFfish();
  await new Promise((ready) => { ffish.onRuntimeInitialized = ready; });
  globalThis.fetch = fetch;
  ffish.loadVariantConfig(readFileSync(DEFINITIONS, 'utf8'));
  return ffish;
}

const ffish = await load();

/** Returns what `ask` returns for a board with this position, then frees the board. */
function onBoard(position, ask) {
  const board = new ffish.Board(position.variant, position.fen());
  try {
    return ask(board);
  } finally {
    board.delete();
  }
}

const listed = (board) => board.legalMoves().split(' ').filter((move) => move !== '');
const legal = (position) => onBoard(position, listed);
const isInCheck = (position) => onBoard(position, (board) => board.isCheck());

/** The canonical text of a move in coordinates, such as e2e4 or a7a8q. */
function textOf(position, move) {
  const [, start, end, promotion] = /^([a-z][0-9]+)([a-z][0-9]+)([a-z]?)$/.exec(move);
  const piece = position.pieces.get(start);
  const text = `${piece} ${start}-${end}`;
  const own = (letter) => (position.white ? letter.toUpperCase() : letter);
  if (promotion !== '') return `${text}; ${own(promotion)}-${end}`;
  const files = numbers(end)[0] - numbers(start)[0];
  const rank = start.slice(1);
  if ('Pp'.includes(piece) && files !== 0 && !position.pieces.has(end)) return `${text}; @-${end[0]}${rank}`;
  if ('Kk'.includes(piece) && Math.abs(files) > 1) {
    const [corner, inner] = files > 0 ? ['h', 'f'] : ['a', 'd'];
    return `${text}; ${own('r')} ${corner}${rank}-${inner}${rank}`;
  }
  return text;
}

/** The en passant square stays only if a legal move captures there. */
function keepUsefulPassed(position) {
  if (position.passed === null) return position;
  const captures = (move) => textOf(position, move).includes(`-${position.passed}; @-`);
  return legal(position).some(captures) ? position : position.with({ passed: null });
}

function count(board, depth) {
  if (depth === 0) return 1;
  if (depth === 1) return board.numberLegalMoves();
  return listed(board).reduce((sum, move) => sum + below(board, move, depth), 0);
}

function below(board, move, depth) {
  board.push(move);
  const total = count(board, depth - 1);
  board.pop();
  return total;
}

/** Neither side can checkmate: there is one Knight at most, or only Bishops and (in Ryugi) Kirins on one colour. */
function isDead(position) {
  const others = [...position.pieces].filter(([, piece]) => !'Kk'.includes(piece));
  const colours = new Set(others.map(([square]) => (numbers(square)[0] + numbers(square)[1]) % 2));
  const isLoneKnight = others.length === 1 && 'Nn'.includes(others[0][1]);
  return isLoneKnight || (colours.size <= 1 && others.every(([, piece]) => 'BbIi'.includes(piece)));
}

class Fairy {
  name = 'ffish';
  version = '0.7.10';
  variants = ['chess', 'ryugi'];

  read(variant, vfen) {
    const position = new Position(variant, vfen);
    if (isInCheck(position.with({ white: !position.white, passed: null }))) {
      throw new Refused('position', 'the side to move could capture the King', 'king-capturable');
    }
    if (variant === 'ryugi' && position.unmoved.size > 0) {
      throw new Unsupported('castling rights: Fairy-Stockfish has no castling with a choice of squares');
    }
    return keepUsefulPassed(position);
  }

  play(position, text) {
    const move = legal(position).find((legalMove) => textOf(position, legalMove) === text);
    if (move === undefined) throw new Refused('move', `\`${text}\` is not a legal move in ${position.vfen()}`);
    const fen = onBoard(position, (board) => {
      board.push(move);
      return board.fen();
    });
    const [board, , rights, passed] = fen.split(' ');
    const pieces = squares(board);
    const corners = { K: ['e1', 'h1'], Q: ['e1', 'a1'], k: ['e8', 'h8'], q: ['e8', 'a8'], '-': [] };
    const resets = 'Pp'.includes(text[0]) || pieces.size < position.pieces.size;
    return keepUsefulPassed(position.with({
      pieces,
      white: !position.white,
      unmoved: new Set([...rights].flatMap((letter) => corners[letter])),
      passed: passed === '-' ? null : passed,
      clock: resets ? 0 : Math.min(position.clock + 1, MAX_COUNTER),
      number: Math.min(position.number + (position.white ? 0 : 1), MAX_COUNTER),
    }));
  }

  moves(variant, vfen) {
    const position = this.read(variant, vfen);
    return legal(position).map((move) => textOf(position, move));
  }

  after(variant, vfen, moves) {
    return moves.reduce((position, text) => this.play(position, text), this.read(variant, vfen)).vfen();
  }

  perft(variant, vfen, depth) {
    return onBoard(this.read(variant, vfen), (board) => count(board, depth));
  }

  divide(variant, vfen, depth) {
    const position = this.read(variant, vfen);
    const one = (board) => (move) => [textOf(position, move), below(board, move, depth)];
    return onBoard(position, (board) => listed(board).map(one(board)));
  }

  status(variant, vfen, moves) {
    const positions = [this.read(variant, vfen)];
    for (const text of moves) positions.push(this.play(positions.at(-1), text));
    const last = positions.at(-1);
    if (legal(last).length === 0) return isInCheck(last) ? 'checkmate' : 'stalemate';
    const key = last.key();
    if (positions.filter((position) => position.key() === key).length >= 3) return 'draw-repetition';
    if (last.clock >= DRAWN_AT[variant]) return 'draw-counter';
    return isDead(last) ? 'draw-dead' : 'ongoing';
  }
}

const rules = new Fairy();
// ffish reads beyond its memory if it is asked about an unknown variant.
const missing = rules.variants.filter((variant) => !ffish.variants().split(' ').includes(variant));
if (missing.length > 0) throw new Error(`ffish ${rules.version} does not know ${missing.join(', ')}`);
await serve(rules);
