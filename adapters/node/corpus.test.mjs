// Tests `corpus.mjs` with a correct, a wrong and a missing backend. VPERFT names the command.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const { VPERFT } = process.env;
const folder = mkdtempSync(join(tmpdir(), "vperft-"));
after(() => rmSync(folder, { recursive: true }));

// The output of `node --test` on the cases of Ryugi with a backend.
function run(backend) {
  const file = join(folder, "rules.test.mjs"), settings = { backend, cases: ["ryugi", "--tier", "smoke"], program: VPERFT };
  writeFileSync(file, `import { corpus } from "${new URL("corpus.mjs", import.meta.url)}";\ncorpus(${JSON.stringify(settings)});\n`);
  // The tests of a test report to its own runner unless this is taken away.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync("node", ["--test", "--test-reporter", "tap", file], { encoding: "utf8", env, maxBuffer: 1 << 26 }).stdout;
}

const json = words => JSON.parse(spawnSync(VPERFT, [...words, "ryugi", "--tier", "smoke", "--format", "json"], { encoding: "utf8", maxBuffer: 1 << 26 }).stdout);
const count = json(["cases"]).cases.length;
const wrong = `cmd:${VPERFT} serve --backend reference --without RYU-EP`;
for (const [backend, failures, words] of [
  ["fast", 0, []],
  [wrong, json(["run", "--backend", wrong]).cases.filter(one => one.checks.some(check => check.replay)).length, ["rule     RYU-EP: ", "missing  ", "replay   "]],
  ["cmd:./nosuch", count, ["cannot be started"]],
]) {
  test(`${backend}: ${failures} failures`, () => {
    const output = run(backend);
    assert.match(output, new RegExp(`^# fail ${failures}$`, "m"));
    assert.match(output, new RegExp(`^# tests ${count}$`, "m"));
    for (const part of words) assert.ok(output.includes(part), part);
  });
}
