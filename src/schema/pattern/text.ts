// Texts that match a pattern: one walk through its tree, and strategies for its choices.
import { type Characters, ends, firstCharacters, inverted, isWide, readable, visible } from "./characters.ts";
import { matches, mayBacktrack } from "./engine.ts";
import { textWithin } from "./inclusion.ts";
import { readPattern } from "./syntax.ts";
import { type PatternPart, allParts, beginsAtStart } from "./tree.ts";
import { Random, between } from "../samples/choices.ts";
import { Work } from "../work.ts";

/** Makes the choices that a pattern leaves open. */
interface TextChoices {
  /** A number of iterations between the two, inclusive; `most` may be infinite. */
  turns(least: number, most: number): number;
  /** The index of an alternative. */
  branch(count: number): number;
  /** One of the characters of a set that is not empty. */
  character(characters: Characters): number;
}

/** Pseudo-random numbers. */
export interface Randomness {
  /** An integer between the two, inclusive. */
  between(low: number, high: number): number;
}

/** Iterations that a repetition may get beyond its minimum. */
const MORE_TURNS = 4;

/** Chooses the fewest iterations, the first alternative and the plainest character. */
const PLAIN: TextChoices = {
  turns: (least) => least,
  branch: () => 0,
  character: (characters) => readable(characters)[0] as number,
};

/** Chooses pseudo-randomly, among readable or among all visible characters. */
function randomChoices(random: Randomness, among = readable): TextChoices {
  return {
    turns: (least, most) => random.between(least, Math.min(most, least + MORE_TURNS)),
    branch: (count) => random.between(0, count - 1),
    character: (characters) => {
      const list = among(characters);
      return list[random.between(0, list.length - 1)] as number;
    },
  };
}

/** How often a failed walk is tried again, for example after a look-ahead: at first, and at last. */
const MOST_TRIES = 6;
const MOST_LUCK = 60;
/** Each of these may take all the work that a text is allowed. */
const MOST_STEEP = 20;

/** Look-around often requires characters that the plainest text does not have. */
function* drawn(random: Randomness, count: number): Generator<TextChoices> {
  for (let turn = 0; turn < count; turn++) yield randomChoices(random, turn === 0 ? readable : visible);
}

/** The same draws each time. */
function inTurn(): Randomness {
  const random = new Random(1);
  return { between: (low, high) => between(random, low, high) };
}

/**
 * A text that matches a pattern: the plainest, or a pseudo-random one.
 * @param work the budget of which each walk and each search takes a part
 * @returns undefined if none was found
 */
export function matchingText(source: string, work: Work, random?: Randomness): string | undefined {
  const tree = readPattern(source)?.tree;
  const found = tree && first(source, tree, random === undefined ? [PLAIN] : drawn(random, MOST_TRIES), work);
  if (tree === undefined || found !== undefined) return found;
  const text = textWithin([source], work);
  if (typeof text === "string" && matches(source, text, work)) return text;
  if (text === null || !isShort(walk(tree, PLAIN, work))) return undefined;
  // Where look-around keeps the automaton from deciding, luck often does.
  return first(source, tree, drawn(inTurn(), mayBacktrack(source) ? MOST_STEEP : MOST_LUCK), work);
}

/** The first text that some choices lead to and that matches. */
function first(source: string, tree: PatternPart, choices: Iterable<TextChoices>, work: Work): string | undefined {
  for (const one of choices) {
    const text = walk(tree, one, work);
    if (text !== undefined && matches(source, text, work)) return text;
  }
  return undefined;
}

/** A text that costs little to make and to match. */
const isShort = (text: string | undefined): boolean => text !== undefined && text.length <= SHORT;
const SHORT = 200;

/**
 * Texts that may not match: each has the start of a match, one character too few or too many, or one that matches
 * nowhere.
 */
export function nearMisses(source: string, work: Work): string[] {
  const text = matchingText(source, work);
  if (text === undefined) return [];
  const near = [
    text.slice(0, -1),
    text.slice(1),
    `${text}!`,
    `!${text}`,
    text + text.slice(-1),
    `${text}\n`,
    ` ${text}`,
    "\u0001",
  ];
  return [...new Set(near)].filter((one) => !matches(source, one, work));
}

/** Which end of each set of characters, which alternative, how many iterations beyond the fewest. */
const BOUNDARIES: readonly (readonly [pick: number, turns: number])[] = [
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 1],
  [5, 3],
  [0, 8],
  [1, 20],
  [2, 40],
];
const MOST_TURNS = 200;

/**
 * Texts at the boundaries of a pattern: with few and many iterations, the ends of sets, and with something around the
 * match if the pattern allows it. These are proposals: a pattern with look-around may reject some.
 */
export function boundaryTexts(source: string, work: Work): string[] {
  const tree = readPattern(source)?.tree;
  if (tree === undefined) return [];
  const around = boundaryTextsOf(tree, work).flatMap((text) => [
    text,
    ...(beginsAtStart(tree) ? [] : [`!${text}`]),
    ...(source.endsWith("$") ? [] : [`${text}!`]),
  ]);
  return [...new Set(around)];
}

/** Texts at the boundaries of one part. */
export function boundaryTextsOf(part: PatternPart, work: Work): string[] {
  return BOUNDARIES.flatMap(([pick, turns]) => walk(part, boundaryChoices(pick, turns), work) ?? []);
}

function boundaryChoices(pick: number, turns: number): TextChoices {
  // Each set gives a different character, so that a repetition shows several.
  let turn = 0;
  return {
    turns: (least, most) => Math.min(most, least + turns, Math.max(least, MOST_TURNS)),
    branch: (count) => pick % count,
    character: (characters) => {
      const list = ends(characters);
      return list[(pick + turn++) % list.length] as number;
    },
  };
}

/** The characters that a pattern explicitly excludes, each as a text: what it most likely rejects. */
export function excludedTexts(source: string): string[] {
  const tree = readPattern(source)?.tree;
  const sets =
    tree === undefined ? [] : [...allParts(tree)].flatMap((part) => ("characters" in part ? [part.characters] : []));
  const excluded = sets.filter(isWide).flatMap((set) => firstCharacters(inverted(set), MOST_EXCLUDED));
  return [...new Set(excluded)].map((point) => String.fromCodePoint(point));
}

const MOST_EXCLUDED = 20;

/** Parts that are walked for one text, which limits its length. */
const MOST_WORK = 20_000;

/** The text of a walk through a part; undefined if it is too long. */
function walk(part: PatternPart, choices: TextChoices, work: Work): string | undefined {
  return Work.within(() => new TextWalk(choices, work).text(part));
}

class TextWalk {
  readonly #choices: TextChoices;
  readonly #groups = new Map<string, string>();
  readonly #work: Work;

  constructor(choices: TextChoices, work: Work) {
    this.#choices = choices;
    this.#work = new Work(MOST_WORK, work);
  }

  /** What look-around requires is left to the next walk. @throws WorkExceeded */
  text(part: PatternPart): string {
    this.#work.spend();
    switch (part.kind) {
      case "character":
        return part.characters.length === 0 ? "" : String.fromCodePoint(this.#choices.character(part.characters));
      case "row":
        return part.parts.map((inner) => this.text(inner)).join("");
      case "choice":
        return this.text(part.parts[this.#choices.branch(part.parts.length)] as PatternPart);
      case "repeat": {
        let text = "";
        for (let left = this.#choices.turns(part.least, part.most); left > 0; left--) text += this.text(part.part);
        return text;
      }
      case "group": {
        const text = this.text(part.part);
        for (const name of part.names) this.#groups.set(name, text);
        return text;
      }
      case "reference": {
        const text = this.#groups.get(part.to) ?? "";
        this.#work.spend(text.length);
        return text;
      }
      default:
        return "";
    }
  }
}
