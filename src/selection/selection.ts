// `--only` and `--except` select a part of a run, with one grammar for all commands:
// TERM = KIND ":" GLOB, with commas between terms or one flag per term, as in --only family:auth,path:/orders*
import { nearestName } from "../document/nearest-name.ts";
import { matchesGlob } from "./glob.ts";
import { quoted } from "../json/quote.ts";

const SELECTION_KINDS = ["family", "check", "operation", "path", "tag"] as const;

export type SelectionKind = (typeof SELECTION_KINDS)[number];

/** What can be selected: the names of one thing, by kind. An operation has several: its id, and "GET /items". */
export type Selectable = { readonly [Kind in SelectionKind]?: readonly string[] };

interface Term {
  readonly kind: SelectionKind;
  readonly glob: string;
  /** As typed: "--only family:auth". */
  readonly source: string;
}

/** The values of `--only` and `--except`. */
export interface Selection {
  readonly only: readonly Term[];
  readonly except: readonly Term[];
}

export const EVERYTHING: Selection = Object.freeze({ only: [], except: [] });

export type ParsedSelection =
  | { readonly ok: true; readonly selection: Selection }
  /** One sentence: what is wrong, and what is allowed. */
  | { readonly ok: false; readonly message: string };

/**
 * Reads the values of `--only` and `--except`.
 * @param kinds the kinds that the command knows; `gate`, for example, has no families
 * @param only the name of the flag that selects, if it is another
 */
export function parseSelection(
  flags: { readonly only?: readonly string[] | undefined; readonly except?: readonly string[] | undefined },
  kinds: readonly SelectionKind[] = SELECTION_KINDS,
  only = "only",
): ParsedSelection {
  const selection: { only: Term[]; except: Term[] } = { only: [], except: [] };
  for (const flag of ["only", "except"] as const) {
    for (const text of (flags[flag] ?? []).flatMap(splitTerms)) {
      const term = parseTerm(text, flag === "only" ? only : flag, kinds);
      if (typeof term === "string") return { ok: false, message: term };
      selection[flag].push(term);
    }
  }
  return { ok: true, selection };
}

/** A comma separates terms only before the start of another term, because paths and names may contain commas. */
function splitTerms(value: string): readonly string[] {
  return value.split(new RegExp(String.raw`,(?=\s*(?:${SELECTION_KINDS.join("|")}):)`)).map((text) => text.trim());
}

function parseTerm(text: string, flag: string, kinds: readonly SelectionKind[]): Term | string {
  const at = text.indexOf(":");
  const name = at < 0 ? text : text.slice(0, at);
  const kind = kinds.find((known) => known === name);
  const glob = text.slice(at + 1);
  if (at >= 0 && kind !== undefined && glob !== "") return { kind, glob, source: `--${flag} ${text}` };
  const allowed = kinds.map((known) => `${known}:`).join(", ");
  const meant = at < 0 ? undefined : nearestName(name, kinds);
  const hint = meant === undefined ? "" : `; did you mean ${meant}:${glob}?`;
  return `--${flag} must be a kind and a glob, such as ${EXAMPLES[kinds[0] ?? "path"]}, not ${quoted(text)} (kinds: ${allowed})${hint}`;
}

const EXAMPLES = {
  family: "family:auth",
  check: "check:auth.*",
  operation: "operation:list*",
  path: "path:/orders*",
  tag: "tag:admin",
} as const satisfies Record<SelectionKind, string>;

/**
 * True if a thing is selected. Terms of the same kind under `--only` are alternatives, and every named kind must match:
 * `family:auth,path:/orders*` selects the `auth` checks of the orders. `--except` leaves out what any of its terms
 * matches. A thing without a name of some kind never matches a term of that kind.
 */
export function isSelected({ only, except }: Selection, thing: Selectable): boolean {
  if (except.some((term) => names(term, thing))) return false;
  return SELECTION_KINDS.every((kind) => {
    const terms = only.filter((term) => term.kind === kind);
    return terms.length === 0 || terms.some((term) => names(term, thing));
  });
}

function names({ kind, glob }: Term, thing: Selectable): boolean {
  return (thing[kind] ?? []).some((name) => matchesGlob(glob, name));
}

/** True if nothing is left out by name. */
export function selectsAll({ only, except }: Selection): boolean {
  return only.length === 0 && except.length === 0;
}

/**
 * Reports a term that matches nothing: it is a typo that would pass for a clean run.
 * @returns one sentence; undefined if every term matches something
 */
export function selectionFault({ only, except }: Selection, things: readonly Selectable[]): string | undefined {
  const stray = [...only, ...except].find((term) => !things.some((thing) => names(term, thing)));
  if (stray === undefined) {
    return things.length === 0 || things.some((thing) => isSelected({ only, except }, thing))
      ? undefined
      : `nothing is left of ${[...only, ...except].map(({ source }) => source).join(" ")}`;
  }
  const known = new Set(things.flatMap((thing) => thing[stray.kind] ?? []));
  const meant = nearestName(stray.glob, known);
  const there = [...known].slice(0, SHOWN).join(", ") + (known.size > SHOWN ? `, and ${known.size - SHOWN} more` : "");
  const hint =
    meant === undefined ? (known.size === 0 ? "there are none" : `there are ${there}`) : `did you mean ${meant}?`;
  return `${stray.source} names nothing here: ${hint}`;
}

const SHOWN = 6;
