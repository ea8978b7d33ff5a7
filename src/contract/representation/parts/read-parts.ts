// Reads bodies of parts, and the parts in these. What a part may not be, or lacks, is a fault at its place.
import type { Document } from "../../../document/document.ts";
import { textOf } from "../../../json/bytes.ts";
import { appendPointer, pointerSteps } from "../../../json/pointer.ts";
import { quoted } from "../../../json/quote.ts";
import { readJson } from "../../../json/read.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { SchemaNode } from "../../../schema/normal/schema-node.ts";
import { coversMedia, formatOf, isJson } from "../../media.ts";
import type { PartEncoding } from "../../model.ts";
import { type Part, partHeader, partName, readPartsOf } from "../../serialization/multipart.ts";
import { partHeaderFaults } from "../../serialization/part-headers.ts";
import { textReadings } from "../../serialization/text.ts";
import { type PartPlace, type PartsPlace, hasNamedParts, isMultipart, partAt, partNamed } from "./parts.ts";
import { readXmlTree } from "../xml-tree.ts";
import { readXml } from "../xml.ts";

/** What is wrong with a part, or with the whole body if `at` is empty. */
export interface PartFault {
  readonly kind: "malformed" | "type" | "missing-header" | "header";
  /** Pointer to its value. */
  readonly at: string;
  readonly message: string;
  /** The name of the header that it is about. */
  readonly header?: string;
}

export interface PartsReading {
  /** Undefined if the body cannot be read. */
  readonly value: JsonValue | undefined;
  readonly faults: readonly PartFault[];
}

/** Reads a body of parts: a list, or an object if they have names. */
export function readParts(document: Document, place: PartsPlace, { bytes, type, at = "" }: Multipart): PartsReading {
  const reader = new PartsReader(document);
  return { value: reader.read(place, { bytes, type, at }), faults: reader.faults };
}

/** "part 0 of files is "image/png"; allowed is text/plain". */
export function sayPartFault({ kind, at, header, message }: PartFault): string {
  const steps = pointerSteps(at).map((step) => (/^\d+$/.test(step) ? `part ${step}` : step));
  const place = steps.toReversed().join(" of ");
  if (kind === "malformed") return `the body ${place === "" ? "" : `has a ${place} that `}${message}`;
  return kind === "type" ? `${place} ${message}` : `${place}: header ${header} ${message}`;
}

/** Parts in a body, those inside others included. */
const MOST_PARTS = 10_000;
/** Faults that are told of. */
const MOST_FAULTS = 50;

/** A body, or a part that has parts. */
interface Multipart {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Pointer to its value. */
  readonly at?: string;
}

/** Reads one body. */
class PartsReader {
  readonly faults: PartFault[] = [];
  readonly #document: Document;
  #left = MOST_PARTS;

  constructor(document: Document) {
    this.#document = document;
  }

  read(place: PartsPlace, { bytes, type, at = "" }: Multipart): JsonValue | undefined {
    const parts = readPartsOf(bytes, type);
    if ("fault" in parts) return this.#malformed(at, parts.fault);
    this.#left -= parts.length;
    if (this.#left < 0) return this.#malformed(at, `has more than ${MOST_PARTS} parts, with those inside them`);
    return hasNamedParts(type, place.node) ? this.#named(place, parts, at) : this.#list(place, parts, at);
  }

  #list(place: PartsPlace, parts: readonly Part[], at: string): JsonValue | undefined {
    const items: JsonValue[] = [];
    for (const part of parts) {
      const index = items.length;
      const item = this.#value(partAt(place, index), part, appendPointer(at, index));
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }

  #named(place: PartsPlace, parts: readonly Part[], at: string): JsonValue | undefined {
    const found = new Map<string, JsonValue[]>();
    for (const part of parts) {
      const name = partName(part.lines);
      if (name === undefined) return this.#malformed(at, "has a part without a name in its Content-Disposition");
      const value = this.#value(partNamed(place, name), part, appendPointer(at, name));
      if (value === undefined) return undefined;
      found.set(name, [...(found.get(name) ?? []), value]);
    }
    return Object.fromEntries(
      [...found].map(([name, all]) => [
        name,
        all.length > 1 || partNamed(place, name).isRepeated ? all : (all[0] ?? null),
      ]),
    );
  }

  #value({ encoding, node }: PartPlace, part: Part, at: string): JsonValue | undefined {
    // A part without a type is text (RFC 2046 section 5.2).
    const type = partHeader(part.lines, "content-type").trim() || "text/plain";
    this.#judge(encoding, type, at);
    for (const fault of partHeaderFaults(this.#document, encoding?.headers, part.lines)) this.#note({ ...fault, at });
    if (encoding?.parts !== undefined && isMultipart(type))
      return this.read({ parts: encoding.parts, node }, { bytes: part.content, type, at });
    const text = textOf(part.content);
    const format = isJson(type) ? "json" : formatOf(type);
    if (format === "json") {
      const reading = readJson(text);
      return "fault" in reading ? this.#malformed(at, reading.fault.message) : reading.value;
    }
    const tree = format === "xml" && isStructured(node) ? readXmlTree(text) : undefined;
    if (tree === undefined) return typed(text, node);
    return "fault" in tree ? this.#malformed(at, tree.fault) : readXml(tree.root, node);
  }

  #judge(encoding: PartEncoding | undefined, type: string, at: string): void {
    const { types } = encoding ?? { types: [] };
    if (types.length === 0 || types.some((one) => coversMedia(one, type))) return;
    this.#note({ kind: "type", at, message: `is ${quoted(type)}; allowed is ${types.join(", ")}` });
  }

  #malformed(at: string, message: string): undefined {
    this.faults.unshift({ kind: "malformed", at, message });
  }

  #note(fault: PartFault): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(fault);
  }
}

function isStructured(node: SchemaNode | undefined): boolean {
  return node?.types?.some((type) => type === "object" || type === "array") === true;
}

/** A text as what its schema expects: a number, where no text is allowed. */
function typed(text: string, node: SchemaNode | undefined): JsonValue {
  const { types } = node ?? {};
  if (types === undefined || isStructured(node)) return text;
  return textReadings(text, new Set(types))[0] ?? text;
}
