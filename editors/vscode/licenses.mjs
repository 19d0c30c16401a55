// Writes dist/LICENSES.txt: the licences of all packages that are in the bundle.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { inputs } = JSON.parse(readFileSync("dist/inputs.json", "utf8"));
const folders = new Set();
for (const path of Object.keys(inputs)) {
  const found = path.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
  if (found) folders.add(found[1]);
}
const texts = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
writeFileSync("dist/LICENSES.txt", texts.join(`\n${"-".repeat(80)}\n\n`));
