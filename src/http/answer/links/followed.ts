// Which addresses a client goes to by itself, judging by what they are called: a client library then sends its key there.
import { plainName, wordsOf } from "../../../resource/paths.ts";

/** Relations to other pages. Only the store knows them. */
const PAGES = new Set(["next", "prev", "previous", "first", "last"]);
/** Words that a name for another page may have beside. */
const BESIDE_PAGES = new Set("page odata result results link url uri iri href".split(" "));
/** What tells how something goes on: the thing itself does. */
const STATES = new Set("self status poll polling operation monitor progress".split(" "));
const FOLLOWED = new Set([
  ...[...PAGES, ...STATES, "item", "href", "related", "result", "download", "upload", "export", "archive", "stream"],
  ...["cancel", "terminate", "resume", "retry", "continue", "continuation", "refresh"],
  ...["token", "userinfo", "jwks", "introspection", "revocation"],
]);
/** Names of links for people, and of addresses that are only names. */
const FOR_PEOPLE = new Set(
  `deprecation sunset help license documentation documentationurl docs about describedby profile type author copyright
  termsofservice privacypolicy schema context ref namespace curies html web webui alternate homepage website`.split(
    /\s+/,
  ),
);
/** Words that make an address one for people, whatever else it is called. */
const WORDS_FOR_PEOPLE = new Set("page html web docs documentation help policy image icon logo".split(" "));

/** The words of a name; "nexturl" has two. */
function partsOf(name: string): string[] {
  return wordsOf(name).flatMap((word) => {
    const [, start = word, page = "", end = ""] = /^(\w+?)(page)?(ur[il]|iri|link|href)$/.exec(word) ?? [];
    return [start, page, end].filter((part) => part !== "");
  });
}

/** True for what leads to another page of a list. */
export function isPage(name: string): boolean {
  const parts = partsOf(name);
  return parts.some((one) => PAGES.has(one)) && parts.every((one) => PAGES.has(one) || BESIDE_PAGES.has(one));
}

/** True for what leads to the state of the thing around. */
export function isState(name: string): boolean {
  return isFollowed(name) && partsOf(name).some((one) => STATES.has(one));
}

/** True if clients go by themselves to an address of this name. */
export function isFollowed(name: string): boolean {
  if (isPage(name)) return true;
  const parts = partsOf(name);
  return parts.some((one) => FOLLOWED.has(one)) && !parts.some((one) => WORDS_FOR_PEOPLE.has(one));
}

/** True for a link that people follow, or an address that is only a name. */
export function isForPeople(name: string): boolean {
  return FOR_PEOPLE.has(plainName(name));
}

/** Headers besides Location with an address that browsers and clients of long operations go to by themselves. */
const ADDRESS_HEADER = /^(?:refresh|azure-asyncoperation|[\w-]+-location)$/i;

/** True for a header whose value clients go to by themselves; without a value, by its name alone. */
export function isFollowedHeader(name: string, value: string | undefined): boolean {
  if (ADDRESS_HEADER.test(name)) return true;
  const isAddress =
    value === undefined
      ? partsOf(name).some((one) => /^(?:ur[il]|iri|link|href)$/.test(one))
      : /^(?:https?:)?\/\/\S+$/i.test(value);
  return isAddress && isFollowed(name);
}

/** A text of JSON in which an address may stand where clients follow it. */
export const MAY_BE_FOLLOWED = new RegExp(
  String.raw`"(?:rel"\s*:|[^"]*(?:${[...FOLLOWED].join("|")})[^"]*"\s*:\s*(?:\[\s*|\{[^{}]*?)?"(?:https?:)?\/\/)`,
  "i",
);
