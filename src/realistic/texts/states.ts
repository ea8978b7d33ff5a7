// Which listed values read like a beginning, and which like a failure: a new thing is open, and few things fail.
import type { JsonValue } from "../../json/value.ts";
import { wordsOf, plainName } from "../../document/names.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const BEGINNINGS = [
  words("draft new open opened created initial initialized todo backlog"),
  words(
    "provisioning onboarding pending unverified queued scheduled placed requested submitted received registered invited planned waiting",
  ),
  words(
    "active enabled unpaid unread ok success successful ready available running online live started public valid healthy normal",
  ),
];
const FAILURES = words(
  `failed failure fail error errored invalid cancelled canceled rejected expired deleted removed disabled blocked banned
  suspended inactive archived closed declined refunded revoked voided void abandoned dead lost unknown none deprecated
  terminated bounced unavailable offline unhealthy crashed aborted timeout timedout overdue delinquent fraud spam denied
  sold degraded broken missing hidden locked trashed private deceased noshow missed absent discontinued recalled retired
  disputed defaulted unsubscribed`,
);
const FALSE_AT_FIRST = words(
  `completed complete done finished closed cancelled canceled paid shipped verified processed read seen used more
  test sandbox draft dirty forked fork template admin required starred pinned truncated partial restricted overdue muted
  following blocking requested redeemed livemode empty duplicate sensitive bot merged rebased edited answered flagged
  liked hearted favourited favorited reblogged bookmarked`,
);

const TRUE_AT_FIRST = words(
  `active enable enabled visible open online valid present on ok success successful healthy working supported stock
  allow allows allowed can may public subscribed current accepted accepts up running ready alive connected reachable`,
);
const ABLE = /^(?!un|in|dis|non).{3,}able$/;

const NEEDS = /^(requires|needs|awaiting|missing|incomplete)[_\s-]/i;

/** True for a state that a new thing has not reached, where another one reads like a beginning: "returned" beside "pending". */
export const isLater = (value: JsonValue | undefined, values: readonly JsonValue[]): boolean =>
  typeof value === "string" &&
  (isFalseAtFirst(value) || ENDED.test(value)) &&
  values.some((one) => typeof one === "string" && wordsOf(one).some((word) => BEGINNINGS[1]?.has(word) === true));

const ENDED = /^(?:returned|delivered|succeeded|settled|reversed|fulfilled|resolved)$/i;

/**
 * The state in which a thing begins: one that reads like a beginning, or the first that is no failure.
 * @param isAnswer true for an answer, which tells of what is done where it says when: "COMPLETE" beside `completedAt`
 */
export function initialOf(
  values: readonly JsonValue[],
  beside: Iterable<string> = [],
  isAnswer: boolean | undefined = false,
): JsonValue {
  const ends = new Set(isAnswer ? Array.from(beside, (one) => /^(.+?)d?at$/.exec(plainName(one))?.[1]) : []);
  const isEnd = (one: JsonValue): boolean => typeof one === "string" && ends.has(plainName(one).replace(/d$/, ""));
  const end = values.find((one) => isEnd(one) && !isFailure(one));
  if (end !== undefined) return end;
  const among = (set: ReadonlySet<string>): JsonValue | undefined =>
    values.find(
      (value) => typeof value === "string" && wordsOf(value).some((word) => set.has(word)) && !isFailure(value),
    );
  // What can be "reconciled" is "unreconciled" at first.
  const texts = values.filter((value) => typeof value === "string");
  const undone = texts.find(
    (one) => !isFailure(one) && texts.some((done) => plainName(one) === `un${plainName(done)}`),
  );
  for (const set of BEGINNINGS) {
    const found = among(set) ?? undone;
    if (found !== undefined) return found;
  }
  // What a new thing needs comes before what happens to it then: `requires_payment_method`, of what has that.
  const needed = values.filter((value) => typeof value === "string" && NEEDS.test(value)) as readonly string[];
  const plain = new Set(needed.length === 0 ? [] : Array.from(beside, (one) => plainName(one)));
  const own = needed.find((value) => plain.has(plainName(value.replace(NEEDS, "")))) ?? needed[0];
  return own ?? values.find((value) => value !== null && !isFailure(value)) ?? values[0] ?? null;
}

/** One in this many things is in a rare state. */
const RARE = 9;

/** The value that one of many things has. */
export function oneOf(values: readonly JsonValue[], who: number): JsonValue {
  const usual = values.filter((value) => value !== null && !isFailure(value));
  const rare = values.filter((value) => value !== null && isFailure(value));
  const isRare = rare.length > 0 && who % RARE === RARE - 1;
  const list = isRare || usual.length === 0 ? rare : usual;
  return list[(who + Math.floor(who / list.length)) % list.length] ?? values[0] ?? null;
}

/** True for a value that reads like an error or an end that is rare. */
export function isFailure(value: JsonValue): boolean {
  if (typeof value !== "string") return false;
  const parts = wordsOf(value);
  return FAILURES.has(parts.join("")) || parts.some((word) => FAILURES.has(word));
}

/** What happens to a thing after its beginning, as it is counted. */
const LATER = words(
  `count counts counter views likes comments followers subscribers forks stars stargazers watchers issues replies
  reactions attempts retries uses redemptions redeemed visits clicks downloads shares unread
  renewals extensions balance outstanding spent logged earned redeemed consumed
  hearts votes favourites favorites reblogs bookmarks subtasks dependents dependencies children reviews refunds returns tenders attachments`,
);

/** What has been used up of something, or reached. */
const DONE = words(
  "sent delivered spent logged used consumed completed sold redeemed collected raised refunded captured credited disbursed accrued",
);
/** What has been paid of an amount, or back. */
const PAID = /^(?:total|amount|sum)(?:paid|chargedback)$|^paid(?:amount|total|sum)$|^(?:account|outstanding)?balance$/;

/** Numbers that a thing has from its beginning, even if it may be without. */
const KNOWN_AT_FIRST =
  /price|amount|total|cost|tax|rate|size|width|height|length|weight|distance|latitude|longitude|lat$|lng$|lon$|version|number|quantity|id$/i;

/** Other things that a thing has from its beginning: who made it, and where it is. */
const HAD_AT_FIRST =
  /(^|_)by$|By$|^(owner|author|creator|user|customer|account|profile|address|settings|options|metadata|links|_links|self)$/i;

/** True for what nobody knows of a new thing where it may be null: what is found out or decided about it later. */
export const isUnknownAtFirst = (name: string, isNumber: boolean): boolean =>
  !(isNumber ? KNOWN_AT_FIRST : HAD_AT_FIRST).test(name);

/** True for what is worked out from many: a new thing has no average. */
export const isAverage = (name: string): boolean =>
  /^(avg|average|mean|highest|lowest|latest)(?=[_A-Z]|$)|(^|[a-z_])([Ss]tar_?)?[Rr]ating(_?(average|value|avg))?$/.test(
    name,
  );

/** True for a property that tells what went wrong: a thing is usually well. */
export function isTrouble(name: string): boolean {
  const [first, second] = wordsOf(name);
  return /^(errors?|failures?)$/.test((first === "last" ? second : first) ?? "");
}

/** True for the number of a state of the thing itself: it starts with 1, and each change adds 1. */
export const isVersion = (name: string): boolean => /^(lock_?)?(version|revision)(_?number)?$/i.test(name);

/** True for what can only happen to a thing later, as it is counted or listed: a new one has nothing of it. */
export function isZeroAtFirst(name: string): boolean {
  // "active_loans", "overdueInvoices"
  if (/^(active|open|pending|outstanding|overdue|unread|completed|past|current)[_A-Z].*s$/.test(name)) return true;
  const parts = wordsOf(name);
  const isLater = LATER.has(parts.findLast((part) => part !== "total") ?? "");
  return isLater || parts.some((part) => part === "stock" || DONE.has(part)) || PAID.test(parts.join(""));
}

/** Nothing, written like an amount: "0.00" for "12.50"; undefined for what is no amount. */
export const zeroLike = (example: JsonValue | undefined): string | undefined =>
  typeof example === "string" && /^\d+(\.\d+)?$/.test(example)
    ? (0).toFixed((example.split(".")[1] ?? "").length)
    : undefined;

/** What somebody adds to a thing once it is there. */
const ADDED = /^(images?|photos?|pictures?|screenshots|gallery|media|attachments|files|tags|labels)$/;

/** True for a list that a new thing has nothing in, or things that are well. */
export function isEmptyAtFirst(name: string, kind: string): boolean {
  if (kind !== "new") return kind === "many" && isTrouble(name);
  return isZeroAtFirst(name) || isTrouble(name) || wordsOf(name).some((word) => ADDED.test(word));
}

/** What one of many things says under a name. @param usual what most say */
export const flagOfMany = (name: string, who: number, usual: boolean): boolean =>
  who % 5 === 4 && !isFailure(name) ? !usual : usual;

/** True for what no new thing is yet, whatever an example of an older one shows: "archived". */
export const isFalseAtFirst = (name: string): boolean =>
  wordsOf(name).some((part) => FALSE_AT_FIRST.has(part) || FAILURES.has(part));

/**
 * True for what a new thing is unless somebody says otherwise: "enabled". Most flags mark what is special: "vip", and what it
 * has of other things: "has_active_subscription".
 */
export const isTrueAtFirst = (name: string): boolean =>
  !isFalseAtFirst(name) &&
  !/^has[_A-Z]/.test(name) &&
  wordsOf(name).some((part) => TRUE_AT_FIRST.has(part) || ABLE.test(part));

/** What a flag says usually: of a thing, or of what an answer tells of itself, which went well (`{ sent: true }`). */
export const isUsual = (name: string, kind: string): boolean =>
  kind === "one" || kind === "least" ? !isFalseAtFirst(name) : isTrueAtFirst(name);
