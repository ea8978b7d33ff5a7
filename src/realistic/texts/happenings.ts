// What happens at the moment that a property is called after. A thing is created before it is changed, and what has not
// happened yet has no moment.
import { wordsOf } from "../../document/names.ts";

/** What happens at a moment. "pending": an end that a new thing has not reached, such as closed_at. */
export type Happening = "created" | "planned" | "updated" | "later" | "pending" | "birth";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const PENDING = words(
  `closed deleted cancelled canceled completed finished archived resolved merged shipped delivered paid refunded revoked
  suspended failed disabled ended processed confirmed verified approved rejected read paused trashed removed dismissed
  converted released settled voided accepted declined answered assigned fulfilled redeemed used stopped terminated locked
  banned blocked discarded charged acknowledged deactivated unsubscribed bounced opened clicked
  returned collected waived discharged withdrawn decided
  termination cancellation completion rejection resolution decision revocation`,
);
const UPDATED = words(
  "updated modified changed edited touched accessed seen pushed synced refreshed last activity active",
);
const LATER = words(
  `expires expire expiry expiration expired due until end ends deadline renews renewal next scheduled schedule to stop
  delivery eta estimated expected promised projected planned upcoming retry`,
);
/** What a thing has a next one of from its beginning. */
const DUE = words("billing bill payment invoice renewal charge run retry delivery due attempt page");
/** What people arrange for the hours of a day. */
const PLANNED =
  /^(starts?|begins?|appointment|slot|departure|departs|arrival|pickup|dropoff|visit|interview|lesson|exam|shift|checkin|checkout)$/;
const BIRTH = words("birth birthday birthdate born dob");
const NAMED = words(
  `created inserted added registered uploaded joined placed ordered issued submitted sent received posted published
  timestamp datetime date time day since start started starts signup generated occurred recorded creation effective from
  begin began at on enabled activated`,
);
/** What the words of a name tell of. */
export function happeningOf(words: readonly string[]): Happening | undefined {
  // "delete_at" is when it was deleted.
  const parts = words.at(-1) === "at" ? words.map((word) => word.replace(/(?<=..e)$/, "d")) : words;
  const has = (set: ReadonlySet<string>): boolean => parts.some((part) => set.has(part));
  if (has(BIRTH)) return "birth";
  if (parts.includes("period") && parts.includes("start")) return "created";
  if (parts.includes("created") || parts.includes("creation")) return "created";
  // Nobody has visited a new thing yet.
  const at = Math.max(0, parts.indexOf("last"));
  const [first = "", second = ""] = parts.slice(at);
  if (first === "last" && !/^(updated?|modified|changed?|edited|touched|synced|saved|at|on)$/.test(second))
    return "pending";
  if (first === "first" && second !== "seen") return "pending";
  if (/^(next|upcoming)$/.test(first) && !DUE.has(second)) return "pending";
  if (has(UPDATED)) return "updated";
  if (has(PENDING)) return "pending";
  if (parts.some((part) => PLANNED.test(part)) || PLANNED.test(parts.slice(0, 2).join(""))) return "planned";
  if (has(LATER)) return "later";
  return has(NAMED) ? "created" : undefined;
}

const ENDS = words(
  "cancellation rejection failure refund deletion termination revocation suspension resolution decline",
);

/** True for who ends a thing, and why: completed_by, cancellationReason. */
export function isEnder(name: string): boolean {
  const [end = "", how = "", more] = wordsOf(name);
  if (/^(approver|decider|resolver|closer)$/.test(end) && more === undefined && /^(id|name)?$/.test(how)) return true;
  return (
    more === undefined && /^(by|reason|note|code|message|comment)$/.test(how) && (PENDING.has(end) || ENDS.has(end))
  );
}

/** True for what a new thing may not have done yet: sent_at, published_at. */
export const isDispatch = (name: string): boolean => /^(sent|published)(_?(at|on|date|time))?$/i.test(name);

/** True for a name that tells of a moment. */
export function isTimely(name: string): boolean {
  return happeningOf(wordsOf(name)) !== undefined;
}

/** True for names such as created_at, expiresAt, lastModifiedDate. */
export function isSurely(name: string): boolean {
  const parts = wordsOf(name);
  const last = parts.at(-1) ?? "";
  // "picked_up_at" is a moment, whatever happens then.
  if (last === "at" && parts.length > 1) return true;
  if (["created", "updated", "modified"].includes(last)) return true;
  return parts.length > 1 && ["date", "time", "datetime", "timestamp", "on"].includes(last)
    ? happeningOf(parts.slice(0, -1)) !== undefined
    : last === "timestamp" || last === "datetime";
}
