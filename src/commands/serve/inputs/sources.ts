// Reads the inputs of `serve`: the document and the initial items.
import type * as Crypto from "node:crypto";
import { resolve } from "node:path";
import { type Handlers, serverHandlers } from "../../../library/handlers.ts";
import type { Contract } from "../../../contract/model.ts";
import type { MockServer, ServedOptions } from "../../../http/node/server.ts";
import { refuseAddress } from "../../../document/address.ts";
import { DocumentError } from "../../../document/document.ts";
import { collectionNames } from "../../../mock/items/names.ts";
import { type Seed, SeedError } from "../../../mock/seed/seed.ts";
import { lineOfItem, readSeedFile } from "../../../mock/seed/seed-file.ts";
import { inferResources } from "../../../resource/infer.ts";
import type { Inference } from "../../../resource/model.ts";
import { contractOf } from "../../contract-of.ts";
import { readGiven } from "../../given-file.ts";
import type { CommandIo } from "../../io.ts";
import { readOverlays } from "../../overlays.ts";
import { UsageError } from "../../usage.ts";
import type { ServeOptions } from "./options.ts";

/** The inputs. */
export interface Sources {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly seeds: SeedChoice;
  /** Answers in code. */
  readonly handlers: Handlers | undefined;
}

/**
 * Reads everything. @param read reads the seed: `readAgain` while the server runs
 * @throws DocumentError, UsageError for input that cannot be used
 */
export async function readSources(options: ServeOptions, io: CommandIo, read = readGiven): Promise<Sources> {
  const overlays = await readOverlays(options.overlays, "serve", io);
  if (options.spec !== undefined) refuseAddress(options.spec);
  // Use the full path, because readers of the pages do not know the folder in which serve was started.
  const spec = options.spec === undefined ? undefined : resolve(io.cwd, options.spec);
  const contract = await contractOf(spec, { cwd: io.cwd, strict: options.strict, overlays });
  const inference = inferResources(contract);
  const seeds = await readSeed(options.seed, io, read);
  checkNames(seeds, inference);
  const { handlers: file } = options;
  const handlers = file === undefined ? undefined : await (await import("./handlers.ts")).readHandlers(file, io.cwd);
  return { contract, inference, seeds, handlers };
}

/** The initial items of the resources. */
export interface SeedChoice {
  readonly seeds: NonNullable<ServedOptions["seeds"]>;
  /** The name of the seed file, and what it contains. */
  readonly file?: SeedFile & { readonly names: readonly string[] };
}

/** A seed file. Nothing with the lifetime of the server may hold it, because it is as large as the whole store. */
interface SeedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Equal for equal text. */
  readonly digest: string;
}

async function readSeed(
  seed: number | string | undefined,
  io: CommandIo,
  reader: typeof readGiven,
): Promise<SeedChoice> {
  if (seed === undefined) return { seeds: {} };
  if (typeof seed === "number") return { seeds: { default: { kind: "count", count: seed } } };
  const bytes = await reader("--seed", seed, io.cwd, "; it must be a number or a JSON file");
  const read = readSeedFile(bytes);
  if ("problem" in read) throw new UsageError(`--seed cannot use ${seed}: it ${read.problem}`);
  const { createHash } = require("node:crypto") as typeof Crypto;
  const digest = createHash("sha256").update(bytes).digest("hex");
  const file = { name: seed, bytes, digest };
  if ("list" in read) return { seeds: { first: { kind: "items", items: read.list } }, file: { ...file, names: [] } };
  const named = Object.entries(read.lists).map(([name, items]): [string, Seed] => [name, { kind: "items", items }]);
  return { seeds: { named: Object.fromEntries(named) }, file: { ...file, names: named.map(([name]) => name) } };
}

/** Without this check, a list for an unknown resource would be silently ignored. */
function checkNames({ file }: SeedChoice, inference: Inference): void {
  const { find, told } = collectionNames(inference);
  const stranger = file?.names.find((name) => find(name) === undefined);
  if (stranger === undefined || file === undefined) return;
  throw new UsageError(`--seed cannot use ${file.name}: no resource is called ${stranger}; ${told}`);
}

/** Names the line of each item in the file that does not fit. */
export function withSeedLines<T>({ file }: SeedChoice, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SeedError) || file === undefined) throw error;
    const name = error.resource !== undefined && file.names.includes(error.resource) ? error.resource : undefined;
    const text = file.bytes.toString("utf8");
    const problems = error.problems.map(
      ({ index, message }) => `${file.name}:${lineOfItem(text, index, name)}: item ${index + 1} ${message}`,
    );
    throw new UsageError(`--seed cannot use ${file.name}`, problems);
  }
}

/** The handlers as the server takes them. @throws UsageError if they do not fit the document */
export function codeOfSources(
  { contract, handlers }: Sources,
  server: () => MockServer,
): Pick<ServedOptions, "handlers"> {
  if (handlers === undefined) return {};
  try {
    return { handlers: serverHandlers(handlers, contract, () => server().mask) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`--handlers does not fit: ${error.message}`);
  }
}

/** Why the inputs cannot be used, in one line; undefined if the error is about something else. */
export function explainSources(error: unknown, spec: string | undefined): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (error instanceof SeedError) return `--seed does not fit: ${error.message}`;
  if (!(error instanceof DocumentError)) return undefined;
  const [first = ""] = error.message.split("\n");
  const more = error.problems.length - 1;
  const others = more > 0 ? ` (and ${more} more)` : "";
  return `${first}${others}; fix the document${spec === undefined ? "" : ", or name another with --spec"}`;
}
