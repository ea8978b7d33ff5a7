// Caches the contracts of documents, because a mock for each test must not load the same document each time.
import { statSync } from "node:fs";
import type { OpenAPIV3, OpenAPIV3_1 } from "openapi-types";
import { loadEmbeddedContract } from "../contract/embedded/embedded.ts";
import { loadContract } from "../contract/load.ts";
import type { Contract } from "../contract/model.ts";
import { filesOf } from "../document/files.ts";
import type { JsonObject } from "../json/value.ts";

/** A document as a value, in one of the supported versions. */
export type OpenApiDocument = OpenAPIV3.Document | OpenAPIV3_1.Document;

/** What a mock can be made from: a file, a document as a value, or an existing contract. */
export type Spec = string | OpenApiDocument | Contract;

/** Contracts in the cache. */
const MOST = 50;

interface Kept {
  readonly contract: Contract;
  /** The state of its files when it was read. */
  readonly stamp: string;
}

const kept = new Map<string, Kept>();
let embedded: Promise<Contract> | undefined;

/** The contract of what was given, by default of the embedded document. @throws DocumentError */
export async function contractFor(spec: Spec | undefined): Promise<Contract> {
  if (spec === undefined) return (embedded ??= loadEmbeddedContract());
  if (typeof spec === "object" && "operations" in spec) return spec;
  const source = typeof spec === "string" ? spec : (spec as unknown as JsonObject);
  const key = typeof spec === "string" ? `file ${spec}` : textOf(spec);
  const known = key === undefined ? undefined : kept.get(key);
  if (known !== undefined && known.stamp === stampOf(known.contract, spec)) return known.contract;
  const contract = await loadContract(source, { lenient: true });
  if (key !== undefined) {
    if (kept.size >= MOST) kept.clear();
    kept.set(key, { contract, stamp: stampOf(contract, spec) });
  }
  return contract;
}

/** The text of a document, which shows changes since it was cached. A document that has none is loaded each time. */
function textOf(document: OpenApiDocument): string | undefined {
  try {
    return JSON.stringify(document);
  } catch {
    return undefined;
  }
}

function stampOf({ document }: Contract, spec: Spec): string {
  if (typeof spec !== "string") return "";
  return [spec, ...filesOf(document).slice(1)]
    .map((file) => {
      const about = statSync(file, { throwIfNoEntry: false });
      return about === undefined ? "gone" : `${about.mtimeMs} ${about.size} ${about.ino}`;
    })
    .join();
}
