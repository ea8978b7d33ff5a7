// Matches patterns that refer back to groups, by trying all ways within a budget. Only for patterns that no linear
// method can decide and that could run forever in Node's own engine.
import { WORD_CHARACTERS, hasCharacter } from "./characters.ts";
import type { Pattern } from "./syntax.ts";
import { type Edge, type PatternPart, type Repeat, allParts } from "./tree.ts";
import { Work } from "../work.ts";
import { once } from "../../memo.ts";

const MOST_WORK = 50_000;
/** Each consumed character recurses deeper. */
const MOST_TEXT = 400;

/** What each group has matched, by number and name. */
type Groups = ReadonlyMap<string, string>;

/** A position in the text and what the groups have matched so far. */
interface State {
  readonly at: number;
  readonly groups: Groups;
  /** Look-behind goes through the text from its end, which affects what groups match. */
  readonly back?: true;
}

/** What must match after a part. */
type Then = (state: State) => boolean;

/** Whether some part of a text matches; undefined if that takes too much work to decide. */
export function testByBacktracking(pattern: Pattern, text: string, work: Work): boolean | undefined {
  const { tree, unicode, exact } = pattern;
  if (tree === undefined || !exact || text.length > MOST_TEXT) return undefined;
  const attempt = new Attempt(unicode ? Array.from(text) : text.split(""), work.part(MOST_WORK));
  try {
    return Work.within(() => attempt.find(tree));
  } catch (error) {
    // A pattern with many parts recurses deeper than its text is long.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class Attempt {
  readonly #letters: readonly string[];
  readonly #work: Work;

  constructor(letters: readonly string[], work: Work) {
    this.#letters = letters;
    this.#work = work;
  }

  /** @throws WorkExceeded */
  find(tree: PatternPart): boolean {
    for (let at = 0; at <= this.#letters.length; at++) {
      if (this.#match(tree, { at, groups: new Map() }, () => true)) return true;
    }
    return false;
  }

  #match(part: PatternPart, state: State, then: Then): boolean {
    this.#work.spend();
    const { at, groups, back } = state;
    switch (part.kind) {
      case "character":
        return (
          hasCharacter(part.characters, this.#point(back ? at - 1 : at)) &&
          then({ ...state, at: back ? at - 1 : at + 1 })
        );
      case "edge":
        return this.#isAt(part.edge, at) && then(state);
      case "row":
        return this.#row(back ? part.parts.toReversed() : part.parts, state, then);
      case "choice":
        return part.parts.some((inner) => this.#match(inner, state, then));
      case "repeat":
        return this.#repeat(part, 0, state, then);
      case "group":
        return this.#match(part.part, state, (end) => {
          const taken = this.#letters.slice(Math.min(at, end.at), Math.max(at, end.at)).join("");
          return then({
            ...end,
            groups: new Map([...end.groups, ...part.names.map((name) => [name, taken] as const)]),
          });
        });
      case "reference":
        return this.#reference(groups.get(part.to) ?? "", state, then);
      case "look": {
        const found = this.#inner(part.part, part.ahead ? { at, groups } : { at, groups, back: true });
        if (!part.wanted) return found === undefined && then(state);
        return found !== undefined && then({ ...state, groups: found.groups });
      }
    }
  }

  #row(parts: readonly PatternPart[], state: State, then: Then, from = 0): boolean {
    const part = parts[from];
    return part === undefined
      ? then(state)
      : this.#match(part, state, (next) => this.#row(parts, next, then, from + 1));
  }

  #repeat(part: Repeat, count: number, state: State, then: Then): boolean {
    const again = (): boolean =>
      this.#match(part.part, { ...state, groups: without(state.groups, part) }, (next) => {
        // An iteration that consumes nothing would do so again.
        if (next.at === state.at) return count < part.least && then(next);
        return this.#repeat(part, count + 1, next, then);
      });
    return (count < part.most && again()) || (count >= part.least && then(state));
  }

  /** A group that did not take part matches the empty text. */
  #reference(taken: string, state: State, then: Then): boolean {
    const { at, back } = state;
    let end = at;
    for (let length = 0; length < taken.length;) {
      length += (this.#letters[back ? end - 1 : end] ?? taken).length;
      end += back ? -1 : 1;
    }
    return this.#letters.slice(Math.min(at, end), Math.max(at, end)).join("") === taken && then({ ...state, at: end });
  }

  #inner(part: PatternPart, state: State): State | undefined {
    let found: State | undefined;
    this.#match(part, state, (end) => {
      found = end;
      return true;
    });
    return found;
  }

  #isAt(edge: Edge, at: number): boolean {
    if (edge === "start") return at === 0;
    if (edge === "end") return at === this.#letters.length;
    const isWord = (place: number): boolean => hasCharacter(WORD_CHARACTERS, this.#point(place));
    return (isWord(at - 1) !== isWord(at)) === (edge === "boundary");
  }

  #point(at: number): number {
    return this.#letters[at]?.codePointAt(0) ?? -1;
  }
}

/** Each iteration forgets what the groups inside it matched before. */
function without(groups: Groups, repeat: Repeat): Groups {
  const inner = namesInside(repeat);
  return inner.size === 0 ? groups : new Map([...groups].filter(([name]) => !inner.has(name)));
}

const namesInside = once(
  (repeat: Repeat): ReadonlySet<string> =>
    new Set([...allParts(repeat)].flatMap((one) => (one.kind === "group" ? one.names : []))),
);
