// Texts that match a regular expression, or nearly do. Not complete: a text is only a proposal that the
// validators judge. Constructs it does not know are taken as nothing, and the proposal then fails there.

/** How a text is drawn: which end of character classes, which alternative, how often things repeat. */
interface Choice {
  readonly pick: number;
  readonly repeat: number;
}

const CHOICES: readonly Choice[] = [
  { pick: 0, repeat: 0 },
  { pick: 1, repeat: 1 },
  { pick: 2, repeat: 2 },
  { pick: 3, repeat: 1 },
  { pick: 5, repeat: 3 },
  { pick: 0, repeat: 8 },
  { pick: 1, repeat: 20 },
  { pick: 2, repeat: 40 },
];

/** Some texts for a pattern: with few and many repetitions, and with something around where it is not anchored. */
export function patternTexts(pattern: string): string[] {
  const texts = new Set<string>();
  for (const choice of CHOICES) {
    const text = new PatternReader(pattern, choice).read();
    if (text === undefined) continue;
    texts.add(text);
    if (!pattern.startsWith("^")) texts.add(`!${text}`);
    if (!pattern.endsWith("$")) texts.add(`${text}!`);
  }
  return [...texts];
}

/** Texts of the characters that a pattern excludes, one by one: what it most likely refuses. */
export function excludedTexts(pattern: string): string[] {
  const excluded = [...pattern.matchAll(/\[\^((?:\\.|[^\]\\])+)\]/gu)].map((found) => found[1] ?? "");
  return excluded.flatMap((members) => Array.from(members.replace(/\\[a-zA-Z]/g, ""))).filter((char) => char !== "\\");
}

const CLASSES: Readonly<Record<string, string>> = {
  d: "0195",
  w: "aZ0_",
  s: " \t",
  D: "a-Z",
  W: "- .",
  S: "a0-",
  p: "aZ",
  P: "-1",
};
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", 0: "\0" };

class PatternReader {
  readonly #pattern: string;
  readonly #choice: Choice;
  #at = 0;
  #turn = 0;

  constructor(pattern: string, choice: Choice) {
    this.#pattern = pattern;
    this.#choice = choice;
  }

  read(): string | undefined {
    try {
      const text = this.#alternatives();
      return this.#at === this.#pattern.length && text.length <= 5000 ? text : undefined;
    } catch {
      return undefined;
    }
  }

  #alternatives(): string {
    const options = [this.#sequence()];
    while (this.#pattern[this.#at] === "|") {
      this.#at++;
      options.push(this.#sequence());
    }
    return options[this.#choice.pick % options.length] ?? "";
  }

  #sequence(): string {
    let text = "";
    while (this.#at < this.#pattern.length && !"|)".includes(this.#pattern[this.#at] ?? "")) {
      const start = this.#at;
      let piece = this.#atom();
      const [low, high] = this.#quantifier();
      const times = Math.min(high, Math.max(low, low + this.#choice.repeat), 200);
      if (times === 0) piece = "";
      text += piece;
      // Each repetition is read again, so that it may choose other characters.
      const end = this.#at;
      for (let turn = 1; turn < times; turn++) {
        this.#at = start;
        text += this.#atom();
      }
      this.#at = end;
    }
    return text;
  }

  #atom(): string {
    const char = this.#pattern[this.#at++] ?? "";
    if (char === "^" || char === "$") return "";
    if (char === ".") return this.#choose("aZ0-");
    if (char === "[") return this.#class();
    if (char === "(") return this.#group();
    if (char === "\\") return this.#escape();
    return char;
  }

  #group(): string {
    const head = /^\?(?:<?[=!]|:|<[A-Za-z_]\w*>)/.exec(this.#pattern.slice(this.#at))?.[0] ?? "";
    this.#at += head.length;
    const text = this.#alternatives();
    this.#at++;
    return /^\?<?[=!]/.test(head) ? "" : text;
  }

  #escape(): string {
    const char = this.#pattern[this.#at++] ?? "";
    if (char === "b" || char === "B") return "";
    if (char === "u" || char === "x") return this.#codePoint(char === "u" ? 4 : 2);
    if ((char === "p" || char === "P") && this.#pattern[this.#at] === "{") {
      this.#at = this.#pattern.indexOf("}", this.#at) + 1;
    }
    const known = CLASSES[char];
    return known === undefined ? (CONTROLS[char] ?? char) : this.#choose(known);
  }

  #codePoint(digits: number): string {
    if (this.#pattern[this.#at] === "{") {
      const end = this.#pattern.indexOf("}", this.#at);
      const code = Number.parseInt(this.#pattern.slice(this.#at + 1, end), 16);
      this.#at = end + 1;
      return String.fromCodePoint(code);
    }
    const code = Number.parseInt(this.#pattern.slice(this.#at, this.#at + digits), 16);
    this.#at += digits;
    return String.fromCharCode(code);
  }

  #class(): string {
    const negated = this.#pattern[this.#at] === "^";
    if (negated) this.#at++;
    const members: string[] = [];
    while (this.#pattern[this.#at] !== "]" || members.length === 0) {
      if (this.#at >= this.#pattern.length) throw new Error("a class has no end");
      if (this.#pattern[this.#at] === "]") break;
      const [char, whole] = this.#member();
      const ranged = this.#pattern[this.#at] === "-" && this.#pattern[this.#at + 1] !== "]";
      if (!ranged) {
        members.push(...Array.from(whole));
        continue;
      }
      this.#at++;
      const [last] = this.#member();
      members.push(char, last, between(char, last));
    }
    this.#at++;
    if (!negated) return this.#choose(members.join(""));
    return this.#choose(
      Array.from("aZ0-! é")
        .filter((char) => !this.#excludes(members, char))
        .join("") || "☃",
    );
  }

  #excludes(members: readonly string[], char: string): boolean {
    return members.includes(char) || (members.includes("0") && members.includes("9") && /\d/.test(char));
  }

  #member(): [string, string] {
    const char = this.#pattern[this.#at++] ?? "";
    if (char !== "\\") return [char, char];
    const escaped = this.#pattern[this.#at++] ?? "";
    if (escaped === "u" || escaped === "x") {
      const text = this.#codePoint(escaped === "u" ? 4 : 2);
      return [text, text];
    }
    const known = CLASSES[escaped] ?? CONTROLS[escaped] ?? escaped;
    return [known[0] ?? "", known];
  }

  #choose(options: string): string {
    const list = Array.from(options);
    return list[(this.#choice.pick + this.#turn++) % Math.max(1, list.length)] ?? "";
  }

  #quantifier(): [number, number] {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#pattern.slice(this.#at));
    if (found === null) return [1, 1];
    this.#at += found[0].length;
    const sign = found[0][0];
    if (sign === "*") return [0, Number.POSITIVE_INFINITY];
    if (sign === "+") return [1, Number.POSITIVE_INFINITY];
    if (sign === "?") return [0, 1];
    const low = Number(found[1]);
    if (found[2] === "") return [low, low];
    return [low, found[3] === "" ? Number.POSITIVE_INFINITY : Number(found[3])];
  }
}

function between(low: string, high: string): string {
  const code = Math.floor(((low.codePointAt(0) ?? 0) + (high.codePointAt(0) ?? 0)) / 2);
  return String.fromCodePoint(code);
}
