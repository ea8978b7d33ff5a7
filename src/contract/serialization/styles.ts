// The styles of parameters and headers (OpenAPI 3.1 section 4.8.12, RFC 6570): what each puts before, between and
// around the parts of a value, and which characters each place can contain.

/** How a parameter or header is written. */
export interface Serialization {
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  /** Set if it is described by `content`: the value is text of that media type. */
  readonly mediaType?: string;
  /** Set if it is the whole query: its pair has no name. */
  readonly isWhole?: true;
}

/** The name of the pair in which a parameter is sent. */
export function pairName({ name, isWhole }: Pick<Serialization, "name" | "isWhole">): string {
  return isWhole === true ? "" : name;
}

export type Pair = readonly [name: string, text: string];

/**
 * A serialized parameter, in the order sent. Names are plain. Values are as sent: percent-encoded, except in headers. A
 * path or header parameter is one pair with the whole text.
 */
export type Pairs = readonly Pair[];

/** Separates the parts of a value that is written as one text. */
export interface Delimiter {
  readonly written: string;
  /** Matches separators when reading. */
  readonly plain: RegExp;
  /** Matches separators if there is no plain one, because many clients percent-encode the whole value. */
  readonly encoded?: RegExp;
}

const COMMA: Delimiter = { written: ",", plain: /,/, encoded: /%2C/i };
const HEADER_COMMA: Delimiter = { written: ",", plain: /,/ };
const DOT: Delimiter = { written: ".", plain: /\./ };
/** These two cannot be unescaped in a URL, so they look the same as those characters inside an item. */
const SPACE: Delimiter = { written: "%20", plain: /%20|\+| / };
const PIPE: Delimiter = { written: "%7C", plain: /\||%7C/i };

/** The separator of the items, or of the names and values, of a parameter that is not repeated. */
export function delimiterOf({ in: place, style, explode }: Serialization): Delimiter {
  if (style === "spaceDelimited") return SPACE;
  if (style === "pipeDelimited") return PIPE;
  if (style === "label" && explode) return DOT;
  return place === "header" || style === "cookie" ? HEADER_COMMA : COMMA;
}

/** A cookie whose text is sent as it is (OpenAPI 3.2 section 4.12.3, style "cookie"). */
const RAW_COOKIE = "raw cookie";

/** How the texts of a parameter are encoded: by its place, except for cookies that are sent as they are. */
export function wireOf({ in: place, style, isWhole }: Pick<Serialization, "in" | "style" | "isWhole">): string {
  // Only in forms does a plus stand for a space.
  if (isWhole === true) return "path";
  return style === "cookie" ? RAW_COOKIE : place;
}

/** True if each item or property is a separate pair, as in `?tag=a&tag=b`. */
export function isRepeated({ in: place, style, explode }: Serialization): boolean {
  if (style === "matrix") return explode;
  return explode && style !== "deepObject" && (place === "query" || place === "cookie");
}

/** Encodes a text for its place; undefined if the place cannot contain it. */
export function encodeFor(place: string, text: string): string | undefined {
  // Whatever a cookie cannot contain (RFC 6265 section 4.1.1), nothing can escape there.
  if (place === RAW_COOKIE) return /^[!#-+\--:<-[\]-~]*$/.test(text) ? text : undefined;
  if (place !== "header") return text.isWellFormed() ? encodeURIComponent(text) : undefined;
  return text === "" || /^[!-~]([\t -~]*[!-~])?$/.test(text) ? text : undefined;
}

/** Decodes a text from its place; undefined if it is not percent-encoded UTF-8. */
export function decodeFor(place: string, text: string): string | undefined {
  // Lists in headers may have whitespace around commas (RFC 9110 section 5.6.1).
  if (place === "header" || place === RAW_COOKIE) return text.trim();
  const spaced = place === "query" ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Cookies do not have to be percent-encoded (RFC 6265 section 4.1.1).
    return place === "cookie" ? text : undefined;
  }
}

/** Encodes a decoded text again so that it decodes to the same. Delimiters stay as they are. */
export function undecoded(text: string): string {
  return /[%+]/.test(text) ? text.replaceAll(/[%+]/g, encodeURIComponent) : text;
}

/** The pairs of a query string, as they appear in a URL. */
export function queryText(pairs: Pairs): string {
  return pairs.map(([name, text]) => (name === "" ? text : `${encodeURIComponent(name)}=${text}`)).join("&");
}

/** The value of a Cookie header. */
export function cookieText(pairs: Pairs): string {
  return pairs.map(([name, text]) => `${isToken(name) ? name : encodeURIComponent(name)}=${text}`).join("; ");
}

function isToken(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}
