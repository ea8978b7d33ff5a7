// What a thing is called, by what it is: the words of its schema, of the property that has it, or of its path.
import { pick } from "../../schema/samples/choices.ts";
import * as words from "../../schema/samples/words.ts";
import { type MakeText, type Naming, company, each, file, nth, person, thing } from "./makers.ts";
import { byName, byWord } from "./words-in.ts";
import { plainName } from "../../document/names.ts";

export const title: MakeText = (naming) =>
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

/** One of a list, and after all of them, those of one city after another. */
function listed(list: readonly string[]): MakeText {
  return ({ who, turn, kind }) =>
    who < list.length || kind !== "many" || turn !== who
      ? nth(list, who)
      : `${nth(list, who)} ${nth(words.CITIES, Math.floor(who / list.length) - 1)}`;
}

/** The name of a thing of which the document says what it is. */
export const OWNERS = byName<MakeText>([
  [
    "user customer person people contact author employee member owner patient doctor agent driver guest student teacher client recipient player candidate lead assignee creator sender account profile contributor participant passenger clinician practitioner reviewer attendee subscriber buyer seller staff nurse physician dentist surgeon therapist vet trainer coach tutor instructor supervisor operator worker colleague resident citizen relative spouse sibling guardian friend kin beneficiary applicant signer approver volunteer donor",
    person,
  ],
  [
    "company organization organisation vendor supplier tenant workspace merchant brand manufacturer publisher business employer hospital clinic hotel restaurant shop store school institution partner pharmacy laboratory lab insurer bank carrier airline agency studio university college charity foundation provider",
    company,
  ],
  ["tag label topic keyword segment channel", each(words.GROUPS)],
  ["category collection section aisle", listed(words.CATEGORIES)],
  ["genre", listed(words.GENRES)],
  ["department division faculty unit", listed(words.DEPARTMENTS)],
  ["team group squad crew", listed(words.TEAMS)],
  ["project board initiative", listed(words.PROJECTS)],
  ["status state stage phase column", listed(words.STAGES)],
  ["role permission position", ({ who }) => capitalised(nth(words.ROLES, who))],
  ["plan tier package", listed(words.PLANS)],
  ["sprint iteration cycle", ({ who }) => `Sprint ${String(who + 1)}`],
  ["room roomtype suite", listed(words.ROOMS)],
  ["course subject class module lesson", listed(words.SUBJECTS)],
  ["dish meal recipe food menu ingredient", listed(words.DISHES)],
  ["service treatment procedure servicetype", listed(words.SERVICES)],
  ["vehicle van truck", listed(words.VEHICLES)],
  [
    "language",
    ({ who }) => nth(["English", "German", "French", "Spanish", "Portuguese", "Japanese", "Swedish", "Hindi"], who),
  ],
  ["color colour", ({ who }) => capitalised(nth(words.COLOURS, who))],
  ["book movie film song track album novel series episode game", (naming) => title(naming)],
  ["product item article good variant offer merchandise accessory gift part stock line sku", thing],
  ["drug medication medicine remedy", each(words.MEDICINES)],
  ["allergy allergies allergen", each(words.ALLERGENS)],
  ["city town location place region warehouse office branch site", each(words.CITIES)],
  ["country", each(words.COUNTRIES)],
  ["file document attachment upload image photo media asset", file],
  ["task issue ticket event meeting campaign post page note job goal milestone", title],
]);
export const ownName: MakeText = (naming) =>
  (byWord(naming.owner.join(" "), OWNERS) ?? besideOf(naming.beside ?? []) ?? otherwise(naming))(naming);

/** What is for sale is a thing; anything else that is called something has a name of its own. */
const otherwise = ({ owner, beside = [] }: Naming): MakeText =>
  owner.length === 0 || isGoods(beside) ? thing : called;

/** One word, and two after as many things as there are words. */
const called: MakeText = ({ who }) =>
  who < words.CALLED.length
    ? nth(words.CALLED, who)
    : `${nth(words.CALLED, who)} ${nth(words.CALLED, who * 5 + Math.floor(who / words.CALLED.length))}`;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who has an address for mail is a person, and what has a street is a house with a name. */
function besideOf(names: Iterable<string>): MakeText | undefined {
  const all = Array.from(names, (one) => plainName(one));
  if (all.some((one) => /^(email(address)?|username|firstname|dateofbirth|birthdate|birthday)$/.test(one)))
    return person;
  return all.some((one) => /^(address|street|streetaddress|vat|vatnumber|vatid|industry)$/.test(one))
    ? company
    : undefined;
}
