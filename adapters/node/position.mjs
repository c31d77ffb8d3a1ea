// Positions of chess and Ryugi: VFEN as vperft writes it, FEN as Fairy-Stockfish reads it.
// Rejects invalid positions (suites/RULES.md), except those that only the moves of the pieces show to be invalid.
import { Refused, Unsupported } from './skeleton.mjs';

const STARTS = {
  chess: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
  ryugi: 'ribmqkdbir/ppppnnpppp/4pp4/10/10/10/10/4PP4/PPPPNNPPPP/RIBMQKDBIR',
};

export function refuse(reason, message) {
  throw new Refused('position', message, reason);
}

/** File and rank of a square, counted from 0; null if the text is not a square. */
export function numbers(square) {
  const match = /^([a-z])([1-9][0-9]?)$/.exec(square);
  return match && [match[1].charCodeAt(0) - 97, Number(match[2]) - 1];
}

const name = (file, rank) => `${String.fromCharCode(97 + file)}${rank + 1}`;

const byFile = (one, other) => {
  const [[file, rank], [otherFile, otherRank]] = [numbers(one), numbers(other)];
  return file - otherFile || rank - otherRank;
};

/** The pieces of a well-formed board field, by square. */
export function squares(field) {
  const pieces = new Map();
  const rows = field.split('/');
  rows.forEach((text, row) => {
    let file = 0;
    for (const [item] of text.matchAll(/[0-9]+|[A-Za-z]/g)) {
      if (/[0-9]/.test(item)) {
        file += Number(item);
      } else {
        pieces.set(name(file, rows.length - 1 - row), item);
        file += 1;
      }
    }
  });
  return pieces;
}

/** pieces: letters by square; unmoved: squares of the Kings and Rooks that may castle; passed: en passant or null. */
export class Position {
  constructor(variant, vfen) {
    this.variant = variant;
    this.start = squares(STARTS[variant]);
    this.size = STARTS[variant].split('/').length;
    const fields = vfen.split(' ');
    if (fields.length < 6 || fields.includes('')) {
      refuse('field-count', 'expected at least six fields with single spaces between them');
    }
    this.pieces = this.readBoard(fields[0]);
    if (!['w', 'b'].includes(fields[1])) refuse('side', `\`${fields[1]}\`; expected w or b`);
    this.white = fields[1] === 'w';
    this.checkPieces();
    this.unmoved = this.readUnmoved(fields[2]);
    this.passed = this.readPassed(fields[3]);
    this.clock = this.readCount(fields[4], 0);
    this.number = this.readCount(fields[5], 1);
    if (fields.length > 6) refuse('extra-field', `\`${fields[6]}\`; expected six fields`);
  }

  /** A copy with some fields changed. */
  with(changes) {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this, changes);
  }

  readBoard(field) {
    const rows = field.split('/');
    if (rows.length !== this.size) refuse('board-shape', `${rows.length} ranks; expected ${this.size}`);
    rows.forEach((text, row) => {
      const place = `rank ${this.size - row}`;
      let [files, rest] = [0, text];
      while (rest !== '') {
        const item = /^(?:[1-9][0-9]{0,3}(?![0-9])|[A-Za-z]|\{[^}]{2,}\}|-)/.exec(rest)?.[0];
        if (item === undefined) refuse('board-syntax', `${place}: cannot read \`${rest}\``);
        if (item === '-') refuse('closed-square', `${place}: squares do not close in this variant`);
        const isRun = /[0-9]/.test(item[0]);
        if (!isRun && (item.length > 1 || !STARTS[this.variant].includes(item))) {
          refuse('unknown-label', `${place}: \`${item}\` is not a piece of ${this.variant}`);
        }
        files += isRun ? Number(item) : 1;
        rest = rest.slice(item.length);
      }
      if (files !== this.size) refuse('board-shape', `${place}: ${files} squares; expected ${this.size}`);
    });
    return squares(field);
  }

  checkPieces() {
    const pieces = [...this.pieces.values()];
    for (const king of 'Kk') {
      const count = pieces.filter((piece) => piece === king).length;
      if (count !== 1) refuse('piece-count', `${count} pieces \`${king}\`; expected one`);
    }
    for (const [square, piece] of this.pieces) {
      if ('Pp'.includes(piece) && [0, this.size - 1].includes(numbers(square)[1])) {
        refuse('pawn-rank', `${square}: Pawns cannot be on the first or last rank`);
      }
    }
  }

  readUnmoved(field) {
    const isHolder = ([square, piece]) => 'KkRr'.includes(piece) && this.start.get(square) === piece;
    const holders = new Set([...this.pieces].filter(isHolder).map(([square]) => square));
    if (field === '-') return new Set();
    if (field === '*') return this.usable(holders);
    const listed = new Set();
    for (const square of field.split(',')) {
      if (this.isOfChess960(square)) throw new Unsupported('castling from other files, as in Chess960');
      if (listed.has(square) || !holders.has(square)) {
        refuse('unmoved', `\`${square}\` is a duplicate, or not the start square of a King or Rook that is on it`);
      }
      listed.add(square);
    }
    return this.usable(listed);
  }

  /** Whether a King or Rook of chess is on another file of its first rank. */
  isOfChess960(square) {
    const piece = this.pieces.get(square);
    const rank = { K: '1', R: '1', k: '8', r: '8' }[piece];
    return this.variant === 'chess' && square.slice(1) === rank && this.start.get(square) !== piece;
  }

  /** Keeps the rights that allow castling: those of a King and a Rook of the same side. */
  usable(listed) {
    const usable = new Set();
    for (const pair of ['KR', 'kr']) {
      const side = [...listed].filter((square) => pair.includes(this.pieces.get(square)));
      if (new Set(side.map((square) => this.pieces.get(square))).size === 2) side.forEach((square) => usable.add(square));
    }
    return usable;
  }

  readCount(field, minimum) {
    if (!/^(?:0|[1-9][0-9]{0,8})$/.test(field) || Number(field) < minimum) {
      refuse('clock', `\`${field}\`; expected a number from ${minimum}, of at most nine digits`);
    }
    return Number(field);
  }

  readPassed(field) {
    if (field === '-') return null;
    const place = numbers(field);
    const [forward, pawn] = this.white ? [-1, 'p'] : [1, 'P'];
    if (place !== null) {
      const [origin, beyond] = [name(place[0], place[1] - forward), name(place[0], place[1] + forward)];
      const isFree = !this.pieces.has(field) && !this.pieces.has(origin);
      if (isFree && this.pieces.get(beyond) === pawn && this.start.get(origin) === pawn) return field;
    }
    return refuse('en-passant', `\`${field}\`: a Pawn cannot just have passed over it`);
  }

  /** The FEN for Fairy-Stockfish. Its counters are 0 and 1: they do not affect legal moves, and it may reject large ones. */
  fen() {
    const corners = this.variant === 'chess' ? { K: 'h1', Q: 'a1', k: 'h8', q: 'a8' } : {};
    const rights = Object.keys(corners).filter((letter) => this.unmoved.has(corners[letter]));
    return `${this.board()} ${this.white ? 'w' : 'b'} ${rights.join('') || '-'} ${this.passed ?? '-'} 0 1`;
  }

  board() {
    const rows = [];
    for (let rank = this.size - 1; rank >= 0; rank -= 1) {
      const row = Array.from({ length: this.size }, (_, file) => this.pieces.get(name(file, rank)) ?? '.').join('');
      rows.push(row.replace(/\.+/g, (run) => String(run.length)));
    }
    return rows.join('/');
  }

  vfen() {
    const list = (set) => [...set].sort(byFile).join(',');
    const starred = list(this.readUnmoved('*'));
    const unmoved = list(this.unmoved) || '-';
    const turn = this.white ? 'w' : 'b';
    const rights = unmoved === starred ? '*' : unmoved;
    return `${this.board()} ${turn} ${rights} ${this.passed ?? '-'} ${this.clock} ${this.number}`;
  }

  /** The part that is equal in repetitions of a position. */
  key() {
    return this.vfen().split(' ').slice(0, 4).join(' ');
  }
}
