// What the journal gets of a passed exchange: text, and no credential that an answer repeats.
import { linePairs } from "../../contract/header-lines.ts";
import { type Exchange, decodedBody } from "../../../conformance/client/exchange.ts";
import { EVENTS, isText, mayBeJson, plainMedia } from "../../contract/media.ts";
import { Mask } from "../../mock/journal/mask.ts";
import { namesSecret, CREDENTIAL_HEADERS } from "../../redaction/names.ts";

/** Characters of an answer that the journal may keep. */
const MOST_NOTED = 32_768;

/** The body for people; undefined if it is no text. */
function textOf(exchange: Exchange | undefined): string | undefined {
  const type = plainMedia(exchange?.response?.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? "");
  if (exchange === undefined || !(mayBeJson(type) || isText(type) || type === EVENTS)) return undefined;
  return new TextDecoder().decode(decodedBody(exchange));
}

const CREDENTIALS = new Set([...CREDENTIAL_HEADERS, "cookie"]);
/** Shorter values of cookies are words. */
const SHORTEST = 8;
let lastMask: { readonly from: string; readonly mask: Mask } | undefined;

/** Hides the credentials of a request where an answer repeats them. Clients repeat theirs with each request. */
function maskFor(lines: readonly string[]): Mask | undefined {
  const values = linePairs(lines).flatMap(([name, value]) =>
    CREDENTIALS.has(name.toLowerCase()) || namesSecret(name) ? value : [],
  );
  if (values.length === 0) return undefined;
  const from = values.join("\n");
  if (lastMask?.from === from) return lastMask.mask;
  const words = values.flatMap((value) => value.split(/[\s;=,]+/)).filter((word) => word.length >= SHORTEST);
  lastMask = { from, mask: new Mask(words, []) };
  return lastMask.mask;
}

interface Answer {
  readonly lines: readonly string[];
  readonly text: string | undefined;
}

/** The answer without the credentials of the request. */
export function notedAnswer(
  sent: readonly string[],
  lines: readonly string[],
  given: string | Exchange | undefined,
): Answer {
  const mask = maskFor(sent);
  const text = typeof given === "string" ? given : textOf(given)?.slice(0, MOST_NOTED);
  if (mask === undefined) return { lines, text };
  const all = `${lines.join("\n")}${text ?? ""}`;
  if (mask.text(all) === all) return { lines, text };
  return { lines: lines.map((line) => mask.text(line)), text: text === undefined ? undefined : mask.text(text) };
}
