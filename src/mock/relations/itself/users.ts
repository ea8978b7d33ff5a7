// Who a user is: the properties by which one is known, whatever they are called.
import { type JsonValue, type Scalar, type JsonObject, isObject, ownValue } from "../../../json/value.ts";
import { plainName } from "../../../resource/paths.ts";

export const EMAIL = /^(?:primary_?)?e-?mail(?:_?address)?$/i;
export const USERNAME = /^(?:user_?name|login|handle|screen_?name|nick_?name)$/i;
export const ID = /^(?:user_?|account_?)?id$/i;

/** What is known of a user. */
export interface User {
  readonly id?: Scalar;
  readonly email?: Scalar;
  readonly username?: Scalar;
}

/** What values say of a user, the first that says anything. */
export function userIn(...sources: readonly (JsonValue | undefined)[]): User {
  const [id, email, username] = [ID, EMAIL, USERNAME].map((pattern) => {
    const found = sources
      .filter((source) => isObject(source))
      .flatMap((source) => Object.entries<JsonValue>(source))
      .find(([name, value]) => pattern.test(name) && typeof value !== "object");
    return found?.[1] as Scalar | undefined;
  });
  return {
    ...(id === undefined ? {} : { id }),
    // Many log in by their address, whatever the field is called.
    ...(email !== undefined
      ? { email }
      : typeof username === "string" && username.includes("@")
        ? { email: username }
        : {}),
    ...(username === undefined ? {} : { username }),
  };
}

/** What a body says of a user, which may be in an envelope: `{ user: { email, password } }`. */
export function saidIn(body: JsonObject): JsonObject {
  const [inner, another] = Object.values<JsonValue>(body);
  return isObject(inner) && another === undefined ? inner : body;
}

/** True for a property by which people are known. */
export function isPersonal(name: string): boolean {
  return EMAIL.test(name) || USERNAME.test(name);
}

/** A value in which the properties of a user are this user's, also under another name: `emailAddress` for `email`. */
export function likened(value: JsonObject, user: JsonObject): JsonObject {
  const own = Object.entries<JsonValue>(value).flatMap(([name, old]): [string, JsonValue][] => {
    const kind = [EMAIL, USERNAME, ID].find((one) => one.test(name));
    const said = ownValue(user, name) ?? (kind && Object.entries<JsonValue>(user).find(([one]) => kind.test(one))?.[1]);
    return said !== undefined && kindOf(said) === kindOf(old) ? [[name, said]] : [];
  });
  return own.length === 0 ? value : { ...value, ...Object.fromEntries(own) };
}

const kindOf = (value: JsonValue): string => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** The user in an answer. */
export function userObject(shown: JsonValue | undefined, isWithin = false): JsonValue | undefined {
  if (!isObject(shown)) return undefined;
  const parts = Object.entries<JsonValue>(shown).filter(([, one]) => isObject(one));
  const isNamed = (one: JsonValue): boolean => isObject(one) && Object.keys(one).some(isPersonal);
  const own = (parts.find(([name]) => /user|account|member|profile/i.test(name)) ??
    parts.find(([, one]) => isNamed(one)))?.[1];
  return own ?? (isWithin ? undefined : parts.map(([, one]) => userObject(one, true)).find((one) => one !== undefined));
}

const PARTS = [/^(first|given)name$/, /^(last|family|sur)name$/];

/** What is found under the first and the last name of somebody. */
export function partsOfName<T>(find: (isSame: (name: string) => boolean) => T): T[] {
  return PARTS.map((part) => find((name) => part.test(plainName(name))));
}
