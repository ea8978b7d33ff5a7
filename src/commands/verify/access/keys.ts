// Which key goes to which scheme of the document: what `--key`, `--key-env` and the like say, with how a key is renewed.
import { Keyring, type Renewal } from "../../../../conformance/client/target/keyring.ts";
import type { Contract } from "../../../contract/model.ts";
import { quoted } from "../../../json/quote.ts";
import { valueAt } from "../../../json/pointer.ts";
import { isObject } from "../../../json/value.ts";
import { type Environment, type Given, UsageError, variable } from "../../usage.ts";

/** A key as typed, or the variable that holds it. */
export interface GivenKey extends Given {
  /** The scheme that `--key-env SCHEME=NAME` names. */
  readonly scheme?: string;
}

/** The keys of a flag and of its variables. @throws UsageError for a key that no header can carry */
export function givenKeys(typed: readonly Given[], variables: readonly Given[], env: Environment): GivenKey[] {
  const named = variables.map(({ text: words, source }): GivenKey => {
    const at = words.indexOf("=");
    return {
      text: variable(source, words.slice(at + 1), env),
      source: `${source} ${words}`,
      ...(at < 0 ? {} : { scheme: words.slice(0, at) }),
    };
  });
  const all = [...typed, ...named];
  for (const { text, source } of all) {
    if (text === "") throw new UsageError(`${source} must not be empty`);
    // A key that does not fit in a header would make every request fail without saying why.
    if (!isKey(text))
      throw new UsageError(
        "the key has characters that a header cannot carry (control or non-ASCII, or a space at its end)",
      );
  }
  return all;
}

/** True for a text that a header can carry as a key. */
export const isKey = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);

/** The names of the document's security schemes. */
export function schemeNames({ document }: Contract): string[] {
  const schemes = valueAt(document.root, "/components/securitySchemes");
  return isObject(schemes) ? Object.keys(schemes) : [];
}

/** @throws UsageError for a scheme that the document does not have */
export function knownScheme(contract: Contract, name: string, source: string): string {
  const names = schemeNames(contract);
  if (names.includes(name)) return name;
  const there = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  throw new UsageError(`${source}: the document has no security scheme ${quoted(name)}; ${there}`);
}

/**
 * Which scheme has which key. The text before "=" counts as a scheme only if the document has it, because a key may end
 * in "=".
 * @throws UsageError if two keys are for the same scheme
 */
export function keyringFrom(contract: Contract, given: readonly GivenKey[], renewal?: Renewal): Keyring {
  const names = schemeNames(contract);
  const keyOf = new Map<string, string>();
  let general: string | undefined;
  for (const { text, source, scheme } of given) {
    const before = text.slice(0, Math.max(0, text.indexOf("=")));
    const isNamed = scheme === undefined && names.includes(before);
    const name = scheme === undefined ? (isNamed ? before : undefined) : knownScheme(contract, scheme, source);
    const key = isNamed ? text.slice(before.length + 1) : text;
    if (key === "") throw new UsageError(`${source} must not be empty`);
    if (name === undefined ? general !== undefined : keyOf.has(name)) throw twice(name, names);
    if (name === undefined) general = key;
    else keyOf.set(name, key);
  }
  return new Keyring({ key: general, keyOf }, renewal);
}

function twice(name: string | undefined, names: readonly string[]): UsageError {
  if (name !== undefined) return new UsageError(`there are two keys for the scheme ${quoted(name)}: give one`);
  const those = names.length === 0 ? "" : `, one of ${names.join(", ")}`;
  return new UsageError(
    `there are two keys without a scheme: name the scheme of one of them, as in --key SCHEME=KEY${those}`,
  );
}
