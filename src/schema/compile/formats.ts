// Formats that ajv-formats does not judge, or judges by less than their RFC.
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { FLOAT } from "../number-formats.ts";

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST = `${LABEL}(?:\\.${LABEL})*`;
const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const LITERAL = `\\[(?:(?:${BYTE}\\.){3}${BYTE}|IPv6:[0-9a-f:.]+)\\]`;
const NAME = "(?:[a-z0-9_]|%[0-9a-f]{2})+(?:\\.(?:[a-z0-9_]|%[0-9a-f]{2})+)*(?::[1-9]\\d{0,3}|\\*)?";

/** Of no more characters than a sender may make us read: each is read once. */
const PATTERNS = {
  // RFC 5321 section 4.1.2: a mailbox, with a quoted local part or the literal of an address.
  email: new RegExp(
    `^(?:${ATOM}(?:\\.${ATOM})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")@(?:(?=.{1,253}$)${HOST}|${LITERAL})$`,
    "i",
  ),
  // RFC 1123 section 2.1.
  hostname: new RegExp(`^(?=.{1,253}$)${HOST}$`, "i"),
  // RFC 6570 section 2, with erratum 6937.
  "uri-template": new RegExp(
    `^(?:[^\\x00-\\x20"<>%\\\\^\`{|}\\x7f]|%[0-9a-f]{2}|\\{[+#./;?&=,!@|]?${NAME}(?:,${NAME})*\\})*$`,
    "i",
  ),
  // RFC 4122 section 3: the text alone, not its URN.
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
} as const;

/** Adds them to an Ajv instance. @param isWritten true if its validators are written to a file, which takes only patterns */
export function addExactFormats(ajv: Ajv2020, isWritten: boolean): void {
  ajv.addFormat("float", FLOAT);
  for (const [name, pattern] of Object.entries(PATTERNS)) ajv.addFormat(name, pattern);
  if (isWritten) return;
  ajv.addFormat("idn-email", (text: string) => PATTERNS.email.test(text.replace(BEYOND_ASCII, "a")));
  // RFC 3987: what an URI has percent-encoded, an IRI may have as it is.
  for (const name of ["uri", "uri-reference"] as const)
    ajv.addFormat(name.replace("u", "i"), (text: string) => testUri(name, text.replace(BEYOND_ASCII, "%80")));
  ajv.addFormat("idn-hostname", isIdnHostname);
  const { validate } = fullFormats["date-time"] as { readonly validate: (text: string) => boolean };
  // RFC 3339 section 5.6: no hour 24, and an offset has minutes.
  ajv.addFormat("date-time", (text: string) => validate(text) && WHOLE_TIME.test(text));
}

const WHOLE_TIME = /^.{10}t(?:[01]\d|2[0-3]).*(?:z|:\d\d)$/i;
const BEYOND_ASCII = /[^\0-\x7f]/gu;

function testUri(name: "uri" | "uri-reference", text: string): boolean {
  const format = fullFormats[name];
  if (typeof format === "function") return format(text);
  return format instanceof RegExp && format.test(text);
}

/** Full stops that separate labels (RFC 3490 section 3.1). */
const STOPS = /[.\u3002\uff0e\uff61]/u;
/** A label that IDNA 2008 does not allow (RFC 5892 section 2 and appendix A, RFC 5891 section 4.2.3). */
const REFUSED: readonly RegExp[] = [
  /[^\p{L}\p{N}\p{M}\-\u00b7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb\u200c\u200d]/u,
  /^(?:-|\p{M})|-$/u,
  /^(?!xn)..--/iu,
  /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u,
  /(?<!l)\u00b7|\u00b7(?!l)/iu,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  // A joiner stands after a virama, a non-joiner also between letters that join.
  /(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2])\u200d/u,
  /(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\p{Script=Arabic}])\u200c/u,
];
const ARABIC_DIGITS = [/[\u0660-\u0669]/u, /[\u06f0-\u06f9]/u];
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

function isIdnHostname(text: string): boolean {
  if (text.length > 253) return false;
  return text.split(STOPS).every((label) => {
    if (label.length === 0 || label.length > 63) return false;
    if (REFUSED.some((pattern) => pattern.test(label)) || ARABIC_DIGITS.every((digits) => digits.test(label)))
      return false;
    return !label.includes("\u30fb") || JAPANESE.test(label.replaceAll("\u30fb", ""));
  });
}
