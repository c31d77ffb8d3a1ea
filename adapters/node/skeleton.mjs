#!/usr/bin/env node
// A backend for vperft in JavaScript for Node. Copy this file, fill in the functions of Rules, and try
//     vperft run ryugi --backend "cmd:node skeleton.mjs"
// Positions are VFENs, moves are canonical texts: suites/RULES.md describes both, docs/protocol.md the protocol.
import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Throw this for a question that you do not answer, with the reason. */
export class Unsupported extends Error {}

/** Throw this for a malformed or illegal 'position' or 'move', which is its kind. */
export class Refused extends Error {
  constructor(kind, message, reason) {
    super(message);
    this.fields = { kind, message, reason };
  }
}

class Rules {
  name = 'my-engine';
  version = '0.1';
  variants = ['ryugi'];
  // true if moves, perft and divide take a list of moves last, which they play from vfen first. This exposes bugs in the state that
  // an engine updates as it plays, such as an en passant square that it does not clear. If false, they only get positions.
  played = false;

  /** The canonical texts of all legal moves, in any order: ['P e3-e4', ...]. */
  moves(variant, vfen) {
    throw new Unsupported('moves is not implemented yet');
  }

  /** The canonical VFEN after these moves, of which there may be none. */
  after(variant, vfen, moves) {
    throw new Unsupported('after is not implemented yet');
  }

  // Without these three, vperft counts with moves and after, and does not ask for the status:
  // perft(variant, vfen, depth): the number of legal sequences of that length
  // divide(variant, vfen, depth): pairs [move text, perft of its child one ply shallower]
  // status(variant, vfen, moves): a status word, such as 'checkmate' or 'ongoing'
}

function answer(rules, { ask, variant, vfen, depth, moves }) {
  const native = ['perft', 'divide', 'status'].filter((name) => name in rules);
  if (ask === 'hello') return { protocol: 1, name: rules.name, version: rules.version, variants: rules.variants, native: rules.played ? [...native, 'played'] : native };
  if (!['moves', 'after', ...native].includes(ask)) throw new Unsupported(`${ask} is not answered here`);
  if (!rules.variants.includes(variant)) throw new Unsupported(`no rules of ${variant}`);
  return rules[ask](variant, vfen, ...(ask === 'perft' || ask === 'divide' ? [depth, moves] : [moves]));
}

export async function serve(rules) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const request = JSON.parse(line);
    let reply;
    try {
      reply = { result: answer(rules, request) };
    } catch (error) {
      if (error instanceof Unsupported) reply = { unsupported: error.message };
      else if (error instanceof Refused) reply = { error: error.fields };
      else reply = { error: { kind: 'internal', message: String(error) } };
    }
    process.stdout.write(`${JSON.stringify({ seq: request.seq, ...reply })}\n`);
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await serve(new Rules());
