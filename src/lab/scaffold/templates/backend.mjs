#!/usr/bin/env node
// A backend of vperft for @VARIANT@:
//     vperft run @VARIANT@ --backend "cmd:node backend.mjs"@FLAG@
// It answers about positions with the pieces in MOVES and nothing else, and says that the rest is unsupported. Add the rest, one clause
// of the rules at a time.
import { Refused, Unsupported, serve } from './skeleton.mjs';

const FILES = '@FILES@', FIRST_RANK = @FIRST_RANK@, RANKS = @RANKS@;
// The label of each piece, and its steps [files, ranks forward], each with how often it may be repeated.
const MOVES = {
@MOVES@};
const KING = '@KING@';
// With these pieces alone, and after so many plies without capture or Pawn move, the game may be a draw.
const DRAWN = [@DRAWN@], LIMIT = @LIMIT@;
const MAX_NUMBER = 999_999_999;

const isWhite = (label) => label === label.toUpperCase();
const index = (file, rank) => rank * FILES.length + file;
const name = (square) => `${FILES[square % FILES.length]}${Math.floor(square / FILES.length) + FIRST_RANK}`;

class Position {
  static read(vfen) {
    const fields = vfen.split(' ');
    if (fields.length < 6) throw new Refused('position', 'expected six fields', 'field-count');
    const [board, side, unmoved, passed, clock, number, ...more] = fields;
    const position = new Position();
    position.pieces = readBoard(board);
    const labels = [...position.pieces.values()];
    const unknown = labels.find((label) => !(label.toUpperCase() in MOVES));
    if (unknown || unmoved !== '-' || passed !== '-' || more.length) throw new Unsupported(`no ${unknown ?? 'rights, en passant squares or further fields'} yet`);
    if (side !== 'w' && side !== 'b') throw new Refused('position', 'expected w or b', 'side');
    if (![clock, number].every((field) => /^(0|[1-9][0-9]{0,8})$/.test(field)) || number === '0') throw new Refused('position', 'expected two numbers', 'clock');
    Object.assign(position, { white: side === 'w', clock: Number(clock), number: Number(number) });
    const kings = labels.filter((label) => label.toUpperCase() === KING).sort();
    if (kings.join() !== [KING, KING.toLowerCase()].join()) throw new Refused('position', 'expected one King of each side', 'piece-count');
    if (position.isAttacked(!position.white)) throw new Refused('position', 'the King could be captured', 'king-capturable');
    return position;
  }

  /** The pairs of squares from and to which the pieces of a side go, whatever becomes of its King. */
  *reach(white) {
    for (const [start, label] of this.pieces) {
      if (isWhite(label) !== white) continue;
      for (const [most, steps] of MOVES[label.toUpperCase()]) {
        for (const [files, ranks] of steps) {
          let file = start % FILES.length, rank = Math.floor(start / FILES.length);
          for (let count = 0; count < most; count += 1) {
            [file, rank] = [file + files, rank + (white ? ranks : -ranks)];
            if (file < 0 || file >= FILES.length || rank < 0 || rank >= RANKS) break;
            const target = this.pieces.get(index(file, rank));
            if (target === undefined || isWhite(target) !== white) yield [start, index(file, rank)];
            if (target !== undefined) break;
          }
        }
      }
    }
  }

  /** Whether the King of a side could be captured. */
  isAttacked(white) {
    const king = white ? KING : KING.toLowerCase();
    for (const [, end] of this.reach(!white)) if (this.pieces.get(end) === king) return true;
    return false;
  }

  after(start, end) {
    const pieces = new Map(this.pieces);
    pieces.delete(start);
    pieces.set(end, this.pieces.get(start));
    const clock = this.pieces.has(end) ? 0 : this.clock + 1;
    return Object.assign(new Position(), { pieces, clock, number: Math.min(this.number + (this.white ? 0 : 1), MAX_NUMBER), white: !this.white });
  }

  /** The text of each legal move, with the position after it. */
  legal() {
    const others = [...this.pieces.values()].map((label) => label.toUpperCase()).filter((label) => label !== KING && !DRAWN.includes(label));
    if (this.clock >= LIMIT || others.length === 0) throw new Unsupported('no draws yet');
    const moves = new Map();
    for (const [start, end] of this.reach(this.white)) {
      const child = this.after(start, end);
      if (!child.isAttacked(this.white)) moves.set(`${this.pieces.get(start)} ${name(start)}-${name(end)}`, child);
    }
    return moves;
  }

  vfen() {
    const text = (label) => (label.length === 1 ? label : `{${label}}`);
    const rows = [...Array(RANKS).keys()].reverse().map((rank) => [...FILES].map((_, file) => text(this.pieces.get(index(file, rank)) ?? '.')).join(''));
    const board = rows.join('/').replace(/\.+/g, (run) => String(run.length));
    return `${board} ${this.white ? 'w' : 'b'} - - ${this.clock} ${this.number}`;
  }
}

function readBoard(text) {
  const rows = text.split('/'), pieces = new Map();
  const wrong = () => new Refused('position', `expected ${RANKS} ranks of ${FILES.length} squares`, 'board-shape');
  if (rows.length !== RANKS) throw wrong();
  rows.forEach((row, number) => {
    let file = 0;
    for (const [item] of row.matchAll(/\{\w+\}|[0-9]+|./g)) {
      if (/^[0-9]/.test(item)) file += Number(item);
      else pieces.set(index(file++, RANKS - 1 - number), item.replace(/[{}]/g, ''));
    }
    if (file !== FILES.length) throw wrong();
  });
  return pieces;
}

class Rules {
  name = 'my-node-backend';
  version = '0.1';
  variants = ['@VARIANT@'];

  moves(variant, vfen) {
    return [...Position.read(vfen).legal().keys()];
  }

  after(variant, vfen, moves) {
    let position = Position.read(vfen);
    for (const move of moves) {
      const child = position.legal().get(move);
      if (!child) throw new Refused('move', `\`${move}\` is not legal in ${position.vfen()}`);
      position = child;
    }
    return position.vfen();
  }
}

await serve(new Rules());
