// Encodings of a secret, alone or within longer data.

/** The characters of a text as bytes, one each, the way headers transmit them. */
function latin1(text: string): string {
  return text.replaceAll(/[^\0-\xff]/g, (character) => String.fromCharCode(character.charCodeAt(0) & 0xff));
}

/** Without padding. */
export function base64(text: string): string {
  return btoa(latin1(text)).replace(/=+$/, "");
}

/** Lower case, without padding. */
export function base32(text: string): string {
  const bits = latin1(text).replaceAll(/[^]/g, (character) => character.charCodeAt(0).toString(2).padStart(8, "0"));
  return bits.replaceAll(/.{1,5}/g, (five) => BASE32.charAt(Number.parseInt(five.padEnd(5, "0"), 2)));
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The part of a text's encoding that is the same within any longer text, once for each alignment: what comes before
 * shifts the text by some bits, and the characters at its edges depend on its neighbours.
 */
export function partsOf(text: string, encode: (text: string) => string, bits: 5 | 6): string[] {
  return Array.from({ length: bits === 6 ? 3 : 5 }, (_, before) => {
    const encoded = encode("\0".repeat(before) + text);
    return encoded.slice(Math.ceil((before * 8) / bits), Math.floor(((before + text.length) * 8) / bits));
  });
}

/** Lower case. */
export function hex(text: string): string {
  return latin1(text).replaceAll(/[^]/g, (character) => character.charCodeAt(0).toString(16).padStart(2, "0"));
}
