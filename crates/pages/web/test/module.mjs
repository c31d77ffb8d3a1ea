// Tests the page that needs no server, in a browser and from disk: it answers as the command and the server do.
//   node --test crates/pages/web/test/module.mjs
//   VPERFT=PATH     the program
//   PAGES=DIR       the folder with `explore.html`, as ci/explore-page writes it

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible, of, open, PAGES } from "./browser.mjs";

const { VPERFT } = process.env;
const PAGE = pathToFileURL(`${PAGES}/explore.html`).href;
const VARIANTS = ["vanguard", "ryugi", "cetran3", "rococo", "sandbox"];
// A position in which Black may capture en passant on e4.
const PASSING = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
const running = [];
after(() => running.forEach(child => child.kill("SIGINT")));

const command = (words, input) => {
  const { stdout, stderr, status } = spawnSync(VPERFT, words, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  return stdout;
};
const settled = page => page.waitForFunction(() => here !== null);
const click = (page, name) => page.locator(`[data-square=${name}]`).click();

// Sixty questions about the positions of a variant's corpus: every kind, legal and illegal moves, other rules, and mistakes.
function questions(variant) {
  const { cases } = JSON.parse(command(["export", variant, "--format", "json"]));
  const vfens = [...new Set(cases.map(one => one.vfen))], step = Math.floor(vfens.length / 30);
  const all = vfens.filter((_, index) => index % step === 0).slice(0, 30).flatMap((root, index) => {
    const at = { variant, root, without: index % 5 === 4 ? ["GEN-CHECK"] : [] };
    const [, square] = cases.find(one => one.vfen === root).moves?.[0]?.split(" ") || [], from = square?.split("-")[0] || "b2";
    const others = [
      { ask: "explain", at, about: { square: from } },
      { ask: "explain", at, about: { move: `P ${from}-${"abcdefgh"[index % 8]}${1 + index % 9}` } },
      { ask: "explain", at, about: { status: null } },
      { ask: "copies", at, view: { square: from }, clauses: [] },
      { ask: "open", at, text: `${root} ;D1 20`, depth: 2 },
      { ask: "read", at: { variant, root: index % 2 ? root : root.replace(" ", "x ") } },
    ];
    return [{ ask: "position", at }, others[index % others.length]];
  });
  const [first] = JSON.parse(command(["moves", variant, "--format", "json"])).moves;
  return [...all.slice(0, 58), { ask: "count", at: { variant }, depth: 2, moves: [first] }, { ask: "nothing", at: { variant } }].map(one => JSON.stringify(one));
}

// Answers of a server, one after the other.
async function served(lines) {
  const child = spawn(VPERFT, ["explore"], { stdio: ["ignore", "pipe", "inherit"] });
  running.push(child);
  const address = await new Promise(resolve => child.stdout.once("data", text => resolve(String(text).trim())));
  const replies = [];
  for (const body of lines) {
    const response = await fetch(`${address}ask`, { method: "POST", headers: { "content-type": "application/json", origin: new URL(address).origin }, body });
    replies.push(await response.text());
  }
  return replies;
}

test("300 questions are answered alike by the command, the server and the page", async () => {
  const lines = VARIANTS.flatMap(questions);
  assert.equal(lines.length, 300);
  const expected = command(["explore", "--stdin"], lines.join("\n")).split("\n").slice(0, -1);
  assert.ok(expected.filter(reply => reply.startsWith('{"ok"')).length >= 250);
  assert.deepEqual(await served(lines), expected);
  await open(PAGE, {}, async page => {
    await settled(page);
    const { replies, times } = await page.evaluate(async lines => {
      const one = worker("questions", await loaded()), replies = [], times = [];
      for (const request of lines) {
        const begin = performance.now();
        replies.push(await new Promise(resolve => { const id = ++lastId; one.waiting.set(id, resolve); one.thread.postMessage({ id, request }); }));
        times.push(performance.now() - begin);
      }
      return { replies, times };
    }, lines);
    assert.deepEqual(replies, expected);
    console.log(`the page answers in ${of(times).toFixed(1)} ms (95 %: ${of(times, .95).toFixed(1)}, most: ${of(times, 1).toFixed(1)})`);
  });
});

test("rules are clicked, played and counted from disk", async () => {
  for (const [width, colorScheme] of [[1400, "light"], [360, "dark"]]) {
    await open(PAGE, { viewport: { width, height: 900 }, colorScheme, hash: `#${new URLSearchParams({ variant: "ryugi", root: PASSING })}` }, async page => {
      await settled(page);
      await click(page, "d5");
      await click(page, "c4");
      await page.locator("#says .reason", { hasText: "RYU-PAWN-1" }).first().waitFor();
      await page.locator("#perft summary").click();
      await page.locator("#depth").fill("3");
      await page.locator("#count").click();
      await page.waitForFunction(() => !find("count").hidden && document.querySelector("#totals td")?.textContent);
      assert.equal((await page.locator("#totals td").innerText()).replaceAll(",", ""), command(["perft", "ryugi", "3", "--vfen", PASSING]).trim().split(" ").at(-1));
      await page.screenshot({ path: `${PAGES}/explore-module-${width}.png`, fullPage: true });
      await accessible(page, `from disk, ${width}`);
      // A count of hours ends at once, and the next one is answered.
      await page.locator("#depth").fill("12");
      await page.locator("#count").click();
      await page.waitForTimeout(300);
      await page.locator("#cancel").click();
      await page.locator("#depth").fill("2");
      await page.locator("#count").click();
      await page.waitForFunction(() => !find("count").hidden && document.querySelector("#totals td")?.textContent);
      await click(page, "e4");
      await page.waitForFunction(() => state.moves.length === 1);
      for (const variant of VARIANTS) {
        await page.locator("#variant").selectOption(variant);
        await page.waitForFunction(name => state.variant === name, variant);
      }
    });
  }
});
