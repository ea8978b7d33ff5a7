// Text that fits a format, a pattern or a length.
import { patternText } from "../../contract/pattern-text.ts";
import type { Random } from "./random.ts";

const WORDS = [
  ...["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "hazel", "indigo", "juniper", "kelp", "linden"],
  ...["maple", "nova", "opal", "pine", "quartz", "river", "sage", "tundra", "umber", "violet", "willow", "zephyr"],
];

/** For each format, text that has it. */
const FORMATS: Readonly<Record<string, (random: Random) => string>> = {
  "date-time": (random) => `${day(random)}T${clock(random)}Z`,
  date: day,
  time: (random) => `${clock(random)}Z`,
  duration: (random) => `P${random.between(1, 30)}D`,
  email: (random) => `${random.pick(WORDS)}@example.com`,
  "idn-email": (random) => `${random.pick(WORDS)}@example.com`,
  hostname: (random) => `${random.pick(WORDS)}.example.com`,
  "idn-hostname": (random) => `${random.pick(WORDS)}.example.com`,
  ipv4: (random) => `192.0.2.${random.between(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.hex(4)}`,
  uri: (random) => `https://example.com/${random.pick(WORDS)}`,
  url: (random) => `https://example.com/${random.pick(WORDS)}`,
  iri: (random) => `https://example.com/${random.pick(WORDS)}`,
  "uri-reference": (random) => `/${random.pick(WORDS)}`,
  "iri-reference": (random) => `/${random.pick(WORDS)}`,
  "uri-template": (random) => `/${random.pick(WORDS)}/{id}`,
  "json-pointer": (random) => `/${random.pick(WORDS)}`,
  "relative-json-pointer": () => "0",
  regex: () => "^[a-z]+$",
  uuid: (random) => `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`,
  byte: (random) => btoa(random.pick(WORDS)),
};

/** What a text must satisfy. */
export interface TextNeeds {
  readonly format?: string;
  readonly patterns: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A text for the needs; a pattern and a format together are left to luck. */
export function makeText(needs: TextNeeds, random: Random): string {
  const [pattern] = needs.patterns;
  const made = pattern === undefined ? undefined : patternText(pattern, random);
  if (made !== undefined) return made;
  const format = FORMATS[needs.format ?? ""];
  if (format !== undefined) return format(random);
  let text = random.pick(WORDS);
  while (text.length < (needs.minLength ?? 0)) text += ` ${random.pick(WORDS)}`;
  return text.slice(0, Math.max(needs.minLength ?? 0, needs.maxLength ?? text.length)).slice(0, needs.maxLength);
}

function day(random: Random): string {
  return `2026-${pad(random.between(1, 12))}-${pad(random.between(1, 28))}`;
}

function clock(random: Random): string {
  return `${pad(random.between(0, 23))}:${pad(random.between(0, 59))}:00`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
