// What an encoding makes of a secret, by itself or within something longer.

/** The characters of a text as bytes, one each, as they travel in headers. */
function latin1(text: string): string {
  return text.replaceAll(/[^\0-\xff]/g, (character) => String.fromCharCode(character.charCodeAt(0) & 0xff));
}

/** Without padding. */
export function base64(text: string): string {
  return btoa(latin1(text)).replace(/=+$/, "");
}

/** In lower case, without padding. */
export function base32(text: string): string {
  const bits = latin1(text).replaceAll(/[^]/g, (character) => character.charCodeAt(0).toString(2).padStart(8, "0"));
  return bits.replaceAll(/.{1,5}/g, (five) => BASE32.charAt(Number.parseInt(five.padEnd(5, "0"), 2)));
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * What an encoding of so many bits a character makes of a text within another one: whatever stands before it moves it by
 * as many bits, and the characters at its edges are made of what is beside it.
 */
export function partsOf(text: string, encode: (text: string) => string, bits: 5 | 6): string[] {
  return Array.from({ length: bits === 6 ? 3 : 5 }, (_, before) => {
    const encoded = encode("\0".repeat(before) + text);
    return encoded.slice(Math.ceil((before * 8) / bits), Math.floor(((before + text.length) * 8) / bits));
  });
}

/** In lower case. */
export function hex(text: string): string {
  return latin1(text).replaceAll(/[^]/g, (character) => character.charCodeAt(0).toString(16).padStart(2, "0"));
}
