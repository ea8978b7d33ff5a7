// Texts that match a pattern: one walk through its tree, and ways to choose where the pattern leaves a choice.
import { type Characters, ends, firstCharacters, inverted, isWide, readable, visible } from "./characters.ts";
import { matches } from "./engine.ts";
import { textWithin } from "./inclusion.ts";
import { readPattern } from "./syntax.ts";
import { type PatternPart, allParts, beginsAtStart } from "./tree.ts";
import { Work } from "../work.ts";

/** Chooses where a pattern leaves a choice. */
interface TextChoices {
  /** A number of turns between the two, both included; `most` may be infinite. */
  turns(least: number, most: number): number;
  /** The index of one of so many alternatives. */
  branch(count: number): number;
  /** One of the characters of a set that is not empty. */
  character(characters: Characters): number;
}

/** Numbers that look random. */
export interface Randomness {
  /** A whole number between the two, both included. */
  between(low: number, high: number): number;
}

/** So many more turns than it must have does a repetition get. */
const MORE_TURNS = 4;

/** Chooses the fewest turns, the first alternative and the plainest character. */
const PLAIN: TextChoices = {
  turns: (least) => least,
  branch: () => 0,
  character: (characters) => readable(characters)[0] as number,
};

/** Chooses by numbers that look random: among what is pleasant to read, or among everything that can be seen. */
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

/** How often a walk that fails, for example at a look-ahead, is tried again. */
const MOST_TRIES = 6;

/**
 * A text that matches a pattern: the plainest, or one by numbers that look random.
 * @returns undefined where none was found
 */
export function matchingText(source: string, random?: Randomness): string | undefined {
  const tree = readPattern(source)?.tree;
  for (let count = 0; count < (random === undefined ? 1 : MOST_TRIES); count++) {
    // What looks around often wants characters that the plainest text does not have.
    const choices = random === undefined ? PLAIN : randomChoices(random, count === 0 ? readable : visible);
    const text = tree === undefined ? undefined : walk(tree, choices);
    if (text !== undefined && matches(source, text)) return text;
  }
  const text = textWithin([source]) ?? undefined;
  return text !== undefined && matches(source, text) ? text : undefined;
}

/** Texts that a walk may not match: each begins a match, has one too few or one too many, or a character of no match. */
export function nearMisses(source: string): string[] {
  const text = matchingText(source);
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
  return [...new Set(near)].filter((one) => !matches(source, one));
}

/** Which end of each set of characters, which alternative, how many turns more than the fewest. */
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
 * Texts at the boundaries of a pattern: with few and many turns, the ends of sets, and with something around the match
 * where the pattern allows it. Proposals: a pattern with look-around may refuse some.
 */
export function boundaryTexts(source: string): string[] {
  const tree = readPattern(source)?.tree;
  if (tree === undefined) return [];
  const around = boundaryTextsOf(tree).flatMap((text) => [
    text,
    ...(beginsAtStart(tree) ? [] : [`!${text}`]),
    ...(source.endsWith("$") ? [] : [`${text}!`]),
  ]);
  return [...new Set(around)];
}

/** Texts at the boundaries of one part. */
export function boundaryTextsOf(part: PatternPart): string[] {
  return BOUNDARIES.flatMap(([pick, turns]) => walk(part, boundaryChoices(pick, turns)) ?? []);
}

function boundaryChoices(pick: number, turns: number): TextChoices {
  // Each set gives another one, so that a repetition shows several.
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

/** The characters that a pattern excludes by name, each as a text: what it most likely refuses. */
export function excludedTexts(source: string): string[] {
  const tree = readPattern(source)?.tree;
  const sets =
    tree === undefined ? [] : [...allParts(tree)].flatMap((part) => ("characters" in part ? [part.characters] : []));
  const excluded = sets.filter(isWide).flatMap((set) => firstCharacters(inverted(set), MOST_EXCLUDED));
  return [...new Set(excluded)].map((point) => String.fromCodePoint(point));
}

const MOST_EXCLUDED = 20;

/** Parts that are walked for one text, which is therefore no longer. */
const MOST_WORK = 20_000;

/** The text of a walk through a part; undefined where it is too long. */
function walk(part: PatternPart, choices: TextChoices): string | undefined {
  return Work.within(() => new TextWalk(choices).text(part));
}

class TextWalk {
  readonly #choices: TextChoices;
  readonly #groups = new Map<string, string>();
  readonly #work = new Work(MOST_WORK);

  constructor(choices: TextChoices) {
    this.#choices = choices;
  }

  /** What look-around asks for is left to the next walk. @throws WorkExceeded */
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
