// Decodes a text the way its readers do: undoes escapes of JSON, URLs and HTML, and keeps the original position of each
// decoded character. Used only for searching; what is shown is the original text.

/** A decoded form of a text. */
export interface Reading {
  readonly text: string;
  /** Lower-cased, for ASCII only, so that no character becomes two. */
  readonly lower: string;
  /** Where the character at an index begins in the original text. */
  startOf(index: number): number;
  /** Where it ends. */
  endOf(index: number): number;
}

/** Servers do write JSON within JSON within a URL; nobody nests deeper by accident. */
const MOST_ROUNDS = 4;
/** Limits crafted texts, which have as many readings as there are orders to undo their escapes. */
const MOST_READINGS = 24;

/**
 * The original text, then what is left of it as its escapes are undone: all kinds at once, in rounds, and kind by kind,
 * since the end of one kind of escape may start another.
 */
export function readingsOf(text: string): readonly Reading[] {
  const readings: Reading[] = [{ text, lower: lower(text), startOf: (index) => index, endOf: (index) => index + 1 }];
  const known = new Set([text]);
  const add = (next: Reading | undefined): boolean => {
    if (next === undefined || known.has(next.text)) return false;
    known.add(next.text);
    return readings.push(next) > 0;
  };
  for (let round = 0; round < MOST_ROUNDS && add(decoded(readings.at(-1), ANY)); round++);
  for (let index = 0; index < readings.length; index++) {
    for (const kind of KINDS) if (readings.length < MOST_READINGS) add(decoded(readings[index], kind));
  }
  return readings;
}

/** A text with its escapes undone. */
export function plain(text: string): string {
  let reading: Reading | undefined = readingsOf(text)[0];
  for (let round = 0; round < MOST_ROUNDS; round++) reading = decoded(reading, ANY) ?? reading;
  return reading?.text ?? text;
}

function lower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** JSON and its relatives: `\/`, `\u002F`, `\u{2f}`, `\x2F`, `\057`, `\n`. */
const JSON_ESCAPE = String.raw`\\u(?<unicode>[0-9a-f]{4})|\\u\{(?<braced>[0-9a-f]{1,6})\}|\\x(?<byte>[0-9a-f]{2})|\\(?<octal>[0-7]{3})|\\(?<letter>[^])`;
/** URLs: `%2F`, `%u002F`. */
const URL_ESCAPE = "%u(?<wide>[0-9a-f]{4})|%(?<percent>[0-9a-f]{2})";
/** HTML: `&#47;`, `&#x2f;`, `&sol;`. */
const HTML_ESCAPE = "&#0*(?<decimal>\\d{1,7});?|&#x0*(?<hex>[0-9a-f]{1,6});?|&(?<name>[a-z]{2,6});";

/** Invisible characters: NUL (as in UTF-16 read as UTF-8), soft hyphens, joiners, direction and order marks. */
const UNSEEN = String.raw`(?<unseen>[\0\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff])`;
/** Full-width forms of ASCII, all at the same offset. */
const WIDE = String.raw`(?<broad>[\uff01-\uff5e])`;
const BROADER = 0xfee0;
/** Quoted-printable. */
const MAIL_ESCAPE = "=(?<mail>[0-9a-f]{2})|(?<unseen>=\\r?\\n)";
/** Bytes in sequence: `5a:78`, `0x5a, 0x78`, `5a 78`. */
const BYTE = "(?<![0-9a-z])(?:0x)?(?<pair>[0-9a-f]{2})(?:[ ,:-]{1,2}|(?![0-9a-z]))";
/** Numbers in a JSON array. */
const NUMBER = String.raw`(?<![\d.])(?<number>\d{2,3})\s{0,40}(?:,\s{0,40}|(?=\]))`;

/** A pattern for one kind of escape, and a character that each such escape contains. */
interface Kind {
  readonly pattern: RegExp;
  readonly sign: RegExp;
}

const kind = (sign: RegExp, ...patterns: readonly string[]): Kind => ({
  pattern: new RegExp(patterns.join("|"), "gi"),
  sign,
});

const ODD = new RegExp(`${UNSEEN}|${WIDE}`);
const ANY = kind(new RegExp(`[\\\\%&]|${ODD.source}`), JSON_ESCAPE, URL_ESCAPE, HTML_ESCAPE, UNSEEN, WIDE);
const KINDS = [
  kind(/&/, HTML_ESCAPE),
  kind(/%/, URL_ESCAPE),
  kind(/\\/, JSON_ESCAPE),
  kind(ODD, UNSEEN, WIDE),
  kind(/=(?:[0-9a-f]{2}|\r?\n)/i, MAIL_ESCAPE),
  kind(/(?:[0-9a-f]{2}[ ,:-]{1,2}(?:0x)?){7}/i, BYTE),
  kind(/(?:\d{2,3}\s{0,40},\s{0,40}){7}/, NUMBER),
];

const RADIX = {
  unicode: 16,
  braced: 16,
  byte: 16,
  octal: 8,
  wide: 16,
  percent: 16,
  decimal: 10,
  hex: 16,
  mail: 16,
  pair: 16,
  number: 10,
} as const;

/** What a letter after a backslash means, if not itself. */
const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }));

/** The HTML names of printable ASCII characters. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    excl: "!",
    quot: '"',
    num: "#",
    dollar: "$",
    percnt: "%",
    amp: "&",
    apos: "'",
    lpar: "(",
    rpar: ")",
    ast: "*",
    midast: "*",
    plus: "+",
    comma: ",",
    period: ".",
    sol: "/",
    colon: ":",
    semi: ";",
    lt: "<",
    equals: "=",
    gt: ">",
    quest: "?",
    commat: "@",
    lsqb: "[",
    lbrack: "[",
    bsol: "\\",
    rsqb: "]",
    rbrack: "]",
    hat: "^",
    lowbar: "_",
    grave: "`",
    lcub: "{",
    lbrace: "{",
    verbar: "|",
    vert: "|",
    rcub: "}",
    rbrace: "}",
    tilde: "~",
  }),
);

/** The reading after undoing one kind of escape once; undefined if there is none. */
function decoded(reading: Reading | undefined, { pattern, sign }: Kind): Reading | undefined {
  if (reading === undefined || !sign.test(reading.text)) return undefined;
  const { text } = reading;
  const parts: string[] = [];
  const marks: Mark[] = [];
  let [done, length] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    const character = meaning(match);
    if (character === undefined) continue;
    const end = match.index + match[0].length;
    length += match.index - done;
    marks.push({ index: length, size: character.length, start: match.index, end });
    parts.push(text.slice(done, match.index), character);
    [done, length] = [end, length + character.length];
  }
  if (marks.length === 0) return undefined;
  const whole = parts.join("") + text.slice(done);
  return {
    text: whole,
    lower: lower(whole),
    startOf: (index) => reading.startOf(sourceOf(marks, index).start),
    endOf: (index) => reading.endOf(sourceOf(marks, index).end - 1),
  };
}

/** A decoded escape: the resulting character, if any, and its position in the previous reading. */
interface Mark {
  readonly index: number;
  readonly size: number;
  readonly start: number;
  readonly end: number;
}

/** The position of a character in the previous reading. */
function sourceOf(marks: readonly Mark[], index: number): { readonly start: number; readonly end: number } {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.index ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  const last = marks[low - 1];
  if (last === undefined) return { start: index, end: index + 1 };
  if (last.index === index && last.size > 0) return last;
  const start = last.end + index - last.index - last.size;
  return { start, end: start + 1 };
}

/**
 * The character that an escape means, "" if it means none; undefined if it is not an escape, or not of a character that
 * a key can contain.
 */
function meaning({ groups = {} }: RegExpExecArray): string | undefined {
  const { letter, name, unseen, broad } = groups;
  if (unseen !== undefined) return "";
  if (broad !== undefined) return String.fromCharCode(broad.charCodeAt(0) - BROADER);
  if (letter !== undefined) return LETTERS.get(letter) ?? letter;
  if (name !== undefined) return NAMES.get(name.toLowerCase());
  for (const [group, radix] of Object.entries(RADIX)) {
    const code = Number.parseInt(groups[group] ?? "", radix);
    if (code < 0x1_0000) return String.fromCharCode(code);
  }
  return undefined;
}
