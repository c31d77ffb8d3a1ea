// Makes the package that holds the program for one platform, an optional dependency of the package `vperft`.
//   node adapters/npm/platform.mjs PROGRAM DIR [PLATFORM ARCH]    the platform of this machine by default

import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [program, folder, platform = process.platform, arch = process.arch] = process.argv.slice(2);
const here = new URL(".", import.meta.url).pathname;
const { version, license } = JSON.parse(readFileSync(`${here}package.json`, "utf8"));
const file = platform === "win32" ? "vperft.exe" : "vperft", name = `vperft-${platform}-${arch}`;

mkdirSync(folder, { recursive: true });
copyFileSync(program, `${folder}/${file}`);
chmodSync(`${folder}/${file}`, 0o755);
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(`${here}../../${name}`, `${folder}/${name}`);
writeFileSync(`${folder}/README.md`, "The program `vperft` for one platform. Install the package `vperft`.\n");
const manifest = { name, version, description: `The program vperft for ${platform} ${arch}`, license, os: [platform], cpu: [arch], files: [file, "LICENSE-*"] };
writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
