// The table of formats: strings that have each format, strings that nearly have it, and how to make more. None refers
// to anybody real: the domains and addresses are reserved for documentation (RFC 2606, RFC 5737, RFC 3849).
import { type Choices, between, hashOf, pick } from "./choices.ts";
import { WORDS } from "./words.ts";

export interface Format {
  /** Strings with the format: the plainest first, then those that careless parsers get wrong. */
  readonly texts: readonly string[];
  /** Strings that nearly have it. */
  readonly near: readonly string[];
  /** Any string of the format. */
  readonly make?: (choices: Choices) => string;
  /** A string of the format with this length, if the format allows many lengths. */
  readonly sized?: (length: number) => string;
  /** A string of the format that contains a text, if the format has room for one, or else follows from it. */
  readonly marked?: (text: string) => string;
}

const word = (choices: Choices): string => pick(choices, WORDS);
const host = (choices: Choices): string => `${word(choices)}.example.com`;
const page = (choices: Choices): string => `https://example.com/${word(choices)}`;
const path = (choices: Choices): string => `/${word(choices)}`;
const mail = (choices: Choices): string => `${word(choices)}@example.com`;
const longPage = (length: number): string => "https://example.com/".padEnd(length, "a");

/** Every format that a generator knows; others are free text. */
export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  [
    "date",
    {
      texts: ["2026-01-31", "2024-02-29", "1999-12-31"],
      near: ["2026-02-30", "2026-1-31", "31.01.2026"],
      make: day,
      marked: (text) => momentOf(text).slice(0, 10),
    },
  ],
  [
    "date-time",
    {
      texts: ["2026-01-31T12:00:00Z", "2024-02-29T10:20:30Z", "1999-12-31T23:59:59.5+02:00"],
      near: ["2026-01-31T12:00:00", "2026-01-31 12:00", "2026-01-31T25:00:00Z"],
      make: (choices) => `${day(choices)}T${clock(choices)}Z`,
      sized: (length) => `${"2024-02-29T10:20:30.".padEnd(length - 1, "1")}Z`,
      marked: momentOf,
    },
  ],
  [
    "time",
    {
      texts: ["12:00:00Z", "10:20:30Z", "23:59:59.5+02:00"],
      near: ["12:00:00", "24:00:01Z", "noon"],
      make: (choices) => `${clock(choices)}Z`,
    },
  ],
  ["iso-time", { texts: ["10:20:30"], near: ["25:00:00"] }],
  ["iso-date-time", { texts: ["2024-02-29T10:20:30"], near: ["2024-02-30T10:20:30"] }],
  ["duration", { texts: ["P1D", "PT1H"], near: ["P", "1 day"], make: (choices) => `P${between(choices, 1, 30)}D` }],
  [
    "email",
    {
      texts: ["someone@example.com", "a@example.com"],
      near: ["someone", "someone@", "@example.com"],
      make: mail,
      sized: (length) => "@example.com".padStart(length, "a"),
      marked: markedMail,
    },
  ],
  ["idn-email", { texts: ["someone@example.com"], near: ["someone"], make: mail, marked: markedMail }],
  ["hostname", { texts: ["example.com", "a"], near: ["-example.com", "example..com"], make: host, marked: markedHost }],
  ["idn-hostname", { texts: ["example.com"], near: ["example..com"], make: host, marked: markedHost }],
  [
    "ipv4",
    {
      texts: ["192.0.2.1"],
      near: ["192.0.2.256", "192.0.2"],
      make: (choices) => `192.0.2.${between(choices, 1, 254)}`,
    },
  ],
  [
    "ipv6",
    {
      texts: ["2001:db8::1"],
      near: ["2001:db8::g", "2001:db8"],
      make: (choices) => `2001:db8::${randomHex(choices, 4)}`,
    },
  ],
  [
    "uri",
    {
      texts: ["https://example.com/", "https://example.com/a?b=c", "urn:a:b"],
      near: ["example.com", "//example.com/a", "https://exa mple.com/"],
      make: page,
      sized: longPage,
      marked: markedPage,
    },
  ],
  ["url", { texts: ["https://example.com/a"], near: ["example.com"], make: page, sized: longPage, marked: markedPage }],
  ["iri", { texts: ["https://example.com/"], near: ["example.com"], make: page, marked: markedPage }],
  [
    "uri-reference",
    {
      texts: ["/there", "/a/b", "https://example.com"],
      near: ["/a b", "\\a"],
      make: path,
      sized: (length) => "/".padEnd(length, "a"),
    },
  ],
  ["iri-reference", { texts: ["/there"], near: ["\\a"], make: path }],
  ["uri-template", { texts: ["/a/{b}"], near: ["/a/{b"], make: (choices) => `${path(choices)}/{id}` }],
  ["json-pointer", { texts: ["/a/b", ""], near: ["a/b", "/a~2"], make: path }],
  ["relative-json-pointer", { texts: ["0", "1/a"], near: ["/a", "-1"] }],
  ["regex", { texts: ["^a$", "^[a-z]+$"], near: ["(", "[a-"] }],
  [
    "uuid",
    {
      texts: ["3f2b8f0a-5c1d-4e6f-8a9b-0c1d2e3f4a5b", "00000000-0000-4000-8000-000000000000"],
      near: [
        "3f2b8f0a-5c1d-4e6f-8a9b-0c1d2e3f4a5",
        "3f2b8f0a5c1d4e6f8a9b0c1d2e3f4a5b",
        "g0000000-0000-4000-8000-000000000000",
      ],
      make: (choices) => {
        const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length) => randomHex(choices, length));
        return `${a}-${b}-4${c}-8${d}-${e}`;
      },
      marked: markedUuid,
    },
  ],
  ["byte", { texts: ["YQ==", "AAAA"], near: ["YQ=", "a b"], make: (choices) => btoa(word(choices)) }],
  ["binary", { texts: ["a"], near: [] }],
  ["password", { texts: ["secret"], near: [] }],
]);

/** What any part of an address may be made of. */
const inAddress = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9-]+/g, "-");

const HOUR_MS = 3_600_000;

/** A time in the past for a text with a number at its end: that of another number is more than a day away. */
function momentOf(text: string): string {
  const [turn = "0"] = /\d+$/.exec(text) ?? [];
  const time = Date.UTC(2020, 0, 1, 12) + (Number(turn) % 2000) * 26 * HOUR_MS;
  return new Date(time).toISOString().replace(".000Z", "Z");
}

function markedMail(text: string): string {
  return `${inAddress(text)}@example.com`;
}

function markedHost(text: string): string {
  return `${inAddress(text)}.example.com`;
}

function markedPage(text: string): string {
  return `https://example.com/${inAddress(text)}`;
}

/** Begins with a letter, so that no server reads it as a number. */
function markedUuid(text: string): string {
  const [a, b, c, d] = [1, 2, 3, 4].map((turn) => hashOf(`${turn}${text}`).toString(16).padStart(8, "0"));
  return `f${a?.slice(1)}-${b?.slice(0, 4)}-4${b?.slice(5)}-8${c?.slice(5)}-${c?.slice(0, 4)}${d}`;
}

function day(choices: Choices): string {
  return `2026-${pad(between(choices, 1, 12))}-${pad(between(choices, 1, 28))}`;
}

function clock(choices: Choices): string {
  return `${pad(between(choices, 0, 23))}:${pad(between(choices, 0, 59))}:00`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/** This many hexadecimal digits. */
export function randomHex(choices: Choices, length: number): string {
  return Array.from({ length }, () => between(choices, 0, 15).toString(16)).join("");
}
