// The contracts of documents that were given before: a mock for each test must not read the same document each time.
import { statSync } from "node:fs";
import type { OpenAPIV3, OpenAPIV3_1 } from "openapi-types";
import { loadEmbeddedContract } from "../contract/embedded/embedded.ts";
import { loadContract } from "../contract/load.ts";
import type { Contract } from "../contract/model.ts";
import { filesOf } from "../document/files.ts";
import type { JsonObject } from "../json/value.ts";

/** A document as a value, in either version that is understood. */
export type OpenApiDocument = OpenAPIV3.Document | OpenAPIV3_1.Document;

/** What a mock can be made of: a file, a document as a value, or a contract that is there already. */
export type Spec = string | OpenApiDocument | Contract;

/** So many contracts are kept. */
const MOST = 50;

interface Kept {
  readonly contract: Contract;
  /** What its files were when it was read. */
  readonly stamp: string;
}

const kept = new Map<string, Kept>();
let embedded: Promise<Contract> | undefined;

/** The contract of what was given; of nothing, that of the embedded document. @throws DocumentError */
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

/** A document that may have been changed since is told by its text; one that has none is loaded each time. */
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
