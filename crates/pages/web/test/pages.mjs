// Tests the reports in a browser. `ci/pages` makes them and says where they are.
//   node --test crates/pages/web/test/pages.mjs

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible, browser, open as openAt, PAGES, soon } from "./browser.mjs";

const SYMBOLS = JSON.parse(readFileSync(new URL("../pieces.json", import.meta.url)));

// Opens a report.
const open = (name, options, use) => openAt(pathToFileURL(`${PAGES}/${name}.html`).href, options, use);

test("a page in every look is accessible, and nothing overflows", async () => {
  for (const name of ["wrong", "passed", "compared"]) {
    for (const width of [360, 1400]) {
      for (const colorScheme of ["light", "dark"]) {
        await open(name, { viewport: { width, height: 900 }, colorScheme }, async page => {
          await page.screenshot({ path: `${PAGES}/${name}-${width}-${colorScheme}.png`, fullPage: true });
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than ${width}`);
          await accessible(page, `${name} ${width} ${colorScheme}`);
        });
      }
    }
  }
});

test("likely causes have boards and addresses, and are found by words", async () => {
  for (const [width, colorScheme] of [[360, "dark"], [1400, "light"]]) {
    await open("bugs", { viewport: { width, height: 900 }, colorScheme }, async page => {
      await page.locator("article .board").first().waitFor();
      await page.screenshot({ path: `${PAGES}/bugs-${width}.png` });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `wider than ${width}`);
      await accessible(page, `bugs ${width}`);
      const all = await page.locator("article:visible").count();
      await page.locator("#text").fill("ep-missing");
      const found = page.locator("article:visible"), some = await found.count();
      assert.ok(all > 100 && some > 0 && some < 10, `${some} of ${all}`);
      const id = await found.first().getAttribute("id");
      await page.locator("#text").fill("");
      await page.evaluate(id => { location.hash = id; }, id);
      await page.locator(`[id="${id}"] .board`).waitFor();
    });
  }
});

test("forced colours and print keep verdict, list and board", async () => {
  await open("wrong", { forcedColors: "active" }, async page => {
    await page.screenshot({ path: `${PAGES}/wrong-forced.png` });
    await accessible(page, "forced colours");
    assert.equal(await page.locator("#list a[aria-current]").count(), 1);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("h1").isVisible() && await page.locator(".board").first().isVisible() && !await page.locator("#filters").isVisible());
  });
});

test("verdict and causes can be read without scripts", async () => {
  await open("wrong", { javaScriptEnabled: false }, async page => {
    assert.match(await page.locator("h1").innerText(), /\d+ of [\d,]+ checks failed/);
    assert.ok(await page.locator(".causes > li").count() > 3);
    assert.ok(!await page.locator("#app").isVisible());
  });
  await open("passed", { javaScriptEnabled: false }, async page => {
    assert.match(await page.locator("h1").innerText(), /All [\d,]+ checks passed/);
    assert.ok(await page.locator("#checked ~ details").count() >= 5);
  });
});

test("every case has an address, and filters find it", async () => {
  await open("wrong", {}, async page => {
    const ids = await page.evaluate(() => data.cases.map(one => one.id));
    await page.evaluate(id => { location.hash = id; }, ids.at(-1));
    await page.waitForFunction(id => document.querySelector("#detail .row-id").textContent === id, ids.at(-1));
    const of = async (id, value) => { await page.locator("#" + id).selectOption(value); return page.locator("#list a").count(); };
    for (const id of ["variant", "clause", "cause", "verdict"]) {
      const values = await page.locator(`#${id} option`).evaluateAll(all => all.map(one => [one.value, one.textContent]));
      assert.ok(values.length > 1, id);
      for (const [value, label] of values.slice(1, 6)) assert.equal(await of(id, value), Math.min(100, Number(/\((\d+)\)$/.exec(label)[1])), label);
      await of(id, "");
    }
    await page.locator("#text").fill("no such text");
    assert.equal(await page.locator("#list a").count(), 0);
    await page.locator("#reset").click();
    assert.match(await page.locator("#count").innerText(), new RegExp(`^${ids.length.toLocaleString("en")} case`));
  });
});

test("the board shows the moves of the failure", async () => {
  await open("wrong", {}, async page => {
    const one = await page.evaluate(() => cases.find(one => one.checks.some(check => check.kind === "moves" && check.missing.length && check.missing.length < 30))?.id);
    await page.evaluate(id => { location.hash = id; }, one);
    const missing = page.locator("#detail .chip.good");
    await missing.first().waitFor();
    assert.ok(await page.locator("#detail .arrow.good, #detail .fall.good").count() >= await missing.count());
    await missing.first().click();
    assert.equal(await missing.first().getAttribute("aria-pressed"), "true");
    const child = await page.evaluate(() => cases.find(one => one.checks.some(check => check.kind === "wrong-child"))?.id);
    await page.evaluate(id => { location.hash = id; }, child);
    await page.locator("figcaption", { hasText: "Expected" }).first().waitFor();
    assert.ok(await page.locator("#detail .command code", { hasText: "vperft run" }).count() >= 1);
  });
});

test("all can be done by keyboard", async () => {
  await open("wrong", {}, async page => {
    await page.locator("#list a").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const second = await page.locator("#list a").nth(1).getAttribute("data-id");
    await page.waitForFunction(id => document.querySelector("#detail .row-id").textContent === id, second);
    const names = async () => page.evaluate(() => document.activeElement.dataset.square);
    await page.locator("#detail [role=gridcell][tabindex='0']").first().focus();
    const start = await names();
    for (const [key, expected] of [["ArrowRight", false], ["ArrowDown", false], ["ArrowUp", false], ["ArrowLeft", true]]) {
      await page.keyboard.press(key);
      assert.equal(await names() === start, expected, key);
    }
    await page.keyboard.press("End");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^[a-z]\d+, (empty|closed|white|black)/);
  });
});

test("3,000 failures are filtered in time", async () => {
  const size = statSync(`${PAGES}/large.html`).size;
  await open("large", {}, async page => {
    const failures = await page.evaluate(() => cases.reduce((sum, one) => sum + one.checks.length, 0));
    const paints = [];
    for (let load = 0; load < 3; load++) {
      if (load > 0) await page.reload();
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    }
    const times = [];
    for (const text of ["a", "e4", "pawn k", "no such text", ""]) {
      times.push(await page.evaluate(text => {
        const field = document.getElementById("text"), begin = performance.now();
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.getBoundingClientRect();
        return performance.now() - begin;
      }, text));
    }
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    console.log(`${failures} failures: ${size} bytes, first paint after ${paints.map(time => time.toFixed()).join(", ")} ms, filters in ${times.map(time => time.toFixed()).join(", ")} ms, ${nodes} elements`);
    assert.ok(failures >= 3000, `${failures} failures`);
    assert.ok(size / failures <= 1000, `${size} bytes`);
    soon(paints, 1000, "first paint");
    soon(times, 100, "filters");
  });
  assert.ok(statSync(`${PAGES}/passed.html`).size <= 600_000);
});

test("what a hostile backend prints stays text", async () => {
  const text = readFileSync(`${PAGES}/hostile.html`, "utf8");
  assert.ok(!/[\u202a-\u202e\u2066-\u2069\u200b]/.test(text), "hidden characters");
  assert.equal(text.split("</script>").length, 3, "no script but those of the page");
  await open("hostile", {}, async page => {
    for (const part of ["<svg onload=window.harmed=1>", "<img src=x", "</script>"]) {
      const id = await page.evaluate(part => cases.find(one => one.text.includes(part))?.id, part);
      assert.ok(id, `no case with ${part}`);
      await page.evaluate(id => { location.hash = id; }, id);
      await page.waitForFunction(id => document.querySelector("#detail .row-id").textContent === id, id);
      assert.ok((await page.locator("#detail").innerText()).includes(part), part);
      assert.equal(await page.locator("img, iframe, object, svg[onload]").count(), 0);
      assert.equal(await page.evaluate(() => window.harmed), undefined);
    }
  });
});

test("the symbols differ", async () => {
  const page = await browser.newPage();
  const kinds = Object.keys(SYMBOLS).filter(name => !name.startsWith("shield"));
  const colours = { white: ["#fffefa", "#2a251f", "#2a251f"], black: ["#2d2c33", "#2d2c33", "#f7f2e8"] };
  for (const [side, [fill, stroke, ink]] of Object.entries(colours)) {
    const pictures = kinds.map(name => {
      const { body, ink: filled, line } = SYMBOLS[name];
      return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 48 48"><rect width="48" height="48" fill="#d3bf9c"/>`
        + `<g transform="translate(2.4 2.4) scale(.9)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><path d="${body}" fill="${fill}" stroke="${stroke}"/>`
        + (filled ? `<path d="${filled}" fill="${ink}"/>` : "") + (line ? `<path d="${line}" fill="none" stroke="${ink}"/>` : "") + "</g></svg>";
    });
    const close = await page.evaluate(async ([kinds, pictures]) => {
      const pixels = [];
      for (const picture of pictures) {
        const image = new Image();
        image.src = "data:image/svg+xml," + encodeURIComponent(picture);
        await image.decode();
        const pen = new OffscreenCanvas(24, 24).getContext("2d");
        pen.drawImage(image, 0, 0, 24, 24);
        const { data } = pen.getImageData(0, 0, 24, 24);
        pixels.push(Array.from({ length: 576 }, (_, at) => .3 * data[4 * at] + .59 * data[4 * at + 1] + .11 * data[4 * at + 2]));
      }
      const close = [];
      for (let one = 0; one < kinds.length; one++) {
        for (let other = 0; other < one; other++) {
          const differing = pixels[one].filter((value, at) => Math.abs(value - pixels[other][at]) > 64).length;
          if (differing < .12 * 576) close.push(`${kinds[one]} and ${kinds[other]}: ${differing} of 576 pixels`);
        }
      }
      return close;
    }, [kinds, pictures]);
    assert.deepEqual(close, [], side);
  }
  assert.ok(kinds.length >= 43);
  await page.close();
});
