// Reads a module of handlers.
import { pathToFileURL } from "node:url";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Handlers } from "../../../library/handlers.ts";
import { codeOf } from "../../given-file.ts";
import { UsageError } from "../../usage.ts";

/**
 * A true `import()`. The program is CommonJS, for which the compiler would write `require()`, and that keeps each module
 * for good.
 */
// oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- a constant text
const trueImport = new Function("url", "return import(url)") as (url: string) => Promise<Module>;

type Module = Readonly<Record<string, unknown>>;

/** A program that is run from its sources by a test runner has a loader of its own only for `import()` that it has seen. */
const load = (url: string): Promise<Module> =>
  trueImport(url).catch((error: unknown) => {
    if (codeOf(error) !== "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING") throw error;
    return import(url) as Promise<Module>;
  });

/**
 * The handlers that a module exports: its default export, or all its exports.
 * @throws UsageError for a module that cannot be loaded
 */
export async function readHandlers(file: string, cwd: string): Promise<Handlers> {
  const path = resolve(cwd, file);
  const problem = (why: string): UsageError => new UsageError(`--handlers cannot use ${file}: ${why}`);
  let version: number;
  try {
    version = statSync(path).mtimeMs;
  } catch (error) {
    throw problem(codeOf(error) === "ENOENT" ? "there is no such file" : codeOf(error));
  }
  try {
    // A changed file is another module.
    const { default: all, ...named } = await load(`${pathToFileURL(path).href}?changed=${version}`);
    return (all ?? named) as Handlers;
  } catch (error) {
    throw problem(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}
