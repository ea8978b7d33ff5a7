// What a property's name suggests about its values, for realistic generated values: `email` is an address, `price` has
// two decimals. A guess that the schema does not allow is not used.
import { type Choices, between, pick } from "../choices.ts";
import { FORMATS, hex } from "./formats.ts";
import * as words from "./words.ts";

type MakeText = (choices: Choices) => string;

const format =
  (name: string): MakeText =>
  (choices) =>
    FORMATS.get(name)?.make?.(choices) ?? "";
const one =
  (list: readonly string[]): MakeText =>
  (choices) =>
    pick(choices, list);
const digits = (choices: Choices, count: number): string =>
  Array.from({ length: count }, () => between(choices, 0, 9)).join("");

/** A name of two words, enough for a few hundred different items. */
const thing: MakeText = (choices) => `${pick(choices, words.QUALITIES)} ${capital(pick(choices, words.WORDS))}`;
const person: MakeText = (choices) => `${pick(choices, words.FIRST_NAMES)} ${pick(choices, words.LAST_NAMES)}`;
const user: MakeText = (choices) => `${pick(choices, words.WORDS)}${between(choices, 1, 99)}`;
const sentence: MakeText = one(words.SENTENCES);
const moment: MakeText = format("date-time");
const slug: MakeText = (choices) => `${pick(choices, words.WORDS)}-${pick(choices, words.WORDS)}`;
const code: MakeText = (choices) => `${pick(choices, words.WORDS).slice(0, 2).toUpperCase()}-${digits(choices, 4)}`;
const key: MakeText = (choices) => hex(choices, 12);

type Row<T> = readonly [names: string, value: T];

/** Indexes a table by each of the names that share a row. */
function byName<T>(rows: readonly Row<T>[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([names, value]) => names.split(" ").map((name) => [name, value] as const)));
}

/** By a word in the property's name; the last known one counts. */
const TEXTS = byName<MakeText>([
  ["name label", thing],
  ["title subject headline heading", thing],
  ["fullname person author owner customer contact recipient sender assignee employee", person],
  ["firstname given forename", one(words.FIRST_NAMES)],
  ["lastname surname family", one(words.LAST_NAMES)],
  ["username login handle nickname nick", user],
  ["email mail", format("email")],
  ["phone telephone mobile fax", (choices) => `+44 20 7946 0${digits(choices, 3)}`],
  ["url uri link href website homepage", format("uri")],
  ["image picture photo avatar logo icon thumbnail", (choices) => `${format("uri")(choices)}.png`],
  ["host hostname domain", format("hostname")],
  ["ip", format("ipv4")],
  ["address street", (choices) => `${between(choices, 1, 99)} ${pick(choices, words.STREETS)}`],
  ["city town place location", one(words.CITIES)],
  ["country", one(words.COUNTRIES)],
  ["zip zipcode postcode postal", (choices) => digits(choices, 5)],
  ["company organisation organization manufacturer supplier vendor brand", one(words.COMPANIES)],
  ["description summary text body content message comment note notes details bio about remark", sentence],
  ["reason hint", sentence],
  ["color colour", one(words.COLOURS)],
  ["currency", one(words.CURRENCIES)],
  ["language lang locale", one(words.LANGUAGES)],
  ["timezone", one(words.TIME_ZONES)],
  ["date day birthday", format("date")],
  ["at on created updated modified timestamp datetime since until expires", moment],
  ["version", (choices) => [1, 9, 9].map((most) => between(choices, 0, most)).join(".")],
  ["slug path", slug],
  ["file filename", (choices) => `${slug(choices)}.txt`],
  ["mime mimetype", one(words.MEDIA)],
  ["code sku number reference ref serial isbn barcode", code],
  ["id uid uuid guid key token hash etag", key],
  ["tag keyword topic word", one(words.WORDS)],
  ["price amount total cost", (choices) => `${between(choices, 1, 99)}.${digits(choices, 2)}`],
]);

/** Codes, for strings that must be short. */
const SHORT: ReadonlyMap<string, MakeText> = new Map([["country", one(words.COUNTRY_CODES)]]);

/** A string that fits a property name; undefined if the name says nothing. */
export function textByName(name: string, choices: Choices, most: number): string | undefined {
  const make = byWord(name, most < 4 ? SHORT : TEXTS) ?? byWord(name, TEXTS);
  return make?.(choices);
}

/** The usual numbers of properties, by a word in their name. */
const RANGES = byName<readonly [low: number, high: number]>([
  ["price amount total cost fee balance salary budget", [1, 200]],
  ["quantity count stock size capacity seats pages items", [1, 50]],
  ["age", [18, 80]],
  ["year", [1990, 2026]],
  ["month", [1, 12]],
  ["day", [1, 28]],
  ["hour", [0, 23]],
  ["minute minutes second seconds duration", [1, 59]],
  ["rating stars", [1, 5]],
  ["score percent percentage progress discount", [0, 100]],
  ["latitude lat", [-60, 70]],
  ["longitude lng lon", [-180, 180]],
  ["weight height width length depth distance", [1, 100]],
  ["temperature", [-10, 35]],
  ["priority order position rank index level", [1, 10]],
  ["port", [1024, 9999]],
]);

/** The usual range of a property, by its name; undefined if the name says nothing. */
export function rangeByName(name: string): readonly [low: number, high: number] | undefined {
  return byWord(name, RANGES);
}

function byWord<T>(name: string, table: ReadonlyMap<string, T>): T | undefined {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const last = parts.findLast((part) => table.has(part) || table.has(part.replace(/s$/, "")));
  const joined = parts.join("");
  const word = table.has(joined) ? joined : last;
  return word === undefined ? undefined : (table.get(word) ?? table.get(word.replace(/s$/, "")));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
