// What a property's name suggests about its values, for values that a screen can show: `email` is the address of the
// person that `name` names, `price` has two decimals. A guess that the schema does not allow is not used.
import { between, pick } from "../../schema/samples/choices.ts";
import * as words from "../../schema/samples/words.ts";
import {
  type MakeText,
  type Naming,
  code,
  company,
  digits,
  each,
  file,
  first,
  from,
  host,
  key,
  last,
  mail,
  nth,
  page,
  person,
  phone,
  sentence,
  slug,
  thing,
  user,
} from "./makers.ts";
import { OWNERS, capitalised, ownName, title } from "./owners.ts";
import { byName, byWord } from "./words-in.ts";
import { plainName, wordsOf } from "../../document/names.ts";

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
  [
    "cover coverurl coverimage coverimageurl pictureurl bannerurl posterurl thumbnailurl profileimageurl imagelink",
    (naming) => `https://example.com/images/${slug(naming)}.png`,
  ],
  ["pdf pdfurl fileurl downloadurl documenturl", (naming) => `https://example.com/files/${file(naming)}`],
  ["host hostname domain", host],
  ["ip ipaddress", ({ choices }) => `192.0.2.${between(choices, 1, 254)}`],
  ["address street line1 addressline", ({ who, choices }) => `${between(choices, 1, 99)} ${nth(words.STREETS, who)}`],
  [
    "line2 addressline2 address2 street2 streetline2 apartment floor",
    ({ choices }) => `Floor ${between(choices, 1, 9)}`,
  ],
  ["housenumber streetnumber buildingnumber", ({ choices }) => String(between(choices, 1, 120))],
  ["relationship kinship", each(["spouse", "parent", "sibling", "partner", "friend"])],
  [
    "costcenter costcentre glaccount ledgeraccount accountcode",
    ({ choices }) => `${between(choices, 1, 9)}${digits(choices, 3)}`,
  ],
  ["iban", ({ choices }) => `DE${digits(choices, 20)}`],
  ["month period", ({ choices }) => `2026-0${between(choices, 1, 9)}`],
  ["signature", sentence],
  ["jobtitle job occupation profession", ({ who }) => capitalised(nth(words.ROLES, who))],
  ["city town place location", each(words.CITIES)],
  ["country", each(words.COUNTRIES)],
  ["province region county", each(words.REGIONS)],
  ["state", (naming) => (isAddress(naming) ? each(words.REGIONS) : standing)(naming)],
  ["status", standing],
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
  // The only type that clients know (RFC 6750).
  ["tokentype", () => "Bearer"],
  ["language lang locale", each(words.LANGUAGES)],
  ["timezone tz", each(words.TIME_ZONES)],
  ["version", ({ choices }) => [1, 9, 9].map((most) => between(choices, 0, most)).join(".")],
  ["slug path", slug],
  ["file filename", file],
  ["mime mimetype contenttype mediatype", from(words.MEDIA)],
  ["code sku number reference ref serial isbn barcode confirmation", code],
  ["id uid uuid guid gid sid key token hash etag secret fingerprint checksum digest sha", key],
  ["department division faculty", each(words.DEPARTMENTS)],
  ["category", each(words.CATEGORIES)],
  ["tag keyword topic word group type kind skill interest", each(words.GROUPS)],
  ["subtitle tagline slogan", sentence],
  ["goal objective aim", each(words.GOALS)],
  ["genre", each(words.GENRES)],
  ["team squad", each(words.TEAMS)],
  ["vehicle van truck", each(words.VEHICLES)],
  ["emoji reaction", each(words.EMOJI)],
  [
    "shelf aisle bay slot seat gate rack bin desk locker room roomnumber ward bed",
    ({ who, choices }) => `${String.fromCharCode(65 + (((who % 8) + 8) % 8))}${between(choices, 1, 40)}`,
  ],
  [
    "specialty speciality specialization specialisation",
    each(["Cardiology", "Dermatology", "Paediatrics", "Orthopaedics", "Neurology", "General practice"]),
  ],
  ["opens opening open opensat openingtime opentime starttime", clockAt(9)],
  ["closes closing closesat closingtime closetime endtime", clockAt(18)],
  ["role position", each(words.ROLES)],
  ["gender sex", from(["female", "male"])],
  ["price amount total cost balance", ({ choices }) => `${between(choices, 1, 99)}.${digits(choices, 2)}`],
]);

/** A time of the day near an hour. */
function clockAt(hour: number): MakeText {
  return ({ who }) => `${String(hour + (who % 3) - 1).padStart(2, "0")}:${who % 2 === 0 ? "00" : "30"}`;
}

/** True for what is a part of an address, or says nothing of what is beside it. */
function isAddress({ beside }: Naming): boolean {
  const all = beside && Array.from(beside, (one) => plainName(one));
  return all?.some((one) => /city|town|zip|post(al)?code|street|address|country|county/.test(one)) ?? true;
}

/** How a thing stands that has no list of states. An answer with a list or a message says that all is well. */
function standing({ beside = [], who, kind, owner }: Naming): string {
  const all = new Set(Array.from(beside, (one) => plainName(one)));
  if (kind === "new" && owner.some((one) => AWAITED.test(one))) return "pending";
  return ["data", "result", "results", "message"].some((one) => all.has(one)) ? "ok" : nth(words.STANDINGS, who);
}

/** What begins as something that somebody has to answer, do or pay. */
const AWAITED =
  /^(invit\w+|\w*requests?|application|orders?|bookings?|reservations?|payments?|payouts?|refunds?|transfers?|claims?|approvals?|submissions?|jobs?|tasks?|leaves?|absences?|appointments?|shipments?|deliver\w+|returns?)$/i;

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
  const before = wordsOf(name).slice(0, -1);
  const owner = make === ownName && byWord(before.join(" "), OWNERS) !== undefined ? before : naming.owner;
  const text = make({ ...naming, owner });
  const short = naming.most < 4 ? undefined : byWord(name, SHORT);
  if (short !== undefined) return [text, short(naming)];
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
  if (make === ownName && /^[a-z][\w.-]*\d$/i.test(example)) return numbered(example, naming.turn ?? 0);
  if (make === undefined || make === key || make === code || /\d/.test(example)) return undefined;
  const short = /^[A-Z]{2}$/i.test(example) ? byWord(name, SHORT)?.(naming) : undefined;
  if (short !== undefined) return example === example.toLowerCase() ? short.toLowerCase() : short;
  if (make === standing || (/state$/i.test(name) && !isAddress(naming))) return undefined;
  // "in_transit" is a state of a thing, and no region.
  if (/stat(e|us)$|type$|kind$|reason$/i.test(name) && /^[a-z]+([-_][a-z]+)*$/.test(example)) return undefined;
  if (/^[a-z]+([-_][a-z]+)+$/.test(example)) return slug(naming).replaceAll("-", example.includes("_") ? "_" : "-");
  const isWord = !/\s/.test(example);
  const text = isWord && make === ownName ? single(example, naming) : make(naming);
  if (isWord && example === example.toLowerCase() && make !== sentence) return text.toLowerCase().replaceAll(" ", "-");
  if (example.length > 1 && example === example.toUpperCase() && /[A-Z]/.test(example)) return text.toUpperCase();
  return text;
}

/** The name of another thing beside one that is called `web12`. */
function numbered(example: string, more: number): string {
  return example.replace(/\d{1,6}$/, (number) => String(Number(number) + more).padStart(number.length, "0"));
}

/** A name of one word: with a capital letter, or a plain word. */
function single(example: string, naming: Naming): string {
  const make = byWord(naming.owner.join(" "), OWNERS);
  if (make === person) return first(naming);
  if (make !== undefined) return make(naming);
  return nth(/^[A-Z]/.test(example) ? words.SHORT_NAMES : words.WORDS, naming.who);
}
