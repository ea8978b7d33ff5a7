// The ways a server may encode a key, and an independent decoder. It shares no code with the redaction, so that each
// reveals mistakes in the other.

const each = (text: string, write: (code: number) => string): string =>
  Array.from(text, (character) => write(character.charCodeAt(0))).join("");

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

const isPlain = (code: number): boolean => /[\w.~-]/.test(String.fromCharCode(code));

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** RFC 4648, byte by byte. */
function base32(text: string): string {
  let [written, held, bits] = ["", 0, 0];
  for (const byte of Buffer.from(text)) {
    [held, bits] = [(held << 8) | byte, bits + 8];
    for (; bits >= 5; bits -= 5) written += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[(held >> (bits - 5)) & 31] ?? "";
    held &= 31;
  }
  return bits === 0 ? written : written + ("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[(held << (5 - bits)) & 31] ?? "");
}

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
  ["/", "&sol;"],
  ["+", "&plus;"],
  ["=", "&equals;"],
]);

/** By name, functions that encode a key. */
export const ENCODINGS: Readonly<Record<string, (key: string) => string>> = {
  "as it is": (key) => key,
  "upper case": (key) => key.toUpperCase(),
  "lower case": (key) => key.toLowerCase(),
  "a URL's": encodeURIComponent,
  "a URL's in lower case": (key) => encodeURIComponent(key).replaceAll(/%../g, (text) => text.toLowerCase()),
  "every character %xx": (key) => each(key, (code) => `%${hex(code, 2).toUpperCase()}`),
  "a URL within a URL": (key) => encodeURIComponent(encodeURIComponent(key)),
  "PHP's JSON": (key) =>
    JSON.stringify(key)
      .slice(1, -1)
      .replaceAll("/", String.raw`\/`),
  ".NET's JSON": (key) =>
    each(key, (code) => (isPlain(code) ? String.fromCharCode(code) : `\\u${hex(code, 4).toUpperCase()}`)),
  "every character \\u": (key) => each(key, (code) => `\\u${hex(code, 4)}`),
  "every character \\x": (key) => each(key, (code) => `\\x${hex(code, 2)}`),
  "JSON within JSON": (key) => JSON.stringify(JSON.stringify(key).slice(1, -1)).slice(1, -1),
  "HTML's names": (key) => Array.from(key, (one) => ENTITIES.get(one) ?? one).join(""),
  "HTML's numbers": (key) => each(key, (code) => `&#${code};`),
  "HTML's hex numbers": (key) =>
    each(key, (code) => (isPlain(code) ? String.fromCharCode(code) : `&#x${hex(code, 2)};`)),
  "HTML of JSON": (key) => Array.from(JSON.stringify(key).slice(1, -1), (one) => ENTITIES.get(one) ?? one).join(""),
  hex: (key) => Buffer.from(key).toString("hex"),
  "hex in upper case": (key) => Buffer.from(key).toString("hex").toUpperCase(),
  base64,
  base64url,
  "base64 of base64": (key) => base64(base64(key)),
  "base64url of base64url": (key) => base64url(base64url(key)),
  "base64 of base64 of a bearer credential": (key) => base64(base64(`Bearer ${key}`)),
  base32,
  "base32 of a bearer credential, in lower case": (key) => base32(`Bearer ${key}`).toLowerCase(),
  "base64 of a bearer credential": (key) => base64(`Bearer ${key}`),
  "base64url of a bearer credential": (key) => base64url(`Bearer ${key}`),
  "base64 of user and password": (key) => base64(`someone:${key}`),
  "base64 of JSON, in a URL": (key) => encodeURIComponent(base64(JSON.stringify({ key }))),
  "UTF-16": (key) => each(key, (code) => `${String.fromCharCode(code)}\0`),
  "JSON of UTF-16": (key) => each(key, (code) => `\\u0000\\u${hex(code, 4)}`),
  "base64 of UTF-16": (key) => Buffer.from(key, "utf16le").toString("base64"),
  "hex of UTF-16": (key) => Buffer.from(key, "utf16le").toString("hex"),
  "letters with nothing to be seen between them": (key) => each(key, (code) => `${String.fromCharCode(code)}\u200b`),
  "wide letters": (key) => each(key, (code) => String.fromCharCode(code + 0xfee0)),
  "quoted-printable": (key) => each(key, (code) => `=${hex(code, 2).toUpperCase()}`),
  "quoted-printable, in short lines": (key) => key.replaceAll("=", "=3D").replaceAll(/.{6}/g, "$&=\r\n"),
  "bytes, one after the other": (key) => each(key, (code) => `${hex(code, 2)} `),
  "bytes with colons": (key) => each(key, (code) => `:${hex(code, 2)}`),
  "Node's JSON of bytes": (key) => `{"type":"Buffer","data":[${[...Buffer.from(key)].join(",")}]}`,
  "its first twelve characters": (key) => key.slice(0, Math.max(12, Math.min(12, key.length))),
  "its last twelve characters, escaped": (key) => encodeURIComponent(key.slice(-12)),
};

/** A text and its decoded forms, undoing one kind of escape after another, repeatedly. */
export function decodings(text: string): string[] {
  const found = [text];
  for (let round = 0; round < 5; round++) {
    const last = found.at(-1) ?? "";
    found.push(...fromBase64(last), ...fromBase32(last));
    const next = fromBytes(fromMail(seen(fromHtml(fromUrl(fromJson(last))))));
    if (next === last) break;
    found.push(next, fromJson(last), fromUrl(last), fromHtml(last), seen(last), fromMail(last), fromBytes(last));
    found.push(next);
  }
  return found;
}

const fromJson = (text: string): string =>
  text
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\x([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(["'/\\])/g, "$1");

const fromUrl = (text: string): string =>
  text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const fromHtml = (text: string): string => {
  const named = [...ENTITIES].reduce((all, [character, name]) => all.replaceAll(name, character), text);
  return named
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&#x([0-9a-fA-F]{1,5});/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
};

/** The visible part of a text. */
const seen = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- UTF-16 that is read as UTF-8 has one in each character
    .replaceAll(/[\0\u200b]/g, "")
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

const fromMail = (text: string): string =>
  text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const fromBytes = (text: string): string =>
  text
    .replaceAll(/(?:\b[0-9a-fA-F]{2}[ :]){6,}/g, (bytes) =>
      Buffer.from(bytes.replaceAll(/[ :]/g, ""), "hex").toString(),
    )
    .replaceAll(/(?:\d{2,3},){6,}\d*/g, (bytes) => Buffer.from(bytes.split(",").map(Number)).toString());

/** Each long word decoded from base64, also repeatedly. The result is searched like any other text. */
const fromBase64 = (text: string): string[] =>
  (text.match(/[\w+/-]{16,}/g) ?? []).map((word) => Buffer.from(word, "base64").toString("latin1"));

const fromBase32 = (text: string): string[] =>
  (text.match(/[A-Z2-7]{16,}/gi) ?? []).map((word) => {
    const bits = Array.from(word.toUpperCase(), (one) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"),
    ).join("");
    return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString("latin1");
  });

/** The parts of a key that a text contains in any encoding; empty if there are none. */
export function tracesOf(key: string, text: string): string[] {
  const whole = key.length < 12;
  const parts = whole ? [key] : Array.from({ length: key.length - 11 }, (_, at) => key.slice(at, at + 12));
  // Only the base64 characters that do not depend on the neighbouring bytes.
  const wide = parts.map((part) => Buffer.from(part, "utf16le").toString("latin1").slice(0, -1));
  const encoded = [...parts, ...wide].flatMap((part) =>
    [0, 1, 2].map((before) => {
      const full = base64("\0".repeat(before) + part);
      return full.slice(Math.ceil((before * 8) / 6), Math.floor(((before + part.length) * 8) / 6));
    }),
  );
  const wanted = [
    ...parts.map((part) => part.toLowerCase()),
    ...[...parts, ...wide].map((part) => Buffer.from(part).toString("hex")),
    ...encoded
      .flatMap((part) => [part, part.replaceAll("+", "-").replaceAll("/", "_")])
      .map((one) => one.toLowerCase()),
  ];
  const texts = new Set(decodings(text).map((one) => one.toLowerCase()));
  return [...new Set(wanted.filter((one) => [...texts].some((other) => other.includes(one))))];
}
