// The formats of ajv-formats, and those that it does not judge, or judges by less than their RFC. Its entry would load a
// second Ajv, for keywords that JSON Schema does not have.
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { FLOAT } from "../number-formats.ts";
import { hasAllowedLabels, isIdnHostname } from "./internationalized.ts";

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
export function addFormats(ajv: Ajv2020, isWritten: boolean): void {
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  ajv.addFormat("float", FLOAT);
  for (const [name, pattern] of Object.entries(PATTERNS)) ajv.addFormat(name, pattern);
  if (isWritten) return;
  ajv.addFormat("idn-email", (text: string) => PATTERNS.email.test(text.replace(BEYOND_ASCII, "a")));
  // RFC 3987: what an URI has percent-encoded, an IRI may have as it is.
  for (const name of ["uri", "uri-reference"] as const) {
    ajv.addFormat(name, (text: string) => testUri(name, text));
    ajv.addFormat(name.replace("u", "i"), (text: string) => testUri(name, text.replace(BEYOND_ASCII, "%80")));
  }
  ajv.addFormat("hostname", (text: string) => PATTERNS.hostname.test(text) && hasAllowedLabels(text));
  ajv.addFormat("idn-hostname", isIdnHostname);
  const { validate } = fullFormats["date-time"] as { readonly validate: (text: string) => boolean };
  // RFC 3339 section 5.6: no hour 24, and an offset has minutes.
  ajv.addFormat("date-time", (text: string) => validate(text) && WHOLE_TIME.test(text));
}

const WHOLE_TIME = /^.{10}t(?:[01]\d|2[0-3]).*(?:z|:\d\d)$/i;
const BEYOND_ASCII = /[^\0-\x7f]/gu;

/** What ajv-formats lets pass (RFC 3986 section 3): a scheme, an authority and a path are made of these. */
const PARTS = new RegExp(
  "^(?:[a-z][a-z0-9+.-]*:|(?![^/?#]*:))" +
    "(?://(?:[^@/?#\\[\\]]*@)?(?:\\[[^\\[\\]]*\\]|[^:@/?#\\[\\]]*)(?::\\d*)?(?=[/?#]|$)|(?!//))" +
    "[^?#\\[\\]]*(?:\\?[^#\\[\\]]*)?(?:#[^#\\[\\]]*)?$",
  "i",
);
/** In the literal of an address, a number with a leading zero. */
const LEADING_ZERO = /\[[^\]]*(?:[:.]0\d+\.|\.0\d+\])/;

function testUri(name: "uri" | "uri-reference", text: string): boolean {
  if (!PARTS.test(text) || text.includes('"') || LEADING_ZERO.test(text)) return false;
  const format = fullFormats[name];
  if (typeof format === "function") return format(text);
  return format instanceof RegExp && format.test(text);
}
