// How parameters and headers are laid out (OpenAPI 3.1 section 4.8.12, RFC 6570): what every style puts before, between
// and around the parts of a value, and which characters each place can carry.

/** How a parameter or header is written. */
export interface Serialization {
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  /** Set where it is described by `content`: the value is a text of that media type. */
  readonly mediaType?: string;
}

export type Pair = readonly [name: string, text: string];

/**
 * A written parameter, in the order sent. Names are plain; texts are as they travel: percent-encoded, except in
 * headers. What goes into a path or a header is one pair that holds the whole text.
 */
export type Pairs = readonly Pair[];

/** What separates the parts of a value that is written as one text. */
export interface Delimiter {
  readonly written: string;
  /** What separates for a reader. */
  readonly plain: RegExp;
  /** What may separate where nothing plain does: many clients percent-encode a whole value. */
  readonly encoded?: RegExp;
}

const COMMA: Delimiter = { written: ",", plain: /,/, encoded: /%2C/i };
const HEADER_COMMA: Delimiter = { written: ",", plain: /,/ };
const DOT: Delimiter = { written: ".", plain: /\./ };
/** These two cannot stand in a URL as they are, so there is no telling them from the same characters in an item. */
const SPACE: Delimiter = { written: "%20", plain: /%20|\+| / };
const PIPE: Delimiter = { written: "%7C", plain: /\||%7C/i };

/** What stands between the items, or the names and values, of a parameter that is not repeated. */
export function delimiterOf({ in: place, style, explode }: Serialization): Delimiter {
  if (style === "spaceDelimited") return SPACE;
  if (style === "pipeDelimited") return PIPE;
  if (style === "label" && explode) return DOT;
  return place === "header" ? HEADER_COMMA : COMMA;
}

/** True where each item or property is a pair of its own, as in `?tag=a&tag=b`. */
export function isRepeated({ in: place, style, explode }: Serialization): boolean {
  if (style === "matrix") return explode;
  return explode && style !== "deepObject" && (place === "query" || place === "cookie");
}

/** A text as its place carries it; undefined where the place cannot carry it. */
export function encodeFor(place: string, text: string): string | undefined {
  if (place !== "header") return text.isWellFormed() ? encodeURIComponent(text) : undefined;
  return text === "" || /^[!-~]([\t -~]*[!-~])?$/.test(text) ? text : undefined;
}

/** The text that a place carries; undefined where it is not percent-encoded UTF-8. */
export function decodeFor(place: string, text: string): string | undefined {
  // Header lists may have white space around their commas (RFC 9110 section 5.6.1).
  if (place === "header") return text.trim();
  const spaced = place === "query" ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Nothing says that a cookie has to be percent-encoded (RFC 6265 section 4.1.1).
    return place === "cookie" ? text : undefined;
  }
}

/** A text that was decoded before, as one that decodes to it. Its delimiters stay as they are. */
export function undecoded(text: string): string {
  return /[%+]/.test(text) ? text.replaceAll(/[%+]/g, encodeURIComponent) : text;
}

/** The pairs of a query, as they stand in a URL. */
export function queryText(pairs: Pairs): string {
  return pairs.map(([name, text]) => `${encodeURIComponent(name)}=${text}`).join("&");
}

/** The value of a Cookie header. */
export function cookieText(pairs: Pairs): string {
  return pairs.map(([name, text]) => `${isToken(name) ? name : encodeURIComponent(name)}=${text}`).join("; ");
}

function isToken(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}
