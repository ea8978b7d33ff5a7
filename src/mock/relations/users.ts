// Who a user is: the properties by which one is known, whatever they are called.
import { type JsonValue, type Scalar, isObject } from "../../json/value.ts";

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
