// The first hour with published client libraries: each step must go as with the real service. Installs the packed package
// and the libraries of test/trial/clients/package.json in an empty folder. Documents come from the public test data, from
// a package, or from the folder in ANIMAL_STORE_DOCUMENTS; a library whose document is nowhere is not run.
import { copyFileSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { check, conclude, folder, install, installPacked, root, run, write } from "./packed.mjs";

const source = join(root, "test", "trial", "clients");
const data = join(process.env["ANIMAL_STORE_CORPUS"] ?? join(root, "..", "shared", "data"), "documents");
const others = process.env["ANIMAL_STORE_DOCUMENTS"] ?? data;
/** Each library, its document, and how many of its steps must go as with the real service. */
const LIBRARIES = [
  ["stripe", join(data, "stripe.json.gz"), 32],
  ["resend", join(data, "resend.yaml.gz"), 24],
  ["octokit", join(folder, "node_modules", "@octokit", "openapi", "generated", "api.github.com.json"), 29],
  ["openai", join(others, "openai.yaml"), 31],
  ["qdrant", join(others, "qdrant.json"), 22],
];

installPacked();
const { dependencies } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
install(...Object.entries(dependencies).map(([name, version]) => `${name}@${version}`));
for (const name of readdirSync(source).filter((one) => one.endsWith(".mjs")))
  copyFileSync(join(source, name), join(folder, name));

for (const [library, path, least] of LIBRARIES) {
  if (!existsSync(path)) {
    process.stdout.write(`- ${library}: not run, its document is not at ${path}\n`);
    continue;
  }
  const name = path.endsWith(".gz") ? path.slice(0, -3).split("/").at(-1) : undefined;
  if (name !== undefined) write(name, gunzipSync(readFileSync(path)));
  const result = run(process.execPath, [`${library}.mjs`, name ?? path]);
  const real = Number(/: (\d+) of \d+ steps/.exec(result.stdout)?.[1] ?? 0);
  process.stdout.write(result.stdout);
  check(`${library}: at least ${least} steps`, { ...result, status: real >= least ? 0 : 1 });
}
conclude();
