// Those who registered: by a body with a name and a password, which they log in with afterwards.
import type { Operation } from "../../contract/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import { saidIn, userIn } from "../relations/itself/users.ts";

/** Somebody who registered. */
export interface Registered {
  /** A digest: passwords are not kept. Absent if it may be another one by now. */
  readonly password?: number;
  readonly user: JsonObject;
}

const REGISTERING = /register|registration|sign-?up/i;
const PASSWORD = /^pass(?:word|phrase|wd)$/i;

const ENTERING = /log-?in|sign-?in|session|token|authenticat/i;

type Named = Pick<Operation, "method" | "path" | "id">;

/** True for an operation that makes somebody known, by its name. */
export const registers = ({ method, path, id }: Named): boolean =>
  method === "POST" && REGISTERING.test(`${path} ${id}`);

/** True if somebody can log in after a success: who was registered, or created otherwise. A login may answer 201, too. */
export const makesKnown = (operation: Named, status: number): boolean =>
  registers(operation) || (status === 201 && !ENTERING.test(`${operation.path} ${operation.id}`));

/** True for a body with any password, such as the `newPassword` of a reset. */
export const hasPassword = (body: JsonValue | undefined): boolean =>
  isObject(body) && Object.keys(saidIn(body)).some((name) => /pass(?:word|phrase|wd)/i.test(name));

/** By what somebody is known, in lower case, each with the digest of the password; none without both. */
export function credentialsIn(
  body: JsonValue | undefined,
): readonly { readonly name: string; readonly password: number }[] {
  if (!isObject(body)) return [];
  const said = saidIn(body);
  const password = Object.entries<JsonValue>(said).find(([name]) => PASSWORD.test(name))?.[1];
  if (typeof password !== "string") return [];
  const { email, username } = userIn(said);
  const names = [email, username].filter((name) => typeof name === "string").map((name) => name.toLowerCase());
  return [...new Set(names)].map((name) => ({ name, password: hashOf(`${name} ${password}`) }));
}
