// Tests the installed package: it answers as the program does, as a module, as a command, bundled and in a browser.
//   node --test test.mjs    in a folder with the packages `vperft` and `esbuild`
//   VPERFT=PATH             the program
//   PAGES=DIR               the folder with playwright-core; without it, no browser is tested
//   CHROMIUM=PATH           the browser

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as rules from "vperft";

const { VPERFT, PAGES, CHROMIUM } = process.env;
const text = path => readFileSync(path, "utf8");
const run = (program, words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const program = (...words) => run(VPERFT, words);
const json = (...words) => JSON.parse(program(...words, "--format", "json"));
const npx = (...words) => spawnSync("npx", ["--no-install", "vperft", ...words], { encoding: "utf8" });
// A position in which Black may capture en passant on e4.
const PASSING = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";

test("answers are those of the program", async () => {
  assert.deepEqual([...rules.variants].sort(), json("variants").map(one => one.variant).sort());
  for (const variant of rules.variants) {
    const vfen = program("sample", variant, "--seed", "7", "--ply", "20").trim();
    const at = { variant, vfen }, [move] = await rules.moves(at);
    assert.deepEqual(await rules.moves(at), json("moves", variant, "--vfen", vfen).moves, vfen);
    assert.equal(await rules.after(at, move), json("after", variant, "--vfen", vfen, "--move", move).vfen, move);
    assert.equal(await rules.status(at), json("status", variant, "--vfen", vfen).status);
    assert.deepEqual(await rules.why(at, move), json("explain", variant, "--vfen", vfen, "--move", move).move);
    assert.equal(`${await rules.perft(at, 2)}`, program("perft", variant, "2", "--vfen", vfen).trim());
  }
  assert.equal((await rules.divide({ variant: "ryugi", vfen: PASSING }, 2)).get("p d5-e4; @-e5"), 5n);
});

test("questions without an answer are errors", async () => {
  await assert.rejects(rules.moves({ variant: "ryugi", moves: ["P e3-e6"] }), { name: "RulesError", index: 0 });
  await assert.rejects(rules.moves({ variant: "ryugi", vfen: "x" }), rules.RulesError);
  await assert.rejects(rules.perft("ryugi", 13), /depth from 1 to 12/);
});

test("the command prints the answers of the program", () => {
  assert.equal(npx("moves", "rococo").stdout, program("moves", "rococo", "--format", "lines"));
  assert.equal(npx("perft", "ryugi", "3").stdout, program("perft", "ryugi", "3"));
  assert.equal(npx("divide", "ryugi", "2", ...PASSING.split(" ")).stdout, program("divide", "ryugi", "2", "--vfen", PASSING));
  assert.match(npx("why", "ryugi", "d5e4", PASSING).stdout, /is legal\n  possible by RYU-EP\n    a Pawn that has just made/);
  assert.match(npx("after", "ryugi", "e3e5").stdout, /^ribmqkdbir\/.* b /);
  assert.deepEqual([npx("moves", "nonsense").status, npx("moves", "ryugi", "x").status, npx("--nonsense").status], [2, 3, 2]);
});

test("other commands are those of the program", () => {
  const found = npx("run", "chess", "--backend", "uci:stockfish", "--tier", "smoke");
  assert.equal(found.status, 0, found.stderr);
  // An engine does not answer about drawn games, nor about positions that cannot be read.
  assert.match(found.stdout, /^ total +\d+ +\d+ +1\d{3} +0 +\d{2,3} /m);
  assert.equal(npx("run", "ryugi", "--backend", "reference", "--without", "RYU-EP", "--filter", "ryugi/ep-*").status, 1);
});

test("a bundle answers, also in a browser", async context => {
  const build = ["--bundle", "--format=esm", "--platform=browser", "--log-level=error", "--outfile=bundle.mjs"];
  run("node_modules/.bin/esbuild", ["use.ts", ...build]);
  assert.equal(run("node", ["-e", "import('./bundle.mjs').then(use => use.count()).then(count => console.log(count))"]), "43878\n");
  if (!PAGES || !CHROMIUM) return context.skip("no browser");
  const browser = await createRequire(`${PAGES}/package.json`)("playwright-core").chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.route("**/*", route => route.fulfill(route.request().url().endsWith(".mjs") ? { contentType: "text/javascript", body: text("bundle.mjs") } : { contentType: "text/html", body: "" }));
    await page.goto("http://localhost/");
    assert.equal(await page.evaluate(() => import("/bundle.mjs").then(use => use.count())), "43878");
  } finally {
    await browser.close();
  }
});
