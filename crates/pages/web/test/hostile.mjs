// A backend that answers with texts that would harm a page that took them for markup, and with lines that are too long.
// It speaks the JSON-lines protocol of docs/protocol.md.

import { createInterface } from "node:readline";

const TEXTS = [
  "</script><script>window.harmed=1</script>", "<img src=x onerror=\"window.harmed=1\">", "\u202egnp.exe\u202c\u2066\u200b", "{{ 7 * 7 }} ${7*7} {% raw %}",
  "]]><!--<svg onload=window.harmed=1>", "\"'`;window.harmed=1//", "N".repeat(1_000_000),
];

function answer({ ask, seq, vfen = "", moves = [] }) {
  // The same question gets the same answer, whichever process is asked.
  const sum = [...ask + vfen + moves.join()].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)) % 65521, 7);
  const text = TEXTS[sum % TEXTS.length];
  switch (ask) {
    case "hello": return { seq, result: { protocol: 1, name: "<b>hostile</b>", version: "1", variants: ["ryugi"], native: ["status"] } };
    case "moves": return { seq, result: [text, "P a2-a3", "N e2-e9"] };
    case "after": return { seq, result: `${text}/10/10 w - - 0 1` };
    default: return { seq, error: { kind: "internal", message: text } };
  }
}

for await (const line of createInterface({ input: process.stdin })) process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
