// What a property's name suggests about its values, for values that a screen can show: `email` is the address of the
// person that `name` names, `price` has two decimals. A guess that the schema does not allow is not used.
import { type Choices, between, pick } from "../../samples/choices.ts";
import { randomHex } from "../../samples/formats.ts";
import * as words from "../../samples/words.ts";

/** What a text is made for. */
export interface Naming {
  readonly choices: Choices;
  /** Which person, company or thing it is about: the same number gives the same one. */
  readonly who: number;
  /** The words of the thing that has the property: "customer". */
  readonly owner: readonly string[];
  /** The names of the properties beside it. */
  readonly beside?: Iterable<string> | undefined;
  /** The most characters. */
  readonly most: number;
}

type MakeText = (naming: Naming) => string;

const from =
  (list: readonly string[]): MakeText =>
  ({ choices }) =>
    pick(choices, list);
/** One entry for each number, so that neighbours differ. */
const nth = (list: readonly string[], n: number): string => list[((n % list.length) + list.length) % list.length] ?? "";
const each =
  (list: readonly string[]): MakeText =>
  ({ who }) =>
    nth(list, who);
const digits = (choices: Choices, count: number): string =>
  Array.from({ length: count }, () => between(choices, 0, 9)).join("");

const first: MakeText = ({ who }) => nth(words.FIRST_NAMES, who);
const last: MakeText = ({ who }) => nth(words.LAST_NAMES, who * 7 + Math.floor(who / words.FIRST_NAMES.length));
const person: MakeText = (naming) => `${first(naming)} ${last(naming)}`;
const company: MakeText = ({ who }) =>
  who < words.COMPANIES.length
    ? nth(words.COMPANIES, who)
    : `${nth(words.LAST_NAMES, who)} ${nth(["& Sons", "Ltd", "Group", "Works", "Partners"], Math.floor(who / 20))}`;
/** Two words, enough for a few hundred different things. */
const thing: MakeText = ({ who }) =>
  `${nth(words.QUALITIES, who + Math.floor(who / words.QUALITIES.length))} ${nth(words.THINGS, who)}`;
const bare = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "");
const user: MakeText = (naming) => bare(first(naming)) + bare(last(naming)).slice(0, 1);
const mail: MakeText = (naming) => `${bare(first(naming))}.${bare(last(naming))}@example.com`;
const phone: MakeText = ({ who }) => `+44 20 7946 0${String(100 + ((who * 37) % 900))}`;
const host: MakeText = (naming) => `${bare(company(naming))}.example.com`;
const page: MakeText = (naming) => `https://example.com/${slug(naming)}`;
const slug: MakeText = (naming) => thing(naming).toLowerCase().replaceAll(" ", "-");
const title: MakeText = (naming) =>
  byWord(naming.owner.join(" "), OWNERS) === person
    ? pick(naming.choices, SALUTATIONS)
    : isGoods(naming.beside ?? [])
      ? thing(naming)
      : naming.owner.some((one) => WORKS.test(one))
        ? `The ${nth(words.QUALITIES, naming.who)} ${nth(words.SHORT_NAMES, naming.who + Math.floor(naming.who / 16))}`
        : nth(words.TITLES, naming.who);
/** What is for sale is called after what it is. */
const isGoods = (names: Iterable<string>): boolean =>
  Array.from(names).some((one) => /^(unit|list)?_?price|^sku$|^stock/i.test(one));
const WORKS = /^(book|movie|film|song|track|album|novel|show|series|episode|game|poem|painting|artwork)s?$/;
const SALUTATIONS = ["Ms.", "Dr.", "Mr.", "Prof."];
const sentence: MakeText = ({ who, choices }) => nth(words.SENTENCES, who + between(choices, 0, 2));
const code: MakeText = ({ choices }) => `${pick(choices, words.LETTERS)}-${digits(choices, 4)}`;
const key: MakeText = ({ choices }) => randomHex(choices, 12);
const file: MakeText = (naming) => `${slug(naming)}.pdf`;

/** The name of a thing of which the document says what it is. */
const OWNERS = byName<MakeText>([
  [
    "user customer person people contact author employee member owner patient doctor agent driver guest student teacher client recipient player candidate lead assignee creator sender account profile contributor participant passenger clinician practitioner reviewer attendee subscriber buyer seller staff nurse physician dentist surgeon therapist vet trainer coach tutor instructor supervisor operator worker colleague resident citizen relative spouse sibling guardian friend kin beneficiary applicant signer approver volunteer donor",
    person,
  ],
  [
    "company organization organisation vendor supplier tenant workspace merchant brand manufacturer publisher business employer hospital clinic hotel restaurant shop store school institution partner pharmacy laboratory lab insurer bank carrier airline agency studio university college charity foundation provider",
    company,
  ],
  ["tag label category topic keyword genre group segment channel", each(words.GROUPS)],
  ["drug medication medicine remedy", each(words.MEDICINES)],
  ["allergy allergies allergen", each(words.ALLERGENS)],
  ["city town location place region warehouse office branch site", each(words.CITIES)],
  ["country", each(words.COUNTRIES)],
  ["file document attachment upload image photo media asset", file],
  ["task issue ticket project event meeting campaign post article page note job course lesson goal milestone", title],
]);
const ownName: MakeText = (naming) =>
  (byWord(naming.owner.join(" "), OWNERS) ?? besideOf(naming.beside ?? []) ?? thing)(naming);

/** Who has an address for mail is a person, and what has a street is a house with a name. */
function besideOf(names: Iterable<string>): MakeText | undefined {
  const all = Array.from(names, (one) => wordsIn(one).join(""));
  if (all.some((one) => /^(email(address)?|username|firstname|dateofbirth|birthdate|birthday)$/.test(one)))
    return person;
  return all.some((one) => /^(address|street|streetaddress|vat|vatnumber|vatid|industry)$/.test(one))
    ? company
    : undefined;
}

type Row<T> = readonly [names: string, value: T];

/** Indexes a table by each of the names that share a row. */
function byName<T>(rows: readonly Row<T>[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([names, value]) => names.split(" ").map((name) => [name, value] as const)));
}

/** By a word in the property's name; the last known one counts. */
const TEXTS = byName<MakeText>([
  ["name label displayname", ownName],
  ["title subject headline heading", title],
  [
    "fullname person author owner customer contact recipient sender assignee employee customername cardholder holder signer patient doctor by user agent member creator reviewer assignedto reportsto",
    person,
  ],
  ["firstname given forename", first],
  ["lastname surname family", last],
  ["username login handle nickname nick screenname", user],
  ["email mail emailaddress", mail],
  ["phone telephone mobile fax phonenumber", phone],
  ["url uri link href website homepage webpage", page],
  [
    "image picture photo avatar logo icon thumbnail cover banner imageurl photourl avatarurl logourl iconurl",
    (naming) => `https://example.com/images/${slug(naming)}.png`,
  ],
  ["pdf pdfurl fileurl downloadurl documenturl", (naming) => `https://example.com/files/${file(naming)}`],
  ["host hostname domain", host],
  ["ip ipaddress", ({ choices }) => `192.0.2.${between(choices, 1, 254)}`],
  ["address street line1 addressline", ({ who, choices }) => `${between(choices, 1, 99)} ${nth(words.STREETS, who)}`],
  ["line2", ({ choices }) => `Floor ${between(choices, 1, 9)}`],
  ["city town place location", each(words.CITIES)],
  ["country", each(words.COUNTRIES)],
  ["state province region county", each(words.REGIONS)],
  ["zip zipcode postcode postal postalcode", ({ choices }) => `${between(choices, 1, 9)}${digits(choices, 4)}`],
  [
    "company organisation organization manufacturer supplier vendor brand companyname organizationname merchant employer",
    company,
  ],
  ["provider insurer carrier airline bank publisher studio", company],
  ["product item article productname itemname", thing],
  [
    "description summary text body content message comment note notes details bio about remark caption excerpt purpose instructions",
    sentence,
  ],
  ["reason hint", sentence],
  ["allergy allergies allergen allergens", each(words.ALLERGENS)],
  ["medication medications medicine drug", each(words.MEDICINES)],
  [
    "plate licenseplate licenceplate numberplate registrationnumber",
    ({ choices }) => `${pick(choices, words.LETTERS)} ${digits(choices, 3)} ${pick(choices, words.LETTERS)}`,
  ],
  ["color colour", each(words.COLOURS)],
  ["currency currencycode", () => words.CURRENCIES[0] ?? ""],
  ["language lang locale", each(words.LANGUAGES)],
  ["timezone tz", each(words.TIME_ZONES)],
  ["version", ({ choices }) => [1, 9, 9].map((most) => between(choices, 0, most)).join(".")],
  ["slug path", slug],
  ["file filename", file],
  ["mime mimetype contenttype mediatype", from(words.MEDIA)],
  ["code sku number reference ref serial isbn barcode confirmation", code],
  ["id uid uuid guid gid sid key token hash etag secret fingerprint checksum digest sha", key],
  ["tag keyword topic word category group type kind genre skill interest department", each(words.GROUPS)],
  ["subtitle tagline slogan", sentence],
  ["role position job", each(words.ROLES)],
  ["gender sex", from(["female", "male"])],
  ["price amount total cost balance", ({ choices }) => `${between(choices, 1, 99)}.${digits(choices, 2)}`],
]);

/** Codes, for strings that must be short. */
const SHORT = byName<MakeText>([
  ["country", each(words.COUNTRY_CODES)],
  ["state province region", each(["NY", "CA", "TX", "WA", "IL"])],
]);

/** Strings that a property of this name may well have, likeliest first: in spellings that patterns allow. */
export function textsByName(name: string, naming: Naming): readonly string[] {
  if (/^(to|from)$/i.test(name)) return correspondents(naming);
  const make = (naming.most < 4 ? byWord(name, SHORT) : undefined) ?? byWord(name, TEXTS);
  if (make === undefined) return [];
  // The name of a patient is that of a person, whatever has it.
  const before = wordsIn(name).slice(0, -1);
  const owner = make === ownName && byWord(before.join(" "), OWNERS) !== undefined ? before : naming.owner;
  const text = make({ ...naming, owner });
  return text.startsWith("+44") ? [text, text.replaceAll(" ", ""), text.slice(1).replaceAll(" ", "")] : [text];
}

/** Whom a message is from or to: an address with a subject, a number without one. */
function correspondents(naming: Naming): readonly string[] {
  const all = new Set(Array.from(naming.beside ?? [], (one) => one.toLowerCase()));
  if (["subject", "cc", "bcc", "html"].some((one) => all.has(one))) return [mail(naming)];
  return ["body", "message", "text"].some((one) => all.has(one)) ? [phone(naming).replaceAll(" ", "")] : [];
}

/** The e-mail address of somebody at the host of an example. */
export function mailLike(example: string | undefined, naming: Naming): string {
  const [, at = "example.com"] = /@([^@\s]+)$/.exec(example ?? "") ?? [];
  return mail(naming).replace("example.com", at);
}

/** Another name in the style of an example: one word, a handle, or several words. */
export function nameLike(name: string, example: string, naming: Naming): string | undefined {
  const make = byWord(name, TEXTS);
  if (make === undefined || make === key || make === code || /\d/.test(example)) return undefined;
  // "in_transit" is a state of a thing, and no region.
  if (/stat(e|us)$|type$|kind$|reason$/i.test(name) && /^[a-z]+([-_][a-z]+)*$/.test(example)) return undefined;
  if (/^[a-z]+([-_][a-z]+)+$/.test(example)) return slug(naming).replaceAll("-", example.includes("_") ? "_" : "-");
  const isWord = !/\s/.test(example);
  const text = isWord && make === ownName ? single(example, naming) : make(naming);
  if (isWord && example === example.toLowerCase() && make !== sentence) return text.toLowerCase().replaceAll(" ", "-");
  if (example.length > 1 && example === example.toUpperCase() && /[A-Z]/.test(example)) return text.toUpperCase();
  return text;
}

/** A name of one word: with a capital letter, or a plain word. */
function single(example: string, naming: Naming): string {
  const make = byWord(naming.owner.join(" "), OWNERS);
  if (make === person) return first(naming);
  if (make !== undefined) return make(naming);
  return nth(/^[A-Z]/.test(example) ? words.SHORT_NAMES : words.WORDS, naming.who);
}

/** The usual numbers of properties, by a word in their name. */
const RANGES = byName<readonly [low: number, high: number]>([
  ["price amount total cost fee balance salary budget subtotal unitprice", [5, 200]],
  ["tax discount shipping tip", [1, 20]],
  ["quantity qty seats", [1, 5]],
  ["count stock capacity pages items followers likes views", [1, 50]],
  ["size bytes filesize contentlength length", [12_000, 900_000]],
  ["age", [18, 80]],
  ["year", [2015, 2025]],
  ["month", [1, 12]],
  ["day", [1, 28]],
  ["hour", [0, 23]],
  ["minute minutes second seconds duration", [1, 59]],
  ["rating stars", [3, 5]],
  ["time took elapsed latency", [0, 2]],
  ["score percent percentage progress", [1, 100]],
  ["latitude lat", [-50, 60]],
  ["longitude lng lon", [-120, 150]],
  ["weight height width depth distance", [1, 100]],
  ["temperature", [-10, 35]],
  ["priority order position rank index level", [1, 10]],
  ["port", [1024, 9999]],
  ["id", [1, 9_999]],
  ["expiresin ttl maxage lifetime", [3_600, 3_600]],
]);

/** The usual range of a property, by its name; undefined if the name says nothing. */
export function rangeByName(name: string): readonly [low: number, high: number] | undefined {
  return byWord(name, RANGES);
}

/** The words of a property's name: "createdAt" and "created_at" have the same two. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== "");
}

function byWord<T>(name: string, table: ReadonlyMap<string, T>): T | undefined {
  const parts = wordsIn(name);
  const joined = parts.join("");
  const own = (part: string): T | undefined => table.get(part) ?? table.get(part.replace(/s$/, ""));
  return table.get(joined) ?? parts.map(own).findLast((one) => one !== undefined);
}
