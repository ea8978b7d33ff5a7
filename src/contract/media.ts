// Media types (RFC 9110 section 8.3.1): names and parameters, which description covers which type, and what counts as
// JSON, text or a form.

export const JSON_TYPE = "application/json";
export const URLENCODED = "application/x-www-form-urlencoded";
export const MULTIPART = "multipart/form-data";
export const OCTETS = "application/octet-stream";
export const EVENTS = "text/event-stream";

/**
 * Type and subtype in lower case, without parameters: "application/json", "text/*"; "" for an empty string. A lone "*"
 * means any type: documents use it, and Java's built-in HTTP client sends it in `Accept`.
 */
export function plainMedia(name: string): string {
  const end = name.indexOf(";");
  const plain = (end === -1 ? name : name.slice(0, end)).trim().toLowerCase();
  return plain === "*" ? "*/*" : plain;
}

/** One parameter: its name and its value, quoted or not (RFC 9110 section 5.6.6). */
const PARAMETER = /;\s*([^\s;=]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

function* parametersOf(name: string): Generator<readonly [name: string, value: string]> {
  for (const [, key = "", quoted, plain = ""] of name.matchAll(PARAMETER)) {
    yield [key.toLowerCase(), quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, "$1")];
  }
}

/** The value of a parameter such as `charset` or `boundary`, without quotes; undefined if there is none. */
export function mediaParameter(name: string, wanted: string): string | undefined {
  for (const [key, value] of parametersOf(name)) if (key === wanted) return value;
  return undefined;
}

/** A spelling shared by equal media types: lower case, no charset, sorted parameters without quotes. */
export function canonicalMedia(name: string): string {
  if (!name.includes(";")) return plainMedia(name);
  const parameters = [...parametersOf(name.toLowerCase())].filter(([key]) => key !== "charset");
  return [plainMedia(name), ...parameters.map(([key, value]) => `${key}=${value}`).sort()].join(";");
}

/**
 * True for `application/json`, its old name, and every type built on it (RFC 6839), with or without parameters:
 * "application/problem+json; charset=utf-8".
 */
export function isJson(name: string): boolean {
  const plain = plainMedia(name);
  return plain === JSON_TYPE || plain === "text/json" || plain.endsWith("+json");
}

/** True for JSON and for ranges that include it, whose descriptions may apply to JSON. */
export function mayBeJson(name: string): boolean {
  return isJson(name) || coversMedia(name, JSON_TYPE);
}

/** True for plain text and similar types, but not for "text/json". */
export function isText(name: string): boolean {
  return plainMedia(name).startsWith("text/") && !isJson(name);
}

/** True for the media types of web forms, whose fields are strings or parts. */
export function isForm(name: string): boolean {
  const plain = plainMedia(name);
  return plain === URLENCODED || plain.startsWith("multipart/");
}

/** What is written in a media type. */
export type Format = "json" | "form" | "xml" | "csv" | "lines" | "events" | "yaml" | "text" | "bytes";

const FORMATS: readonly (readonly [RegExp, Format])[] = [
  [/^image\/svg\+xml$/, "bytes"],
  [/^(?:text|application)\/xml$|\+xml$/, "xml"],
  [/^text\/(?:csv|tab-separated-values)$|^application\/csv$/, "csv"],
  [
    /^application\/(?:x-ndjson|ndjson|jsonl|x-jsonl|jsonlines|x-jsonlines|json-seq|stream\+json|x-json-stream)$/,
    "lines",
  ],
  [/^text\/event-stream$/, "events"],
  [/^(?:text|application)\/(?:x-)?yaml$|^application\/vnd\.[\w.-]*yaml$|\+yaml$/, "yaml"],
];

/** The format of a media type, which is not a range. */
export function formatOf(name: string): Format {
  const plain = plainMedia(name);
  const found = FORMATS.find(([pattern]) => pattern.test(plain))?.[1];
  if (found !== undefined) return found;
  if (isJson(plain)) return "json";
  if (isForm(plain)) return "form";
  return plain.startsWith("text/") ? "text" : "bytes";
}

/** True if a media type or range includes a concrete type. */
export function coversMedia(name: string, concrete: string): boolean {
  const [range, plain] = [plainMedia(name), plainMedia(concrete)];
  return range === plain || range === "*/*" || rangesOf(plain).includes(range);
}

/** The ranges that include a concrete type, narrowest first: of its suffix, as ASP.NET writes it, and of its subtypes. */
function rangesOf(plain: string): string[] {
  const [type = "", subtype = ""] = plain.split("/");
  const suffix = subtype.lastIndexOf("+");
  return [...(suffix < 0 ? [] : [`${type}/*${subtype.slice(suffix)}`]), `${type}/*`];
}

/**
 * The description that applies to a concrete media type, most specific first (RFC 9110 section 12.5.1): the type with
 * its parameters, the type, ranges of subtypes, any type. Last resort: a description with more parameters.
 */
export function mediaFor<T extends { readonly name: string }>(content: readonly T[], concrete: string): T | undefined {
  const plain = plainMedia(concrete);
  for (const wanted of [canonicalMedia(concrete), plain, ...rangesOf(plain), "*/*"]) {
    const found = content.find(({ name }) => name === wanted);
    if (found !== undefined) return found;
  }
  return content.find(({ name }) => plainMedia(name) === plain);
}

/**
 * The description that a client prefers (RFC 9110 section 12.5.1), or the first of several that it prefers equally.
 * @param accept the value of `Accept`
 * @returns undefined if the client accepts none
 */
export function preferredMedia<T extends { readonly name: string }>(
  content: readonly T[],
  accept: string,
): T | undefined {
  const ranges = accept
    .split(",")
    .map((range) => ({ name: plainMedia(range), quality: Number(mediaParameter(range, "q") ?? 1) }));
  let best: T | undefined;
  let most = 0;
  for (const media of content) {
    const concrete = concreteMedia(media.name);
    const quality = mediaFor(ranges, plainMedia(concrete))?.quality ?? 0;
    if (!(quality > most)) continue;
    best = media;
    most = quality;
  }
  return best;
}

/** The description of JSON: of JSON itself, or else of a range that includes it. */
export function jsonMedia<T extends { readonly name: string }>(content: readonly T[]): T | undefined {
  return content.find(({ name }) => isJson(name)) ?? content.find(({ name }) => mayBeJson(name));
}

/** The first description of JSON with a schema. JSON itself comes before ranges. */
export function jsonMediaWithSchema<T extends { readonly name: string; readonly schema?: unknown }>(
  content: readonly T[],
): T | undefined {
  return jsonMedia(content.filter(({ schema }) => schema !== undefined));
}

/** The description of bodies that the mock stores: JSON, or else XML with a schema, which is written and read by it. */
export function valueMedia<T extends { readonly name: string; readonly schema?: unknown }>(
  content: readonly T[],
): T | undefined {
  return jsonMedia(content) ?? content.find(({ name, schema }) => schema !== undefined && formatOf(name) === "xml");
}

/** For each range, a type that nearly every client can display. */
const USUAL_TYPES: ReadonlyMap<string, string> = new Map([
  ["audio", "mpeg"],
  ["image", "png"],
  ["video", "mp4"],
  ["font", "woff2"],
]);

/** A media type to send if a description names a range: JSON if the range includes it. */
export function concreteMedia(name: string): string {
  if (!name.includes("*")) return name;
  const [kind = ""] = name.split("/");
  return mayBeJson(name) ? JSON_TYPE : name.replace("*", USUAL_TYPES.get(kind.trim().toLowerCase()) ?? "plain");
}
