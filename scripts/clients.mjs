// The first hour with published client libraries: each step must go as with the real service. Installs the packed package
// and the libraries of test/trial/clients/package.json in an empty folder. Documents come from the public test data, from
// a package, or from the folder in ANIMAL_STORE_DOCUMENTS; a library whose document is nowhere is neither installed nor
// run.
import { copyFileSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { check, conclude, folder, install, installPacked, root, run, write } from "./packed.mjs";

const source = join(root, "test", "trial", "clients");
const data = join(process.env["ANIMAL_STORE_CORPUS"] ?? join(root, "..", "shared", "data"), "documents");
const others = process.env["ANIMAL_STORE_DOCUMENTS"] ?? data;
const octokit = join(folder, "node_modules", "@octokit", "openapi");
/**
 * Each library, its packages, its document, how many of its steps must go as with the real service, and the mode.
 * @type {readonly [library: string, packages: readonly string[], path: string, least: number, mode?: string][]}
 */
const LIBRARIES = [
  ["stripe", ["stripe"], join(data, "stripe.json.gz"), 32],
  ["resend", ["resend"], join(data, "resend.yaml.gz"), 24],
  ["octokit", ["@octokit/rest", "@octokit/openapi"], join(octokit, "generated", "api.github.com.json"), 29],
  ["openai", ["openai"], join(others, "openai.yaml"), 31],
  ["qdrant", ["@qdrant/js-client-rest"], join(others, "qdrant.json"), 22],
  ["dockerode", ["dockerode"], join(data, "docker.yaml.gz"), 26],
  ["masto", ["masto"], join(data, "mastodon.json.gz"), 26],
  ["pagerduty", ["@pagerduty/pdjs"], join(others, "pagerduty.json"), 37],
  ["asana", ["asana"], join(others, "asana.yaml"), 33],
  ["twilio", ["twilio"], join(others, "twilio.json"), 31],
  ["square", ["square"], join(others, "square.json"), 28],
  ["intercom", ["intercom-client"], join(others, "intercom.yaml"), 26],
  ["typesense", ["typesense"], join(others, "typesense.yaml"), 21],
  // Its document requires what its service does not.
  ["meilisearch", ["meilisearch"], join(others, "meilisearch.json"), 10, "lenient"],
];

installPacked();
const { dependencies } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const isHere = (path) => path.startsWith(octokit) || existsSync(path);
const wanted = LIBRARIES.filter(([, , path]) => isHere(path)).flatMap(([, packages]) => packages);
install(...wanted.map((name) => `${name}@${dependencies[name]}`));
for (const name of readdirSync(source).filter((one) => one.endsWith(".mjs")))
  copyFileSync(join(source, name), join(folder, name));

for (const [library, , path, least, ...mode] of LIBRARIES) {
  if (!existsSync(path)) {
    process.stdout.write(`- ${library}: not run, its document is not at ${path}\n`);
    continue;
  }
  const name = path.endsWith(".gz") ? path.slice(0, -3).split("/").at(-1) : undefined;
  if (name !== undefined) write(name, gunzipSync(readFileSync(path)));
  const result = run(process.execPath, [`${library}.mjs`, name ?? path, ...mode]);
  const real = Number(/: (\d+) of \d+ steps/.exec(result.stdout)?.[1] ?? 0);
  process.stdout.write(result.stdout);
  check(`${library}: at least ${least} steps`, { ...result, status: real >= least ? 0 : 1 });
}
conclude();
