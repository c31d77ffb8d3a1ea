// Every case of the vperft corpus as a test of node's test runner. A test file of three lines:
//   import { corpus } from "./corpus.mjs";
//   corpus({ backend: "cmd:node my_backend.mjs", cases: ["ryugi", "--tier", "smoke"] });
//   // node --test my_rules.test.mjs
// One process of `vperft run --stdin` judges all cases, and with it runs one process of the backend.

import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { after, describe, test } from "node:test";

// Adds the tests. `cases` selects them as `vperft cases` does; `options` are further ones of `vperft run`.
export function corpus({ backend, cases = [], options = [], program = "vperft" }) {
  const command = ["cases", ...cases, "--format", "json"];
  const listed = spawnSync(program, command, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (listed.status !== 0) throw new Error(`${program} ${command.join(" ")}: ${listed.error?.message ?? listed.stderr.trim()}`);
  describe("vperft", { concurrency: 1 }, () => {
    let judge = null;
    after(() => judge?.close());
    for (const { id, title } of JSON.parse(listed.stdout).cases) {
      test(`${id}: ${title}`, async context => {
        judge ??= new Judge(program, ["run", ...cases, "--backend", backend, ...options, "--stdin"]);
        const { verdict, text } = await judge.verdict(id);
        if (verdict === "unsupported") return context.skip("the backend answers none of its checks");
        if (verdict === "fail") throw new Failure(text);
      });
    }
  });
}

// A failure whose text says all; a trace of this file would say nothing.
class Failure extends Error {
  constructor(text) {
    super(text);
    this.stack = text;
  }
}

// A process that judges cases, one after the other.
class Judge {
  #process;
  #lines;
  #said = "";
  #ended;

  constructor(program, words) {
    this.#process = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
    this.#ended = new Promise(resolve => this.#process.once("close", resolve));
    this.#process.on("error", error => { this.#said += error.message; });
    // Writing to a process that has ended fails here, and the answer is missing below.
    this.#process.stdin.on("error", () => {});
    this.#process.stderr.setEncoding("utf8").on("data", text => { this.#said = (this.#said + text).slice(-4000); });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async verdict(id) {
    this.#process.stdin.write(`${id}\n`);
    const { value, done } = await this.#lines.next();
    if (done) {
      await this.#ended;
      throw new Failure(`vperft ended: ${this.#said.trim()}`);
    }
    return JSON.parse(value);
  }

  close() {
    this.#process.stdin.end();
  }
}
