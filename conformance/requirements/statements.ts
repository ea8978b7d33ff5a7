// Finds everything that a document states by walking through it: each part once, at its own place, whether it is
// reached directly or through a reference.
import type { Document } from "../../src/document/document.ts";
import { isExtension } from "../../src/document/field-names.ts";
import { type PartKind, type Stated, GRAMMAR } from "../../src/document/grammar.ts";
import { FILES_KEY } from "../../src/document/references/model.ts";
import type { Leaf, DocumentPart } from "../../src/document/references/visited.ts";
import { appendPointer, lastStep } from "../../src/json/pointer.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import type { KeywordStated } from "../../src/schema/keywords/keyword.ts";
import { KEYWORDS } from "../../src/schema/keywords.ts";
import { walk } from "../../src/schema/walk.ts";
import { proseParts } from "./prose.ts";

/** The kinds of parts that state something by their presence; others only contain statements. */
const SELVES = [
  "operation",
  "parameter",
  "request-body",
  "response",
  "media-type",
  "header",
  "security-scheme",
] as const;
type Self = "operation" | "parameter" | "request body" | "response" | "media type" | "header" | "security scheme";

/** The kinds of statements in a document: what fields and keywords state, and parts by their presence. */
export type StatementKind =
  | Exclude<Stated, "prose" | "identity">
  | KeywordStated
  | Self
  | ("sentence" | "table row" | "extension" | "unknown field");

export interface Statement {
  readonly kind: StatementKind;
  readonly pointer: string;
  /** The part of the document that states it, and the kind of that part. */
  readonly holder: string;
  readonly holderKind: PartKind;
  /** The last step of the pointer: "maximum". */
  readonly key: string;
  readonly value: JsonValue;
  /** The statement in words: "maximum: 100", or the sentence. */
  readonly text: string;
  /** Pointers that this statement covers besides its own. */
  readonly spans: readonly string[];
}

/** All statements of a document, in the order of the document. */
export function statementsOf(document: Document): Statement[] {
  const statements: Statement[] = [];
  for (const visit of walk(document, {
    leaves: true,
    enters: ({ states }) => states === undefined,
  })) {
    if (visit.what === "part") statements.push(...statementOf(visit));
    else if (visit.what === "leaf") statements.push(...statementsOfField(visit));
    // `true` and `false` are schemas too; "additionalProperties: false" is already a keyword.
    else if (
      visit.kind === "schema" &&
      typeof visit.value === "boolean" &&
      statements.at(-1)?.pointer !== visit.pointer
    ) {
      const { pointer, value } = visit;
      statements.push(statement({ kind: "keyword", pointer, holder: pointer, holderKind: "schema", value }));
    }
  }
  return statements;
}

/** What a part states by its presence. */
function statementOf({ kind, value, pointer, reference }: DocumentPart): Statement[] {
  const part = SELVES.find((one) => one === kind);
  if (part === undefined || reference !== undefined) return [];
  const self = part.replace("-", " ") as Self;
  const named = [...GRAMMAR[part].fields].flatMap(([name, { states }]) =>
    states === "identity" && value[name] !== undefined ? [name] : [],
  );
  const about = named.map((name) => show(value[name] as JsonValue)).join(", ");
  const text = `${self} ${about === "" ? lastStep(pointer) : about}`;
  const spans = named.map((name) => appendPointer(pointer, name));
  return [statement({ kind: self, pointer, holder: pointer, holderKind: kind, value, text, spans })];
}

/** What a field without parts of its own states. */
function statementsOfField({ holder, name, value, field }: Leaf): Statement[] {
  if (holder.kind === "document" && name === FILES_KEY) return [];
  const states = statedBy(holder.kind, name, field);
  if (states === undefined || states === "identity") return [];
  const pointer = appendPointer(holder.pointer, name);
  const base = { pointer, holder: holder.pointer, holderKind: holder.kind, value };
  if (states !== "prose") return [statement({ ...base, kind: states })];
  const parts = proseParts(typeof value === "string" ? value : "");
  return parts.length === 0
    ? [statement({ ...base, kind: "label" })]
    : parts.map((part) => statement({ ...base, ...part }));
}

/** What a field states that contains no further parts; undefined for a keyword if only the schemas in it state something. */
function statedBy(
  kind: PartKind,
  name: string,
  field: Leaf["field"],
): StatementKind | "prose" | "identity" | undefined {
  if (isExtension(name)) return "extension";
  return kind === "schema" ? statedByKeyword(name) : (field?.states ?? "unknown field");
}

/** What a keyword of a schema states by itself; undefined if only the schemas in it state something. */
export function statedByKeyword(name: string): ReturnType<typeof statedBy> {
  const { states, family } = KEYWORDS.get(name) ?? { states: "unknown field" };
  if (states !== undefined) return states === "nothing" ? undefined : states;
  return family === "identity" || family === "annotation" ? "annotation" : "keyword";
}

type Draft = Omit<Statement, "key" | "spans" | "text"> & Partial<Pick<Statement, "text" | "spans">>;

function statement(draft: Draft): Statement {
  const key = lastStep(draft.pointer);
  return { ...draft, key, spans: draft.spans ?? [], text: draft.text ?? `${key}: ${show(draft.value)}` };
}

const MAX_TEXT = 100;

function show(value: JsonValue): string {
  const text = typeof value === "string" ? value : writeJson(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
