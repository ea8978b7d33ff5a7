// Says an edit in one line that names the thing first. The typed parts of a change decide; its text is only repeated.
import { countsOf } from "../../memo.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { count } from "../../report/text.ts";
import { type Kind, KINDS } from "../kinds/kinds.ts";
import type { Change, PropertyEdit } from "../model.ts";

/** What several changes of one kind have to say: one edit, or several that differ in the thing or in its values. */
export function sentenceOf(changes: readonly Change[]): string {
  const [first] = changes as [Change, ...Change[]];
  const said = isOneEdit(changes) ? withoutOperation(first) : (haveOf(changes) ?? meaningOf(first));
  if (first.where === undefined) return said;
  const things = thingsOf(changes);
  const message = messageOf(changes);
  if (things.length === 0) return `${message}: ${said}`;
  const named = listOf(things);
  if (GONE.has(first.kind)) return `${named} ${things.length > 1 ? "are" : "is"} gone from ${message}`;
  if (first.property === undefined) return `${named} in ${message}: ${said}`;
  return `${named} ${sayProperty(first, { many: things.length > 1, message })}`;
}

/** Kinds whose changes stand at the property itself. */
const GONE: ReadonlySet<Kind> = new Set<Kind>(["request-property-removed", "response-property-removed"]);

function isOneEdit(changes: readonly Change[]): boolean {
  return new Set(changes.map(({ edit, text }) => edit ?? text)).size === 1;
}

function meaningOf({ kind, text }: Change): string {
  return KINDS.get(kind)?.meaning ?? text;
}

/** What the values have in common: "different maximum length" of each. */
function haveOf([first]: readonly Change[]): string | undefined {
  const have = first === undefined ? undefined : KINDS.get(first.kind)?.have;
  return have?.replace(/^has an? /, "").replace(/^has /, "");
}

/** The operation stands beside the sentence. */
function withoutOperation({ edit, text, operations: [only = ""] }: Change): string {
  return edit ?? (text.startsWith(`${only} `) ? text.slice(only.length + 1) : text);
}

/** "query parameter limit", "header ETag of 200". */
const NAMED_PART = /^(?<place>\w+ parameter|header) (?<name>.+?)(?: of (?<status>\w+))?$/;

/** The names of the values: one with the objects around it, of several only the last step. Empty for a whole body. */
function thingsOf(changes: readonly Change[]): string[] {
  const named = changes.flatMap((change) => {
    const { where, property } = change;
    const inner = [where?.path ?? "", property?.name ?? ""].filter((one) => one !== "").join(".");
    return partsOf(change).map((part) => {
      const name = NAMED_PART.exec(part)?.groups?.["name"];
      const path = [name, inner]
        .filter((one) => one !== undefined && one !== "")
        .join(inner.startsWith("[") ? "" : ".");
      return { path, last: path === "" ? WHOLE : lastNameOf(path, change) };
    });
  });
  const distinct = [...new Set(named.map(({ path }) => path))];
  if (distinct.length === 1) return distinct.filter((one) => one !== "");
  // Of many, only the names: the most frequent first.
  const names = countsOf(named.map(({ last }) => last));
  return [...names].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

/** The last name of a path. A name that contains dots, as the document has it, is not divided at them. */
function lastNameOf(path: string, { property, base, revision }: Change): string {
  const steps = [base, revision].flatMap((place) => pointerSteps(place?.pointer ?? ""));
  const [, value = path, items = ""] = /^(.*?)((?:\[\]|\.\*)*)$/.exec(path) ?? [];
  const dotted = [...steps, property?.name ?? ""].find(
    (step) => step.includes(".") && `.${value}`.endsWith(`.${step}`),
  );
  return dotted === undefined ? path.slice(path.lastIndexOf(".") + 1) : `${dotted}${items}`;
}

/** The value of a body as a whole, among others. */
const WHOLE = "body";

/** The most names in a line without room for all. */
const MOST_NAMED = 3;
const ROOM = 80;

function listOf(things: readonly string[]): string {
  const names = things.map(nameOf);
  const isRoom = names.length <= MOST_NAMED + 1 || names.join(", ").length <= ROOM;
  const named = isRoom ? names : names.slice(0, MOST_NAMED);
  const left = things.length - named.length;
  if (left > 0) return `${named.join(", ")} and ${left} more`;
  return named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

/** Properties without a name stand as "*" in a path. */
function nameOf(path: string): string {
  if (path === "*") return "other properties";
  if (path.endsWith(".*")) return `other properties of \`${shortened(path.slice(0, -".*".length))}\``;
  return `\`${shortened(path)}\``;
}

/** The last steps of a long way. */
const LONGEST = 40;

function shortened(path: string): string {
  if (path.length <= LONGEST) return path;
  const cut = path.indexOf(".", path.length - LONGEST);
  return cut < 0 ? `…${path.slice(-LONGEST)}` : `…${path.slice(cut + 1)}`;
}

const partsOf = ({ where }: Change): readonly string[] =>
  where === undefined ? [] : [where.part, ...(where.alsoIn ?? [])];

/** "the 200 response", "responses", "the request body", "the query". */
function messageOf(changes: readonly Change[]): string {
  const parts = new Set(changes.flatMap(partsOf));
  const said = new Set([...parts].map(sayPart));
  const [only = ""] = said;
  if (said.size === 1) return only;
  const statuses = [...said].flatMap((one) => /^the (\S+) response$/.exec(one)?.[1] ?? []).toSorted();
  if (statuses.length === said.size && statuses.length <= MOST_NAMED)
    return `the ${statuses.slice(0, -1).join(", ")} and ${statuses.at(-1)} responses`;
  return [...new Set(changes.map(({ direction }) => `${direction}s`))].toSorted().join(" and ");
}

function sayPart(part: string): string {
  if (part === "body") return "the request body";
  const status = /^body of (\S+)$/.exec(part)?.[1];
  if (status !== undefined) return `the ${status} response`;
  const { place, status: ofHeader } = NAMED_PART.exec(part)?.groups ?? {};
  if (place === undefined) return `the ${part}`;
  if (ofHeader !== undefined) return `the headers of the ${ofHeader} response`;
  return place === "header parameter" || place === "header" ? "the headers" : `the ${place.replace(/ parameter$/, "")}`;
}

function sayProperty(
  { property, direction }: Change,
  { many, message }: { readonly many: boolean; readonly message: string },
): string {
  const is = many ? "are" : "is";
  const sayings: Partial<Record<PropertyEdit["became"], string>> = {
    added: `${is} new in ${message}`,
    required: `must now be sent in ${message}`,
    "always sent": `${is} now always in ${message}`,
    optional: direction === "request" ? `may now be left out of ${message}` : `may now be missing from ${message}`,
  };
  return property === undefined ? "" : (sayings[property.became] ?? `${is} gone from ${message}`);
}

/** "GET /orders", or how many operations there are. */
export function operationsOf(changes: readonly Change[]): string {
  const names = new Set(changes.flatMap(({ operations }) => operations));
  const [first = "the document"] = names;
  return names.size < 2 ? first : count(names.size, "operation");
}
