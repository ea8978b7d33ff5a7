// Responses that are the same in all of these stores.
import { type Ask, type Reply, type Thing, error, isObject } from "./desk.ts";

export function notAllowed(allow: string): Reply {
  return { ...error(405, "not here"), headers: { Allow: allow } };
}

/** Does something with a valid object body. */
export function withBody(
  { body }: Pick<Ask, "body">,
  fault: (body: Thing) => string,
  act: (body: Thing) => Reply,
): Reply {
  const wrong = isObject(body) ? fault(body) : "an object is wanted";
  return wrong === "" ? act(body as Thing) : error(400, wrong);
}

export const isText = (value: unknown): boolean => typeof value === "string";
