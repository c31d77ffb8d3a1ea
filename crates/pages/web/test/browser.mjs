// What the browser tests share: the browser, a page that fails on any trouble, and axe.
//   PAGES=DIR    the folder with the modules; screenshots go there too
//   CHROMIUM     the browser, /usr/bin/chromium by default

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";

export const { PAGES } = process.env;
const require = createRequire(`${PAGES}/package.json`);
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const ARGS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

export let browser;

before(async () => { browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ARGS }); });
after(() => browser.close());

// Opens an address, and fails on any console error and any request to elsewhere. `use(page)` tests it.
export async function open(url, options, use) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage(), problems = [];
  page.on("console", message => { if (["error", "warning"].includes(message.type())) problems.push(message.text()); });
  page.on("pageerror", error => problems.push(String(error)));
  page.on("request", request => { if (!request.url().startsWith(url) && !["blob:", "data:,", "data:image/svg+xml;base64,"].some(own => request.url().startsWith(own))) problems.push(`request for ${request.url()}`); });
  await page.goto(url + (options.hash || ""));
  await use(page);
  assert.deepEqual(problems, [], url);
  await context.close();
}

// The time that the given part of the measurements stays within, by default half of them.
export const of = (times, part = .5) => [...times].sort((one, other) => one - other)[Math.floor(part * (times.length - 1))];

// Fails if half of the times, in milliseconds, are far above the aim. An idle machine keeps it (docs/performance.md); in CI other programs
// and other machines use the processors, and everything here waits for several processes.
export function soon(times, aim, what) {
  assert.ok(of(times) <= 5 * aim, `${what}: ${of(times).toFixed()} ms, more than five times the aim of ${aim} ms`);
}

// Fails on what axe finds serious. The policy of the page forbids injected scripts, so axe is evaluated by the browser's own tools.
export async function accessible(page, where) {
  const results = await page.evaluate(`${AXE}; axe.run(document, { resultTypes: ["violations"] })`);
  const serious = results.violations.filter(one => ["serious", "critical"].includes(one.impact));
  assert.deepEqual(serious.map(one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.target).join(" | ")}`), [], where);
}
