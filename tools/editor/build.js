// Builds generator/workshop/static/vendor/codemirror.js from the packages that package-lock.json pins: the same bytes every time.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const here = (name) => new URL(name, import.meta.url);
const vendor = (name) => here(`../../generator/workshop/static/vendor/${name}`);
const lock = JSON.parse(readFileSync(here("package-lock.json"), "utf-8"));

const { outputFiles, metafile } = await build({
  absWorkingDir: here(".").pathname,
  entryPoints: ["exports.js"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  write: false,
});
const paths = Object.keys(metafile.inputs).filter((path) => path.startsWith("node_modules/"));
const names = [...new Set(paths.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)[1]))].sort();
const packages = names.map((name) => `${name} ${lock.packages[`node_modules/${name}`].version}`);
const licences = names.map((name) => `${name}\n\n${readFileSync(here(`node_modules/${name}/LICENSE`), "utf-8").trim()}\n`);
const content = `/* MIT, codemirror.LICENSE. Built by tools/editor of: ${packages.join(", ")} */\n${outputFiles[0].text}`;
writeFileSync(vendor("codemirror.js"), content);
writeFileSync(vendor("codemirror.LICENSE"), licences.join("\n\n"));
writeFileSync(here("built.json"), `${JSON.stringify({ sha256: createHash("sha256").update(content).digest("hex"), packages }, null, 2)}\n`);
console.log(`${packages.length} packages, ${Math.round(content.length / 1000)} kB`);
