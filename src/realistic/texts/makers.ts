// Makes the texts of names: of people, companies and things, and what is made of them.
import { type Choices, between, pick } from "../../schema/samples/choices.ts";
import { randomHex } from "../../schema/samples/formats.ts";
import * as words from "../../schema/samples/words.ts";

/** What a text is made for. */
export interface Naming {
  readonly choices: Choices;
  /** Which person, company or thing it is about: the same number gives the same one. */
  readonly who: number;
  /** The words of the thing that has the property: "customer". */
  readonly owner: readonly string[];
  /** The names of the properties beside it. */
  readonly beside?: Iterable<string> | undefined;
  /** Which of many things it is; they are called one after another. */
  readonly turn?: number | undefined;
  readonly kind?: string;
  /** The most characters. */
  readonly most: number;
}

export type MakeText = (naming: Naming) => string;

export const from =
  (list: readonly string[]): MakeText =>
  ({ choices }) =>
    pick(choices, list);
/** One entry for each number, so that neighbours differ. */
export const nth = (list: readonly string[], n: number): string =>
  list[((n % list.length) + list.length) % list.length] ?? "";
export const each =
  (list: readonly string[]): MakeText =>
  ({ who }) =>
    nth(list, who);
export const digits = (choices: Choices, count: number): string =>
  Array.from({ length: count }, () => between(choices, 0, 9)).join("");

export const first: MakeText = ({ who }) => nth(words.FIRST_NAMES, who);
export const last: MakeText = ({ who }) => nth(words.LAST_NAMES, who * 7 + Math.floor(who / words.FIRST_NAMES.length));
export const person: MakeText = (naming) => `${first(naming)} ${last(naming)}`;
export const company: MakeText = ({ who }) =>
  who < words.COMPANIES.length
    ? nth(words.COMPANIES, who)
    : `${nth(words.LAST_NAMES, who)} ${nth(["& Sons", "Ltd", "Group", "Works", "Partners"], Math.floor(who / 20))}`;
/** Two words, enough for a few hundred different things. */
export const thing: MakeText = ({ who }) =>
  `${nth(words.QUALITIES, who + Math.floor(who / words.QUALITIES.length))} ${nth(words.THINGS, who)}`;
export const bare = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "");
export const user: MakeText = (naming) => bare(first(naming)) + bare(last(naming)).slice(0, 1);
export const mail: MakeText = (naming) => `${bare(first(naming))}.${bare(last(naming))}@example.com`;
export const phone: MakeText = ({ who }) => `+44 20 7946 0${String(100 + ((who * 37) % 900))}`;
export const host: MakeText = (naming) => `${bare(company(naming))}.example.com`;
export const page: MakeText = (naming) => `https://example.com/${slug(naming)}`;
export const slug: MakeText = (naming) => thing(naming).toLowerCase().replaceAll(" ", "-");
export const sentence: MakeText = ({ who, choices }) => nth(words.SENTENCES, who + between(choices, 0, 2));
export const code: MakeText = ({ choices }) => `${pick(choices, words.LETTERS)}-${digits(choices, 4)}`;
export const key: MakeText = ({ choices }) => randomHex(choices, 12);
export const file: MakeText = (naming) => `${slug(naming)}.pdf`;
