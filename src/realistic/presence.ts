// Which optional properties a thing has. What only the service decides is there, unless the thing would contain itself,
// the property is deprecated, or it tells of an end that has not come. What the client may send and did not is absent,
// or has its default.
import type { Document } from "../document/document.ts";
import { isObject } from "../json/value.ts";
import { hashOf } from "../schema/samples/choices.ts";
import type { Known, Purpose } from "./evidence.ts";
import { isOnly } from "../schema/form/normal-form.ts";
import { propertiesIn } from "../schema/normal/schema-node.ts";
import { allowsNull, emptied, happenedAt, isNothing, isZeroAlive, standardOf } from "./facts.ts";
import type { ValuePlace } from "../schema/generate/place.ts";
import { isDispatch, isEnder } from "./texts/happenings.ts";
import { momentOf } from "./texts/moments.ts";
import { isAwaited, isOwnDeed, isReached } from "./stages.ts";
import { isAverage, isTrouble, isVersion } from "./texts/states.ts";
import { isStateName } from "../document/names.ts";

/** One in this many optional properties of a thing is left out, so that both cases occur. */
const LEFT_OUT = 6;
/** A thing of more optional properties than this shows the first of them, and whatever was sent. */
const MOST_OPTIONAL = 500;
/** Things without one of these would look broken. */
const ALWAYS =
  /^(_?id|uuid|gid|sid|key|type|object|kind|currency|number|code|sku|url|date)$|[nN]ame$|[tT]itle$|^(status|state)$|^e?mail|(_id|Id|_at|At|_url|Url|price|amount|total)$/;
const DATED = /creat|updat|modif/i;
/** True for the identifier of a part. */
export const isIdentifier = (name: string): boolean => /^_?(id|uuid|guid|gid|sid|uid)$/i.test(name);

/** True for a list of things that have identifiers of their own, or of what happened to one. */
export function hasThings(place: ValuePlace): boolean {
  const { nodes } = place;
  return (
    nodes.some(({ items }) => items !== undefined && [...propertiesIn(items).keys()].some(isIdentifier)) ||
    happenedAt(place.item(0)) !== null
  );
}

/** What is known about the thing. */
export interface Around {
  /** The name of the property that has it; empty for the thing itself. */
  readonly name: string;
  readonly kind: Purpose["kind"];
  readonly isWell?: boolean | undefined;
  /** The words of the thing. */
  readonly owner: readonly string[];
  readonly known: Known;
  readonly who: number;
  /** After this many more levels, only what is required is there. */
  readonly left: number;
  /** The schemas around it. */
  readonly homes: readonly string[];
  readonly isElement?: boolean;
}

/** The optional properties that a thing has. */
export function presentOf(names: readonly string[], place: ValuePlace, around: Around): string[] {
  let room = MOST_OPTIONAL;
  return names.filter((name) => {
    const isWanted = room > 0 || around.known.part(name).isGiven;
    if (!isWanted || !isPresent(name, place, around)) return false;
    room -= 1;
    return true;
  });
}

/** Documents whose values have no more than they must, besides what is known. */
const sparse = new WeakSet<Document>();

/** The same document, for values that have no more than they must. */
export function sparsely(document: Document): Document {
  const copy = { ...document };
  sparse.add(copy);
  return copy;
}

function isPresent(name: string, place: ValuePlace, around: Around): boolean {
  const { kind, known, left, homes } = around;
  const own = known.part(name);
  if (own.isGiven) return !isNothing(own.given) || isEmptied(own.given, place.property(name));
  if (kind === "least" || left <= 0) return false;
  if (sparse.has(place.forms.document)) return kind === "new" && standardOf(place.property(name), own) !== undefined;
  const part = place.property(name);
  const isSent = typeof own.taken !== "string";
  if (isSent && kind === "view") return false;
  if (isSent && kind === "new") return isAdded(name, part, own, around);
  if (isSent && kind !== "many") return standardOf(part, own) !== undefined;
  // A thing that exists has what it has; only its last change is new.
  if (kind === "new" && known.kept !== undefined) return momentOf(name, part)?.happening === "updated";
  if (part.nodes.some(({ annotations }) => annotations.deprecated) || isWithin(part, homes)) return false;
  if (around.isWell === true && isTrouble(name)) return false;
  if (kind !== "one" && isTrouble(name)) return allowsNull(part) || part.form.types?.has("array") === true;
  if (kind === "new" && known.taken !== "unknown" && isAverage(name))
    return allowsNull(part) || around.known.part(name).isGiven;
  const isEnd = momentOf(name, part)?.happening === "pending" && !isOwnDeed(name, around.owner);
  const isPending = isEnd || isEnder(name) || isAwaited(name, place);
  if (isPending && kind !== "one") return allowsNull(part) || isZeroAlive(name, part) || isReached(name, place, around);
  if (kind === "new" && isDispatch(name) && place.form.properties.has("status")) return false;
  return kind !== "many" || isUsual(name, part, own, around);
}

/** True for a thing within itself, also where null or another kind may be: `moved` of an account. */
export function isWithin({ nodes }: ValuePlace, homes: readonly string[]): boolean {
  if (homes.length === 0) return false;
  return nodes.some(
    ({ home, alternatives }) =>
      homes.includes(home) ||
      alternatives.some(({ branches }) => branches.some((one) => one.properties.size > 0 && homes.includes(one.home))),
  );
}

/** True for a number, a flag or one of a few values: what is left out is what somebody did not write. */
function isPlainFact({ form: { types, values } }: ValuePlace): boolean {
  if (values !== undefined) return true;
  return types !== undefined && [...types].every((type) => type !== "string" && type !== "object" && type !== "array");
}

/** Where a thing cannot have null, an empty text or an empty list, leaving it out says the same. */
function isEmptied(value: null | "", part: ValuePlace): boolean {
  const left = emptied(value, part);
  return left !== undefined && !isObject(left);
}

/** What a new thing has although the client could have sent it: its dates, and the identifier of an element. */
function isAdded(name: string, part: ValuePlace, own: Known, { isElement, name: around, known }: Around): boolean {
  if (isRecorded(name, part)) return true;
  if (isElement === true && isIdentifier(name)) return true;
  if (around === "" && /^(url_?)?slug$/i.test(name)) return true;
  // A replacement that leaves a flag out replaces it too; a thing without its state would be none.
  const isReplaced = known.kept !== undefined && part.form.types?.has("boolean") === true;
  if (around === "" && !isReplaced && isShared(part, own) && isOfLife(name, part)) return true;
  return standardOf(part, own) !== undefined;
}

/** True for the moments of a thing that every service writes down. */
function isRecorded(name: string, part: ValuePlace): boolean {
  return DATED.test(name) && /^(created|updated)$/.test(momentOf(name, part)?.happening ?? "");
}

/** True where one schema says what clients send and what things have, so that it does not tell who decides. */
function isShared({ nodes }: ValuePlace, { taken }: Known): boolean {
  return typeof taken !== "string" && nodes.some(({ pointer }) => pointer === taken.pointer);
}

/** True for what every thing has from its beginning on: a state, flags, a version. */
function isOfLife(name: string, { form }: ValuePlace): boolean {
  if (isVersion(name)) return form.types?.has("integer") === true;
  return (form.values !== undefined && isStateName(name)) || isOnly(form, "boolean");
}

/** The first of many things has everything; others lack something here and there. */
function isUsual(name: string, part: ValuePlace, own: Known, { known, who, name: around }: Around): boolean {
  // Parts of things are whole: an address without a street would be none.
  if (own.taken === "nothing" || who === 0 || around !== "" || ALWAYS.test(name) || isPlainFact(part)) return true;
  if (isRecorded(name, part)) return true;
  if (typeof known.taken !== "string" && known.taken.form.required.has(name)) return true;
  return part.nodes.some(({ annotations }) => annotations.readOnly) || hashOf(`${name} ${who}`) % LEFT_OUT > 0;
}
