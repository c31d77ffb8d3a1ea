// Makes the pictures of the README: a failing case in a report, and a rule that is asked about. They are `report.png` and `explore.png`
// in PAGES, which has the pages; `ci/pages pictures` copies them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { open, PAGES } from "./browser.mjs";

const LOOK = { viewport: { width: 1200, height: 720 }, colorScheme: "light" };
const address = name => pathToFileURL(`${PAGES}/${name}.html`).href;

test("the picture of a report", async () => {
  await open(address("wrong"), { ...LOOK, hash: "#ryugi/ep-only-by-pawns" }, async page => {
    await page.locator("#detail .arrow").first().waitFor();
    await page.locator("#detail").evaluate(detail => detail.scrollIntoView({ behavior: "instant", block: "start" }));
    await page.screenshot({ path: `${PAGES}/report.png` });
    assert.ok(await page.locator("#detail .arrow.good").count() > 0);
  });
});

test("the picture of a rule that is asked about", async () => {
  const root = "1k8/4q1q3/1ppp2p3/4p5/10/4P5/1NP4P2/PP1I1D1PnP/10/R4K3R w a1,f1,j1 - 0 9";
  const hash = `#${new URLSearchParams({ variant: "ryugi", root })}`;
  await open(address("explore"), { ...LOOK, hash }, async page => {
    await page.waitForFunction(() => here !== null);
    await page.locator("[data-square=f1]").click();
    await page.locator("[data-square=h1]").click();
    await page.locator("#says .reason").first().waitFor();
    await page.screenshot({ path: `${PAGES}/explore.png` });
  });
});
