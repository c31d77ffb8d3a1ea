// Tests the page of `vperft explore` in a browser, with servers that it starts.
//   node --test crates/pages/web/test/explore.mjs
//   VPERFT=PATH     the program

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { accessible, of, open, PAGES, soon } from "./browser.mjs";

const { VPERFT } = process.env;
const VARIANTS = ["vanguard", "ryugi", "cetran3", "rococo", "sandbox"];
// A position in which Black may capture en passant on e4.
const PASSING = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
const run = promisify(execFile);
const vperft = async words => (await run(VPERFT, words, { maxBuffer: 1 << 28 })).stdout;
const running = [];
after(() => running.forEach(child => child.kill("SIGINT")));

// Starts a server, and returns its address.
function serve(...words) {
  const child = spawn(VPERFT, ["explore", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  running.push(child);
  return new Promise((resolve, reject) => {
    child.stdout.once("data", text => resolve(String(text).trim()));
    child.once("exit", code => reject(new Error(`explore ends with ${code}`)));
  });
}

const click = (page, name) => page.locator(`[data-square=${name}]`).click();
const settled = page => page.waitForFunction(() => here?.sides.every(side => !side.isAsked));
const show = (page, change) => page.evaluate(change => go(change), change);
const dots = page => page.locator(".dot, .take").evaluateAll(all => all.map(one => one.closest("[data-square]").dataset.square).sort());
const listed = page => page.locator("#says .chips").first().locator(".chip").allInnerTexts();

// The squares on which a move is chosen: its end, or what it changes if its mover does not go elsewhere.
function ends(text) {
  const [main, ...effects] = text.split("; "), [from, to] = main.split(" ")[1].split("-");
  if (to && to !== from) return [to];
  const changed = effects.map(effect => /^@-(\w+)$/.exec(effect)?.[1] || /^\w+ \w+-(\w+)$/.exec(effect)?.[1]).filter(name => name && name !== from);
  return changed.length ? changed : [from];
}

for (const variant of VARIANTS) {
  test(`${variant}: a clicked piece shows exactly its legal moves, in time`, async () => {
    const { cases } = JSON.parse(await vperft(["export", variant, "--format", "json"]));
    const all = [...new Set(cases.map(one => one.vfen))], step = Math.max(1, Math.floor(all.length / 200));
    const vfens = all.filter((_, index) => index % step === 0).slice(0, 200);
    const answers = [];
    for (let at = 0; at < vfens.length; at += 4) answers.push(...await Promise.all(vfens.slice(at, at + 4).map(vfen => vperft(["moves", variant, "--vfen", vfen, "--format", "lines"]).catch(() => null))));
    const clicks = [], questions = [];
    let shown = 0;
    await open(await serve(variant, "--backend", "fast"), {}, async page => {
      await settled(page);
      for (const [index, vfen] of vfens.entries()) {
        if (answers[index] === null) continue;
        const moves = answers[index].split("\n").filter(Boolean), starts = [...new Set(moves.map(text => text.split(" ")[1].split("-")[0]))].sort();
        const begin = performance.now();
        assert.ok(await show(page, { root: vfen, moves: [], undone: [] }), vfen);
        questions.push(performance.now() - begin);
        await settled(page);
        assert.ok(await page.locator(".agrees").isVisible(), vfen);
        const pieces = await page.evaluate(() => [...here.position.pieces].filter(([, label]) => (label === label.toUpperCase()) === (here.vfen.split(" ")[1] === "w")).map(([name]) => name).sort());
        // Now and then a piece that cannot move.
        const stuck = pieces.filter(name => !starts.includes(name)), from = (index % 8 === 7 || !starts.length) && stuck.length ? stuck[index % stuck.length] : starts[index % starts.length];
        if (!from) continue;
        const own = moves.filter(text => text.split(" ")[1].split("-")[0] === from).sort();
        clicks.push(await page.locator(`[data-square=${from}]`).evaluate(cell => {
          const begin = performance.now();
          cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          document.body.getBoundingClientRect();
          return performance.now() - begin;
        }));
        assert.deepEqual((await listed(page)).sort(), own, `${vfen}, ${from}`);
        assert.deepEqual(await dots(page), [...new Set(own.flatMap(ends))].sort(), `${vfen}, ${from}`);
        shown += 1;
      }
    });
    console.log(`${variant}: ${shown} positions, clicks take ${of(clicks).toFixed(1)} ms (95 %: ${of(clicks, .95).toFixed(1)}), new positions ${of(questions).toFixed(1)} ms (95 %: ${of(questions, .95).toFixed(1)})`);
    assert.ok(shown >= 190, `${shown} positions`);
    soon(clicks, 50, "clicks");
    soon(questions, 50, "new positions");
  });

  test(`${variant}: a game of 40 plies is played by clicks and undone`, async () => {
    await open(await serve(variant), {}, async page => {
      await settled(page);
      const vfens = [await page.evaluate(() => here.vfen)];
      let seed = 7;
      for (let ply = 1; ply <= 40; ply++) {
        seed = (seed * 48271) % 2147483647;
        const { text, from, targets } = await page.evaluate(seed => here.moves[seed % here.moves.length], seed);
        await click(page, from);
        await click(page, targets[0]);
        // Several moves may end there.
        if (await page.evaluate(ply => state.moves.length < ply && find("says").querySelector("li") !== null, ply)) await page.locator("#says li button", { hasText: text }).first().click();
        await page.waitForFunction(ply => state.moves.length === ply, ply);
        vfens.push(await page.evaluate(() => here.vfen));
      }
      for (let ply = 39; ply >= 0; ply--) {
        await page.locator("#undo").click();
        await page.waitForFunction(ply => state.moves.length === ply, ply);
        assert.equal(await page.evaluate(() => here.vfen), vfens[ply]);
      }
      assert.ok(await page.locator("#undo").isDisabled());
    });
  });
}

test("a forbidden move is explained, and a switched clause is answered in time", async () => {
  await open(await serve("ryugi"), { hash: `#${new URLSearchParams({ variant: "ryugi", root: PASSING })}` }, async page => {
    await settled(page);
    await click(page, "d5");
    await click(page, "c4");
    await page.locator("#says .reason", { hasText: "RYU-PAWN-1" }).first().waitFor();
    assert.match(await page.locator("#says h2").innerText(), /Black Pawn d5–c4 is not legal/i);
    assert.equal(await page.locator(".arrow.bad").count(), 1);
    const times = [];
    for (const off of [["RYU-EP"], [], ["GEN-CHECK"], [], ["RYU-PAWN-1"], []]) times.push(await page.evaluate(async off => { const begin = performance.now(); await go({ without: off }); document.body.getBoundingClientRect(); return performance.now() - begin; }, off));
    console.log(`switched clauses take ${times.map(time => time.toFixed()).join(", ")} ms`);
    soon(times, 150, "switched clauses");
    await page.locator("#rules summary").click();
    await page.locator("[data-clause=RYU-EP]").uncheck();
    await page.waitForFunction(() => state.without.join() === "RYU-EP");
    await click(page, "d5");
    assert.deepEqual(await listed(page), ["p d5-d4"]);
    assert.ok((await page.evaluate(() => location.hash)).includes("without=RYU-EP"));
  });
});

test("a wrong backend's differences are shown", async () => {
  const wrong = `cmd:${VPERFT} serve --backend reference --without RYU-EP`;
  await open(await serve("ryugi", "--backend", wrong, "--backend", "fast"), { hash: `#${new URLSearchParams({ variant: "ryugi", root: PASSING })}` }, async page => {
    await settled(page);
    const [first, second] = await page.locator(".backend").allInnerTexts();
    assert.match(first, /differs[^]*1 missing/);
    assert.match(second, /agrees: 7 moves/);
    assert.equal(await page.locator(".arrow.good").count(), 1);
    await page.locator(".backend .chip.good").click();
    await page.locator("#says .reason", { hasText: "RYU-EP" }).first().waitFor();
    assert.match(await page.locator("#says").innerText(), /does not list this move/);
    await click(page, "d5");
    assert.equal(await page.locator(".dot.good").count(), 1);
    assert.ok(await page.locator("#legend").isVisible());
    await page.screenshot({ path: `${PAGES}/explore-wrong.png`, fullPage: true });
  });
});

test("perft and divide are counted, compared and ended", async () => {
  const wrong = `cmd:${VPERFT} serve --backend reference --without RYU-EP`;
  await open(await serve("ryugi", "--backend", wrong), { hash: `#${new URLSearchParams({ variant: "ryugi", root: PASSING })}` }, async page => {
    await settled(page);
    const rows = [/^(.*): (\d+)$/, /^total: (\d+)$/], divide = await vperft(["divide", "ryugi", "3", "--vfen", PASSING]);
    await page.locator("#perft summary").click();
    await page.locator("#depth").fill("3");
    await page.locator("#count").click();
    await page.waitForFunction(() => !find("count").hidden);
    for (const line of divide.split("\n")) {
      const [, text, number] = rows[0].exec(line) || [];
      if (!text) continue;
      const row = page.locator(text === "total" ? "#totals" : "#divide tr", { hasText: text }).first();
      assert.equal((await row.locator("td").first().innerText()).replaceAll(",", ""), number, text);
    }
    assert.equal(await page.locator("#totals td.failed").count(), 1);
    assert.ok(await page.locator("#divide td.failed", { hasText: "not listed" }).count() === 1);
    // A count of hours ends at once, and the board is answered meanwhile.
    await page.locator("#depth").fill("12");
    await page.locator("#count").click();
    await click(page, "d5");
    await click(page, "d4");
    await page.waitForFunction(() => state.moves.length === 1);
    assert.ok(await page.locator("#count").isVisible());
    await page.locator("#count").click();
    await page.locator("#cancel").click();
    await page.locator("#depth").fill("2");
    await page.locator("#count").click();
    await page.waitForFunction(() => !find("count").hidden && document.querySelector("#totals td")?.textContent);
  });
});

test("a position is set up by drag, by click and by keyboard", async () => {
  await open(await serve("ryugi"), {}, async page => {
    await settled(page);
    await page.locator("#set-up").click();
    await page.locator("#setup-clear").click();
    await page.locator("[data-label=K]").click();
    await click(page, "f1");
    await page.locator("[data-label=k]").dragTo(page.locator("[data-square=f10]"));
    await page.locator("[data-label=Q]").dragTo(page.locator("[data-square=a5]"));
    await page.locator("[data-square=a5]").dragTo(page.locator("[data-square=b5]"));
    await page.locator("[data-label=N]").focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-square=f1]").focus();
    for (const key of ["ArrowUp", "Enter", "ArrowUp", "Enter", "Delete"]) await page.keyboard.press(key);
    await accessible(page, "set-up");
    await page.screenshot({ path: `${PAGES}/explore-setup.png`, fullPage: true });
    await page.locator("#setup-done").click();
    await page.waitForFunction(() => !draft);
    assert.equal(await page.evaluate(() => here.vfen), "5k4/10/10/10/10/1Q8/10/10/5N4/5K4 w - - 0 1");
    // A position that is not valid is refused with the reason, and stays.
    await page.locator("#set-up").click();
    await page.locator("[data-label='']").click();
    await click(page, "f1");
    await page.locator("#setup-done").click();
    await page.locator("#error .alert").waitFor();
    assert.match(await page.locator("#error").innerText(), /King/);
    assert.ok(await page.locator("#setup").isVisible());
    await page.locator("#setup-cancel").click();
    await page.locator("#vfen").fill("5k4/10/10/10/10/10/10/10/10/5K4 b");
    await page.locator("#load button[type=submit]").click();
    await page.waitForFunction(() => here.vfen === "5k4/10/10/10/10/10/10/10/10/5K4 b - - 0 1");
  });
});

test("what is taken along can be opened again", async () => {
  const wrong = `cmd:${VPERFT} serve --backend reference --without RYU-EP`;
  await open(await serve("ryugi", "--backend", wrong), { hash: `#${new URLSearchParams({ variant: "ryugi", root: PASSING })}` }, async page => {
    await settled(page);
    await page.locator("#copies summary").click();
    await page.locator("#copied code").first().waitFor();
    assert.ok((await page.locator("#copied").innerText()).includes(`vperft moves ryugi --vfen '${PASSING}'`));
    await page.locator("#copied button", { hasText: "Make a bug file" }).click();
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("[aria-label='Save bug.json']").click()]);
    const path = `${PAGES}/bug.json`;
    await saved.saveAs(path);
    assert.match((await run(VPERFT, ["repro", path, "--backend", wrong]).catch(error => error)).stdout, /same/i);
    await page.locator("#first").click();
    await page.waitForFunction(() => state.root === null);
    await page.locator("#open summary").click();
    await page.locator("#open-file").setInputFiles(path);
    await page.waitForFunction(root => state.root === root, PASSING);
    assert.match(await page.locator("#opened").innerText(), /bug file[^]*Missing: p d5-e4; @-e5/);
    await accessible(page, "take along and open");
    const restart = async () => {
      if (await page.locator("#first").isEnabled()) await page.locator("#first").click();
      await page.waitForFunction(() => state.root === null && !state.moves.length);
    };
    for (const [text, expected] of [
      ["1. e3e5 e8e6 2. Dh3 a9a5", /game of 3 plies.*stops before/],
      ["P e3-e4: 34\nP e3-e5: 35\ntotal: 2000", /divide table of depth 2/],
      ["ribmqkdbir/ppppnnpppp/4pp4/10/10/10/10/4PP4/PPPPNNPPPP/RIBMQKDBIR w * - 0 1 ;D1 34 ;D2 1155", /suite/],
      ["<img src=x onerror=alert(1)>", /expected/],
    ]) {
      await restart();
      await page.locator("#open-text").fill(text);
      await page.locator("#open-form button").click();
      await page.waitForFunction(expected => new RegExp(expected).test(find("opened").innerText), expected.source);
    }
    // A table is compared with the counts.
    await page.locator("#open-text").fill("e3e4: 34\ne3e5: 99\ntotal: 2000");
    await page.locator("#open-form button").click();
    await page.locator("#divide td.failed", { hasText: "99" }).waitFor();
    assert.match(await page.locator("#totals").innerText(), /1,155[^]*2,000/);
  });
});

test("the page is accessible in every look, and nothing overflows", async () => {
  const url = await serve("ryugi", "--backend", "fast");
  for (const width of [360, 1400]) {
    for (const colorScheme of ["light", "dark"]) {
      await open(url, { viewport: { width, height: 900 }, colorScheme }, async page => {
        await settled(page);
        await page.evaluate(() => document.querySelectorAll("details").forEach(one => { one.open = true; }));
        await click(page, "g1");
        await click(page, "e5");
        await page.locator("#says .reason").first().waitFor();
        await page.screenshot({ path: `${PAGES}/explore-${width}-${colorScheme}.png`, fullPage: true });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `wider than ${width}`);
        await accessible(page, `${width} ${colorScheme}`);
      });
    }
  }
  await open(url, { forcedColors: "active" }, async page => {
    await settled(page);
    await click(page, "g1");
    await page.screenshot({ path: `${PAGES}/explore-forced.png` });
    await accessible(page, "forced colours");
  });
});

test("all can be done by keyboard", async () => {
  await open(await serve("ryugi"), {}, async page => {
    await settled(page);
    await page.locator("#board [tabindex='0']").focus();
    // From a10 to the Pawn on a2.
    for (let step = 0; step < 8; step++) await page.keyboard.press("ArrowDown");
    const at = () => page.evaluate(() => document.activeElement.dataset.square);
    assert.equal(await at(), "a2");
    await page.keyboard.press("Enter");
    assert.equal(await at(), "a2");
    await page.keyboard.press("ArrowUp");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^a3, empty, legal move/);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => state.moves.join() === "P a2-a3");
    assert.equal(await at(), "a3");
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => state.moves.length === 0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => chosen), "a2");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => chosen), null);
  });
});

test("what a hostile backend prints stays text", async () => {
  const hostile = `cmd:node '${fileURLToPath(new URL("hostile.mjs", import.meta.url))}'`;
  await open(await serve("ryugi", "--backend", hostile), {}, async page => {
    await settled(page);
    for (let ply = 0; ply < 12; ply++) {
      assert.ok(await page.evaluate(() => go({ moves: [...state.moves, here.moves[0].text] })));
      for (const chip of await page.locator(".backend .chip").all()) {
        await chip.click();
        await page.waitForFunction(() => !find("says").textContent.includes("Asking"));
      }
      const text = await page.evaluate(() => document.body.textContent);
      assert.ok(!/[\u202a-\u202e\u2066-\u2069\u200b]/.test(text) && text.length < 500_000, `${text.length} characters`);
      assert.equal(await page.locator("img, iframe, object, svg[onload], b:not([id]):not(.turn b)").count(), 0);
      assert.equal(await page.evaluate(() => window.harmed), undefined);
    }
  });
});
