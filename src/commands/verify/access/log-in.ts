// Gets the first key of a run that has to log in.
import type { Obstacle } from "../../../../conformance/preflight/obstacle.ts";
import type { Preflight } from "../../../../conformance/preflight/preflight.ts";
import { Redactor } from "../../../../conformance/client/target/redaction.ts";
import type { Access } from "./access.ts";

/** @returns what is in the way if there is no key */
export async function logIn({
  keyring,
  secrets,
}: Access): Promise<{ first: Preflight; obstacle: Obstacle } | undefined> {
  const { renewal } = keyring;
  if (renewal === undefined) return undefined;
  const { LoginError } = await import("./answered-key.ts");
  try {
    await keyring.begin(renewal);
    return undefined;
  } catch (error) {
    if (!(error instanceof LoginError)) throw error;
    const todo = "Check the credentials, and that the base URL and the token URL are right.";
    const redactor = new Redactor(["", ...secrets], []);
    const obstacle: Obstacle = { kind: "key", what: `There is no key: ${error.message}`, todo, exchanges: [] };
    return { first: { redactor, requests: 1, obstacle }, obstacle };
  }
}
