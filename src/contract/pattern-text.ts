// Text that matches a regular expression, for the plain ones that documents use: literals, classes, groups,
// alternatives and counted repetition. What it does not understand it leaves alone; the item's validator has the
// last word anyway.

/** Decides where a pattern leaves a choice. */
export interface Chooser {
  /** A whole number between the two, both included. */
  between(low: number, high: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** One character of a text that is not empty. */
  charOf(text: string): string;
}

/** Chooses the first and the fewest: the same text each time. */
export const FIRST: Chooser = {
  between: (low) => low,
  pick: <T>(list: readonly T[]): T => list[0] as T,
  charOf: (text) => text.charAt(0),
};

const CLASSES: Readonly<Record<string, string>> = {
  d: "0123456789",
  w: "abcdefghijklmnopqrstuvwxyz0123456789_",
  s: " ",
};
const ANY = "abcdefghijklmnopqrstuvwxyz";
const MOST_REPEATS = 1000;

/** A text that matches the pattern, or undefined where the pattern uses more than is understood. */
export function patternText(pattern: string, chooser: Chooser): string | undefined {
  try {
    const reader = new PatternReader(pattern, chooser);
    const text = reader.alternatives();
    return reader.done && new RegExp(pattern, "u").test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

class PatternReader {
  readonly #pattern: string;
  readonly #chooser: Chooser;
  #at = 0;

  constructor(pattern: string, chooser: Chooser) {
    this.#pattern = pattern;
    this.#chooser = chooser;
  }

  get done(): boolean {
    return this.#at >= this.#pattern.length;
  }

  alternatives(): string {
    const texts = [this.#sequence()];
    while (this.#take("|")) texts.push(this.#sequence());
    return this.#chooser.pick(texts);
  }

  #sequence(): string {
    let text = "";
    while (!this.done && this.#peek() !== "|" && this.#peek() !== ")") {
      if (this.#take("^") || this.#take("$")) continue;
      const start = this.#at;
      const first = this.#atom();
      const [low, high] = this.#repeats();
      const after = this.#at;
      const times = this.#chooser.between(low, Math.min(high, low + 4));
      if (times > 0) text += first;
      for (let count = 1; count < times; count++) {
        // Read again, so that each repetition may choose differently.
        this.#at = start;
        text += this.#atom();
      }
      this.#at = after;
    }
    return text;
  }

  #atom(): string {
    const char = this.#pattern[this.#at++] as string;
    if (char === "(") return this.#group();
    if (char === "[") return this.#chooser.charOf(this.#class());
    if (char === ".") return this.#chooser.charOf(ANY);
    if (char === "\\") return this.#escape();
    if ("*+?{}])".includes(char)) throw new Error("not a plain pattern");
    return char;
  }

  #group(): string {
    if (this.#take("?") && !this.#take(":")) throw new Error("not a plain group");
    const text = this.alternatives();
    if (!this.#take(")")) throw new Error("an open group");
    return text;
  }

  #escape(): string {
    const char = this.#pattern[this.#at++] ?? "";
    const set = CLASSES[char];
    if (set !== undefined) return this.#chooser.charOf(set);
    if (/[a-z0-9]/i.test(char)) throw new Error("not a plain escape");
    return char;
  }

  #class(): string {
    if (this.#peek() === "^") throw new Error("not a plain class");
    let set = "";
    while (!this.#take("]")) {
      if (this.done) throw new Error("an open class");
      let char = this.#pattern[this.#at++] as string;
      if (char === "\\") {
        char = this.#pattern[this.#at++] ?? "";
        set += CLASSES[char] ?? char;
      } else if (this.#peek() === "-" && this.#pattern[this.#at + 1] !== "]") {
        const last = this.#pattern[this.#at + 1] as string;
        this.#at += 2;
        for (let code = char.charCodeAt(0); code <= last.charCodeAt(0); code++) set += String.fromCharCode(code);
      } else set += char;
    }
    return set;
  }

  #repeats(): [low: number, high: number] {
    if (this.#take("*")) return [0, 4];
    if (this.#take("+")) return [1, 5];
    if (this.#take("?")) return [0, 1];
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(this.#pattern.slice(this.#at));
    if (counted === null) return [1, 1];
    this.#at += counted[0].length;
    const low = Number(counted[1]);
    if (low > MOST_REPEATS) throw new Error("too long");
    if (counted[2] === "") return [low, low];
    return [low, counted[3] === "" ? low + 4 : Number(counted[3])];
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }
}
