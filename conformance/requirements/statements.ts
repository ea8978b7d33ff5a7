// Finds everything that a document states by walking through it: each part once, at its own place, whether it is
// reached directly or through a reference.
import type { Document } from "../../src/document/document.ts";
import { type GrammarField, type PartKind, isExtension } from "../../src/document/grammar.ts";
import { FILES_KEY } from "../../src/document/references/model.ts";
import type { Leaf, DocumentPart } from "../../src/document/references/visited.ts";
import { appendPointer, lastStep } from "../../src/json/pointer.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { walk } from "../../src/schema/walk.ts";
import {
  type Meaning,
  type StatementKind,
  SELVES,
  identityOf,
  isLookedInto,
  meaningOf,
  meaningOfKeyword,
} from "./meanings.ts";
import { proseParts } from "./prose.ts";

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
    enters: (kind, { kind: holder }) => isLookedInto(kind, holder),
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
  const self = SELVES.get(kind);
  if (self === undefined || reference !== undefined) return [];
  const named = identityOf(kind).filter((name) => value[name] !== undefined);
  const about = named.map((name) => show(value[name] as JsonValue)).join(", ");
  const text = `${self} ${about === "" ? lastStep(pointer) : about}`;
  const spans = named.map((name) => appendPointer(pointer, name));
  return [statement({ kind: self, pointer, holder: pointer, holderKind: kind, value, text, spans })];
}

/** What a field without parts of its own states. */
function statementsOfField({ holder, name, value, field }: Leaf): Statement[] {
  if (holder.kind === "document" && name === FILES_KEY) return [];
  const meaning = meaningOfField(holder.kind, name, field);
  if (meaning === undefined || meaning === "identity") return [];
  const pointer = appendPointer(holder.pointer, name);
  const base = { pointer, holder: holder.pointer, holderKind: holder.kind, value };
  if (meaning !== "prose") return [statement({ ...base, kind: meaning })];
  const parts = proseParts(typeof value === "string" ? value : "");
  return parts.length === 0
    ? [statement({ ...base, kind: "label" })]
    : parts.map((part) => statement({ ...base, ...part }));
}

function meaningOfField(kind: PartKind, name: string, field: GrammarField | undefined): Meaning | undefined {
  if (isExtension(name)) return "extension";
  if (kind === "schema") return meaningOfKeyword(name);
  return field === undefined ? "unknown field" : meaningOf(kind, name);
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
