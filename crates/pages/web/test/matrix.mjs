// Tests the pages that compare implementations in a browser. `ci/pages` makes them and says where they are.
//   node --test crates/pages/web/test/matrix.mjs

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible, open as openAt, PAGES } from "./browser.mjs";

const FOLDER = `${PAGES}/matrix`;

// Opens a page of the folder.
const open = (name, options, use) => openAt(pathToFileURL(`${FOLDER}/${name}`).href, options, use);

test("every page in every look is accessible, and nothing overflows", async () => {
  const names = readdirSync(FOLDER).filter(name => name.endsWith(".html"));
  assert.ok(names.length > 3, names.join(" "));
  for (const name of names) {
    for (const width of [360, 1400]) {
      for (const colorScheme of ["light", "dark"]) {
        await open(name, { viewport: { width, height: 900 }, colorScheme }, async page => {
          await page.screenshot({ path: `${PAGES}/matrix-${name}-${width}-${colorScheme}.png` });
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than ${width}`);
          await accessible(page, `${name} ${width} ${colorScheme}`);
        });
      }
    }
  }
});

test("groups of clauses unfold, also by keyboard, and stand open without a script", async () => {
  const rows = page => page.locator("tr.clause:visible").count();
  await open("index.html", {}, async page => {
    assert.equal(await rows(page), 0);
    const button = page.locator("tbody.group button").first();
    await button.focus();
    await page.keyboard.press("Enter");
    assert.ok(await rows(page) > 0);
    assert.equal(await button.getAttribute("aria-expanded"), "true");
    await button.click();
    assert.equal(await rows(page), 0);
  });
  await open("index.html", { javaScriptEnabled: false }, async page => assert.ok(await rows(page) > 50));
});

test("a mistake is shown with its board", async () => {
  await open("reference.html", {}, async page => {
    assert.match(await page.locator(".mistake h3").first().innerText(), /without (RYU-EP|SBX-QUEEN-2|ROC-EDGE-2)/);
    assert.ok(await page.locator(".mistake img").first().evaluate(image => image.complete && image.naturalWidth > 100));
  });
});
