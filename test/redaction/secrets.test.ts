// Texts with secrets after redaction. `test/hostile/target/redaction` uses random keys and encodings.
import { expect, test } from "vitest";
import { type Secret, SecretSearch } from "../../src/redaction/secrets.ts";

const secret = (value: string, name: string, thorough = true): Secret => ({
  value,
  label: `$${name}`,
  altered: `<altered $${name}>`,
  thorough,
});

const KEY = secret("kQ7zCanary", "KEY");

test.each([
  ["Bearer kQ7zCanary", "Bearer $KEY"],
  ["kQ7zCanary and kQ7zCanary.", "$KEY and $KEY."],
  ["KQ7ZCANARY", "<altered $KEY>"],
  [`hex ${Buffer.from(KEY.value).toString("hex")}`, "hex $KEY"],
  ["nothing of the kind", "nothing of the kind"],
])("%j is shown as %j", (text, shown) => {
  expect(new SecretSearch([KEY]).hide(text)).toBe(shown);
});

const each = (text: string, write: (code: number) => string): string =>
  Array.from(text, (letter) => write(letter.charCodeAt(0))).join("");
const hex = (code: number, length: number): string => code.toString(16).padStart(length, "0");

test.each([
  ["percent-encoded in part", "kQ7z%43anary"],
  ["percent-encoded", each(KEY.value, (code) => `%${hex(code, 2)}`)],
  ["percent-encoded twice", each(KEY.value, (code) => `%25${hex(code, 2)}`)],
  ["with JSON escapes", each(KEY.value, (code) => String.raw`\u${hex(code, 4)}`)],
  ["with JSON escapes in part", String.raw`\u006bQ7z\u0043anary`],
  ["with HTML entities", each(KEY.value, (code) => `&#${code};`)],
  ["with hexadecimal HTML entities in part", "kQ7z&#x43;&#x61;nary"],
])("a secret that is written %s is hidden, and nothing before or after it", (_, written) => {
  const search = new SecretSearch([KEY]);
  for (const [before, after] of [
    ["", ""],
    ["an %41 &amp; ", " and %42 more"],
  ] as const)
    expect(search.hide(before + written + after)).toMatch(new RegExp(`^${before}(?:\\$KEY|<altered \\$KEY>)${after}$`));
});

test("if two secrets match at one place, the one with an exact match counts, whatever their order", () => {
  const lower = secret("kq7zcanary", "LOWER");
  for (const secrets of [
    [KEY, lower],
    [lower, KEY],
  ]) {
    const search = new SecretSearch(secrets);
    expect([search.hide("a kQ7zCanary"), search.hide("a kq7zcanary")]).toEqual(["a $KEY", "a $LOWER"]);
  }
});

test("if two secrets begin at one place, the longer one counts, and overlapping ones are hidden as one", () => {
  const longer = secret("kQ7zCanary-and-more", "LONGER", false);
  for (const secrets of [
    [KEY, longer],
    [longer, KEY],
  ])
    expect(new SecretSearch(secrets).hide("a kQ7zCanary-and-more b")).toBe("a $LONGER b");
  const overlapping = secret("Canary-wing", "WING", false);
  expect(new SecretSearch([KEY, overlapping]).hide("a kQ7zCanary-wing b")).toBe("a <altered $KEY> b");
});

test("a short secret is hidden only as a whole word", () => {
  const search = new SecretSearch([secret("dog", "KEY")]);
  expect(search.hide("dog, hotdog, dogma, DOG")).toBe("$KEY, hotdog, dogma, <altered $KEY>");
});

test("the secrets in a text can be listed", () => {
  expect(new SecretSearch([KEY, secret("another-key", "OTHER")]).among("kQ7zCanary").map(({ label }) => label)).toEqual(
    expect.arrayContaining(["$KEY"]),
  );
});
