// Host names as IDNA 2008 has them: which labels it allows, and labels in Punycode (RFC 3492), which are judged by what they
// stand for.

/** Full stops that separate labels (RFC 3490 section 3.1). */
const STOPS = /[.\u3002\uff0e\uff61]/u;
/** A label that IDNA 2008 does not allow (RFC 5892 section 2 and appendix A, RFC 5891 section 4.2.3). */
const REFUSED: readonly RegExp[] = [
  /[^\p{L}\p{N}\p{M}\-\u00b7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb\u200c\u200d]/u,
  /^(?:-|\p{M})|-$/u,
  /^(?!xn)..--/iu,
  /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u,
  /(?<!l)\u00b7|\u00b7(?!l)/iu,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  // A joiner stands after a virama, a non-joiner also between letters that join.
  /(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2])\u200d/u,
  /(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\p{Script=Arabic}])\u200c/u,
];
const ARABIC_DIGITS = [/[\u0660-\u0669]/u, /[\u06f0-\u06f9]/u];
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** The longest name, and the longest label. */
const NAME = 253;
const LABEL = 63;

export function isIdnHostname(text: string): boolean {
  return text.length <= NAME && text.split(STOPS).every(isLabel);
}

/** True if what the labels of a host name in ASCII stand for is allowed. */
export function hasAllowedLabels(text: string): boolean {
  return text.length > NAME || text.split(".").every((label) => !ENCODED.test(label) || isLabel(label));
}

const ENCODED = /^xn--/i;

function isLabel(label: string): boolean {
  if (label.length === 0 || label.length > LABEL) return false;
  if (!ENCODED.test(label)) return isAllowed(label);
  const meant = decoded(label.slice(4).toLowerCase());
  return meant !== undefined && /[^\0-\x7f]/u.test(meant) && isAllowed(meant);
}

function isAllowed(label: string): boolean {
  if (REFUSED.some((pattern) => pattern.test(label)) || ARABIC_DIGITS.every((digits) => digits.test(label)))
    return false;
  return !label.includes("\u30fb") || JAPANESE.test(label.replaceAll("\u30fb", ""));
}

const [BASE, LEAST, MOST, SKEW, DAMP] = [36, 1, 26, 38, 700];
const HIGHEST = 0x10_ffff;

/** What a text in Punycode stands for; undefined if it stands for nothing (RFC 3492 section 6.2). */
function decoded(text: string): string | undefined {
  const end = text.lastIndexOf("-");
  if (end === 0) return undefined;
  const points = Array.from(text.slice(0, Math.max(0, end)), (letter) => letter.codePointAt(0) as number);
  let [point, at, bias] = [128, 0, 72];
  for (let index = end + 1; index < text.length;) {
    const before = at;
    for (let weight = 1, turn = BASE; ; turn += BASE) {
      const digit = digitOf(text.charCodeAt(index++));
      if (digit === undefined) return undefined;
      at += digit * weight;
      const threshold = Math.min(MOST, Math.max(LEAST, turn - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = points.length + 1;
    bias = adapted(at - before, length, before === 0);
    point += Math.floor(at / length);
    at %= length;
    if (point > HIGHEST) return undefined;
    points.splice(at++, 0, point);
  }
  return String.fromCodePoint(...points);
}

/** The value of a digit; undefined for another character, and beyond the end. */
function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : undefined;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(isFirst ? delta / DAMP : delta / 2);
  rest += Math.floor(rest / length);
  let turns = 0;
  for (; rest > ((BASE - LEAST) * MOST) / 2; turns += BASE) rest = Math.floor(rest / (BASE - LEAST));
  return turns + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
}
