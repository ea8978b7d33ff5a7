// Who asks is who made a new thing: `author`, `createdBy`, `user_id`, as an object, an identifier, an address or a name.
import { type JsonObject, type JsonValue, type Scalar, isLeaf, isObject, ownValue } from "../../json/value.ts";
import { plainName, wordsOf } from "../../resource/paths.ts";
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import { isNamed } from "./others/references.ts";
import type { Rule } from "./rule.ts";
import { EMAIL, ID, USERNAME, partsOfName } from "./itself/users.ts";

const MAKERS = new Set(
  `author creator owner user reporter requester requestor submitter uploader poster sender organizer organiser reviewer
  commenter me actor seller bidder voter rater applicant`.split(/\s+/),
);
const TAILS = new Set("id uuid guid ref email mail name username login".split(" "));
/** What has been done to a new thing: others may approve it, or sort by something. */
const DONE = new Set(
  `created added submitted registered uploaded posted reported requested placed opened written authored owned made invited
  issued recorded entered updated modified edited changed sent published booked ordered started logged imported`.split(
    /\s+/,
  ),
);
const NAME = /^(?:full|display|real|screen)?name$/;

/** True for a property that says who made the thing. */
export function isMaker(name: string): boolean {
  const words = wordsOf(name);
  const stem = words.length > 1 && TAILS.has(words.at(-1) ?? "") ? words.slice(0, -1) : words;
  const [first = "", by, more] = stem;
  const isOne = MAKERS.has(first) || name === ACCOUNT;
  return more === undefined && (by === undefined ? isOne : by === "by" && DONE.has(first));
}

/** Where it shows somebody, not something that somebody has. */
const ACCOUNT = "account";

/** Who made a new thing is who asks for it. @param rule what says it otherwise */
export function making(name: string, part: SchemaNode, rule: Rule | undefined): Rule {
  const isReference = rule !== undefined && !rule.isLive && isNamed(part);
  const valueOf: Rule["valueOf"] = (object, relating) => {
    const asker = relating.isNew ? relating.asker?.() : undefined;
    const made = asker && madeBy(name, ownValue(object, name) ?? null, asker, isReference);
    if (made === undefined) return rule?.valueOf(object, relating);
    return rule?.valueOf({ ...object, [name]: made }, { ...relating, isNew: false }) ?? made;
  };
  return { isLive: rule?.isLive === true, ...(rule?.isWhole === true ? { isWhole: true } : {}), valueOf };
}

/** The property of a thing with the one who asks; undefined if nothing says it. */
function madeBy(name: string, former: JsonValue, asker: JsonObject, isReference: boolean): JsonValue | undefined {
  if (name === ACCOUNT && !(isObject(former) && Object.keys(former).some((one) => USERNAME.test(one))))
    return undefined;
  if (isObject(former)) {
    const own = Object.entries<JsonValue>(former).flatMap(([one, value]): [string, JsonValue][] => {
      const said = isLeaf(value) ? fitting(factOf(one, asker), value) : undefined;
      return said === undefined ? [] : [[one, said]];
    });
    return own.length === 0 ? undefined : { ...former, ...Object.fromEntries(own) };
  }
  if (!isLeaf(former)) return undefined;
  const tail = wordsOf(name).at(-1) ?? "";
  const isMail = typeof former === "string" && /^\S+@\S+$/.test(former);
  const told = TAILS.has(tail) ? [tail] : isReference || KEY.test(String(former)) ? ["id"] : isMail ? ["email"] : ANY;
  for (const one of told) {
    const said = fitting(factOf(one, asker), former);
    if (said !== undefined) return said;
  }
  return undefined;
}

const ANY = ["name", "username", "email", "id"];
/** What cannot be the name of anybody. */
const KEY = /^\d+$|^[\da-f]{8,}$|^[\da-f]{8}-[\da-f-]{27}$|^[a-z]{2,5}_[A-Za-z\d]+$/;

/** What is known about somebody under a name, or under another one for the same. */
function factOf(name: string, asker: JsonObject): JsonValue | undefined {
  const plain = plainName(name);
  const known = Object.entries<JsonValue>(asker).filter(([, value]) => isLeaf(value) && value !== null);
  const find = (isSame: (one: string) => boolean): JsonValue | undefined => known.find(([one]) => isSame(one))?.[1];
  const same = find((one) => plainName(one) === plain);
  if (same !== undefined) return same;
  const kind = [EMAIL, USERNAME].find((one) => one.test(name)) ?? (/^(uuid|guid|ref)$/.test(name) ? ID : undefined);
  if (kind !== undefined || ID.test(name)) return find((one) => (kind ?? ID).test(one));
  return NAME.test(plain) ? nameOf(find) : undefined;
}

function nameOf(find: (isSame: (one: string) => boolean) => JsonValue | undefined): JsonValue | undefined {
  const whole = find((one) => NAME.test(plainName(one)));
  if (whole !== undefined) return whole;
  const parts = partsOfName(find);
  return parts.every((part) => typeof part === "string") ? parts.join(" ") : undefined;
}

/** A fact in the type of the value that it replaces. */
function fitting(fact: JsonValue | undefined, former: JsonValue): Scalar | undefined {
  if (fact === undefined || !isLeaf(fact) || fact === null) return undefined;
  if (former === null || typeof fact === typeof former) return fact;
  return typeof former === "string" && typeof fact === "number" ? String(fact) : undefined;
}
