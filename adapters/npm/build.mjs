// Makes the package: puts the module of the page without a server, its functions and its tables into one file.
//   node adapters/npm/build.mjs EXPLORE.html DIR

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [page, folder] = process.argv.slice(2), here = new URL(".", import.meta.url).pathname, root = `${here}../..`;
const html = readFileSync(page, "utf8"), text = path => readFileSync(path, "utf8");
// The text of a block of the page.
const block = id => html.match(new RegExp(`<script type="[^"]*" id="${id}">(.*?)</script>`, "s"))[1];

const { variants, version } = JSON.parse(block("data"));
const manifest = JSON.parse(text(`${here}package.json`));
if (manifest.version !== version) throw new Error(`package.json: version ${manifest.version}, expected ${version}`);
const tables = Object.entries(variants).map(([name, { title, clauses, rulings }]) => [name, { title, clauses: Object.fromEntries(clauses), rulings }]);

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/vperft.js`, [
  text(`${root}/crates/pages/web/wasi.js`),
  `const TABLES = ${JSON.stringify(Object.fromEntries(tables))};\n`,
  text(`${here}api.js`),
  `const MODULE = "${block("module").trim()}";\n`,
].join("\n"));
for (const name of ["package.json", "vperft.d.ts", "command.js", "README.md"]) copyFileSync(`${here}${name}`, `${folder}/${name}`);
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(`${root}/${name}`, `${folder}/${name}`);
