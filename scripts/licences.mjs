// Checks the licences of the packages that users get, using the lock file: `npm run licences`. A licence that is
// missing or not on the list fails; whoever has read a new one adds it here.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Licences that only require attribution. */
const ALLOWED = new Set([
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
  "Python-2.0",
  "PSF-2.0",
]);

const root = new URL("../", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));

/** "(MIT OR CC0-1.0)" is allowed if one of the two is, "MIT AND ISC" if both are. */
export function isAllowed(licence) {
  if (typeof licence !== "string") return false;
  const plain = licence.replaceAll(/[()]/g, "");
  return plain.split(/ OR /i).some((choice) => choice.split(/ AND /i).every((one) => ALLOWED.has(one.trim())));
}

/** The licence in the lock file, or else in the installed package. */
function licenceOf(path, entry) {
  if (entry.license !== undefined) return entry.license;
  const file = new URL(`${path}/package.json`, root);
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, "utf8"));
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(" OR ");
}

/** The packages that users get, including optional ones. */
export function packages() {
  return Object.entries(read("package-lock.json").packages)
    .filter(([path, entry]) => path !== "" && entry.dev !== true && entry.devOptional !== true)
    .map(([path, entry]) => ({
      name: path.replace(/^.*node_modules\//, ""),
      version: entry.version,
      licence: licenceOf(path, entry),
    }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = packages();
  const refused = all.filter(({ licence }) => !isAllowed(licence));
  for (const { name, version, licence } of refused) {
    process.stderr.write(`${name} ${version}: ${licence ?? "no licence"} is not on the list in scripts/licences.mjs\n`);
  }
  const counts = new Map();
  for (const { licence } of all) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  process.stdout.write(
    `${all.length} packages: ${[...counts].map(([licence, count]) => `${count} ${licence}`).join(", ")}\n`,
  );
  process.exitCode = refused.length > 0 || all.length === 0 ? 1 : 0;
}
