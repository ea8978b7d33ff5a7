// For Vitest's mode "built": tests what `npm run build` made of the sources. That is the code that ships, which Node loads
// as it stands, for a sixth less work than transforming the sources takes.
import { dirname, join, resolve, sep } from "node:path";
import type { Plugin } from "vite";
import type { UserWorkspaceConfig } from "vitest/config";

const ROOT = dirname(dirname(import.meta.dirname));
const SOURCES = [join(ROOT, "src"), join(ROOT, "conformance")];

/** Leads each import of a source to what was built of it. */
const built: Plugin = {
  name: "built",
  enforce: "pre",
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith(".") || !source.endsWith(".ts")) return undefined;
    const file = resolve(dirname(importer), source);
    if (!SOURCES.some((folder) => file.startsWith(folder + sep))) return undefined;
    return { id: join(ROOT, "dist", file.slice(ROOT.length)).replace(/\.ts$/, ".js"), external: true };
  },
};

/** A project that follows the mode. */
export function inMode(mode: string, test: NonNullable<UserWorkspaceConfig["test"]>): UserWorkspaceConfig {
  if (mode !== "built") return { test };
  return { plugins: [built], test: { ...test, server: { deps: { external: [/\/dist\//] } } } };
}
