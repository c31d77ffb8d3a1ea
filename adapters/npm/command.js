#!/usr/bin/env node
// The command of the package: questions about a position, answered by the rules in the package; everything else is left to the program.
// The exit codes are those of the program.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import * as rules from "./vperft.js";

const USAGE = `Usage: vperft COMMAND VARIANT ... [VFEN]

  moves VARIANT [VFEN]          the legal moves
  after VARIANT MOVE [VFEN]     the position after a move
  status VARIANT [VFEN]         the status, such as ongoing or checkmate
  perft VARIANT DEPTH [VFEN]    the number of move sequences
  divide VARIANT DEPTH [VFEN]   the count below each legal move
  why VARIANT MOVE [VFEN]       the clauses that allow or forbid a move

  --without CLAUSE        without a clause of the rules, such as RYU-EP (repeatable)
  --ruling NAME=VALUE     with another reading of the rules (repeatable)

\`run\`, \`fuzz\`, \`diagnose\` and all other commands are those of the program, which npm installs on
Linux, macOS and Windows; \`vperft help\` describes them.

The variants are ${rules.variants.join(", ")}. Put a move in quotes: "P e3-e4".`;
const WRONG_ARGUMENTS = 2, WRONG_INPUT = 3;

class UsageError extends Error {}

// The program, if npm has installed the package that holds it for this platform.
function program() {
  const name = process.platform === "win32" ? "vperft.exe" : "vperft";
  try {
    return createRequire(import.meta.url).resolve(`vperft-${process.platform}-${process.arch}/${name}`);
  } catch {
    return null;
  }
}

// The lines about the clauses behind a move.
function* reasons(explained) {
  yield `${explained.move} is ${explained.legal ? "legal" : "not a legal move"}`;
  if (explained.start) yield `  ${explained.start}`;
  for (const [label, effects] of [["possible by", explained.possible_by], ["shaped by", explained.shaped_by], ["forbidden by", explained.forbidden_by]]) {
    for (const { clauses } of effects) yield* [`  ${label} ${clauses.join(" and ")}`, ...clauses.map(id => `    ${rules.clause(id)}`)];
  }
  if (explained.rules.length) yield* ["  the rules of that piece:", ...explained.rules.map(id => `    ${id}: ${rules.clause(id)}`)];
  for (const move of explained.may_mean) yield `  may mean ${move}`;
  for (const move of explained.nearest) yield `  nearest  ${move}`;
}

async function after(at, move) {
  // It reads a move in any text that people write.
  const { vfen } = await rules.why(at, move);
  if (!vfen) throw new rules.RulesError({ message: `\`${move}\` is not a legal move` });
  return [vfen];
}

async function divide(at, depth) {
  const counts = [...await rules.divide(at, depth)], total = counts.reduce((sum, [, count]) => sum + count, 0n);
  return [...counts.map(([move, count]) => `${move}: ${count}`), `total: ${total}`];
}

// Each command with the name of its argument, if it has one. It returns lines.
const COMMANDS = {
  moves: [null, at => rules.moves(at)],
  after: ["MOVE", after],
  status: [null, async at => [await rules.status(at)]],
  perft: ["DEPTH", async (at, depth) => [await rules.perft(at, depth)]],
  divide: ["DEPTH", divide],
  why: ["MOVE", async (at, move) => [...reasons(await rules.why(at, move))]],
};

// Leaves a command line to the program, and ends as it does. Returns if there is no program.
function delegate(words) {
  const path = program();
  if (!path) return;
  const { status, signal, error } = spawnSync(path, words, { stdio: "inherit" });
  if (error) throw error;
  if (signal) process.kill(process.pid, signal);
  process.exit(status);
}

// The lines that a command line asks for.
async function run(words) {
  if (words.length && !words[0].startsWith("-") && !Object.hasOwn(COMMANDS, words[0])) delegate(words);
  const { values, positionals } = parseArgs({
    args: words, allowPositionals: true,
    options: { help: { type: "boolean", short: "h" }, without: { type: "string", multiple: true, default: [] }, ruling: { type: "string", multiple: true, default: [] } },
  });
  if (values.help || !positionals.length) return [USAGE];
  const [name, variant, ...rest] = positionals;
  if (!Object.hasOwn(COMMANDS, name)) throw new UsageError(`unknown command \`${name}\`, and npm has installed no program for ${process.platform} ${process.arch}\n\n${USAGE}`);
  if (!rules.variants.includes(variant)) throw new UsageError(`${variant === undefined ? "no variant" : `unknown variant \`${variant}\``}; the variants are ${rules.variants.join(", ")}`);
  const [argument, command] = COMMANDS[name];
  const given = argument ? rest.shift() : undefined;
  if (argument && given === undefined) throw new UsageError(`\`${name}\` needs ${argument}`);
  if (argument === "DEPTH" && !/^\d+$/.test(given)) throw new UsageError(`\`${given}\` is not a depth`);
  const at = { variant, without: values.without, rulings: Object.fromEntries(values.ruling.map(one => one.split(/=(.*)/s, 2))) };
  // A VFEN has spaces, so it may be several words.
  const vfen = rest.length ? (await rules.read({ ...at, vfen: rest.join(" ") })).vfen : null;
  return command({ ...at, vfen }, argument === "DEPTH" ? Number(given) : given);
}

try {
  console.log((await run(process.argv.slice(2))).join("\n"));
} catch (error) {
  const isUsage = error instanceof UsageError || error.code?.startsWith("ERR_PARSE_ARGS");
  if (!isUsage && !(error instanceof rules.RulesError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = isUsage ? WRONG_ARGUMENTS : WRONG_INPUT;
}
