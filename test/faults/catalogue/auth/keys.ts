// Faults of authentication: which credentials are accepted and refused.
import type { Call, OperationName, Overrides } from "../../behaviour.ts";
import { open, refusingKey } from "../../craft.ts";
import { type Fault, fault, faults } from "../../fault.ts";
import { carryOut, isKnownPath, json, REFERENCE } from "../../reference.ts";
import { keyIsGood, ninth } from "../../when.ts";

const OPERATIONS: readonly OperationName[] = ["list", "create", "fetch"];

function accepting(accepts: (key: string, valid: string) => boolean): Overrides {
  return { accepts: (key, call) => key === call.state.key || accepts(key, call.state.key) };
}

function presenting(read: (header: string, call: Call) => string | undefined): Overrides {
  return { credential: (call) => read(call.headers.authorization ?? "", call) ?? REFERENCE.credential(call) };
}

/** The key as the user or the password in Basic authentication. */
function basic(header: string, call: Call): string | undefined {
  const encoded = /^basic (\S+)$/i.exec(header)?.[1] ?? "";
  const parts = Buffer.from(encoded, "base64").toString().split(":");
  return parts.find((part) => part === call.state.key);
}

export const KEYS: readonly Fault[] = [
  ...OPERATIONS.map((name) =>
    fault(
      `auth.open-${name}`,
      `The ${name} operation asks for no key.`,
      open((call) => call.operation === name),
    ),
  ),
  ...OPERATIONS.map((name) =>
    fault(
      `auth.valid-key-refused-${name}`,
      `The ${name} operation refuses a valid key.`,
      refusingKey((call) => call.operation === name),
    ),
  ),
  ...OPERATIONS.map((name) =>
    fault(`auth.any-key-${name}`, `The ${name} operation takes any key, as long as there is one.`, {
      accepts: (key, call) => key === call.state.key || call.operation === name,
    }),
  ),
  ...faults({
    "auth.any-key: Any key is accepted.": { accepts: () => true },
    "auth.missing-accepted: A request without Authorization is let in; a wrong key is refused.": open(
      (call) => call.headers.authorization === undefined,
    ),
    "auth.empty-key-accepted: The bearer scheme with nothing after it is let in.": open((call) =>
      /^bearer\s*$/i.test(call.headers.authorization ?? ""),
    ),
    "auth.prefix-accepted: A key that begins as the valid one does is accepted.": accepting(
      (key, valid) => key.length >= 4 && valid.startsWith(key),
    ),
    "auth.last-character-ignored: The last character of the key is not compared.": accepting(
      (key, valid) => key.length === valid.length && key.slice(0, -1) === valid.slice(0, -1),
    ),
    "auth.first-eight-compared: Only the first eight characters of the key are compared.": accepting(
      (key, valid) => key.slice(0, 8) === valid.slice(0, 8),
    ),
    "auth.garbage-after-accepted: The valid key with more behind it is accepted.": accepting((key, valid) =>
      key.startsWith(valid),
    ),
    "auth.contained-key-accepted: A key that contains the valid one anywhere is accepted.": accepting((key, valid) =>
      key.includes(valid),
    ),
    "auth.same-length-accepted: Any key as long as the valid one is accepted.": accepting(
      (key, valid) => key.length === valid.length,
    ),
    "auth.key-case-ignored: The key is compared without regard to case.": accepting(
      (key, valid) => key.toLowerCase() === valid.toLowerCase(),
    ),
    "auth.second-word-ignored: Whatever follows the key after a blank is ignored.": presenting(
      (header) => /^bearer (\S+) /i.exec(header)?.[1],
    ),
    "auth.basic-accepted: The valid key as password or user of Basic is accepted.": presenting(basic),
    "auth.basic-raw-accepted: The valid key behind the scheme Basic, not encoded, is accepted.": presenting(
      (header) => /^basic (\S+)$/i.exec(header)?.[1],
    ),
    "auth.any-scheme-accepted: The valid key is accepted behind any scheme.": presenting(
      (header) => /^\S+ (\S+)$/.exec(header)?.[1],
    ),
    "auth.no-scheme-accepted: The valid key is accepted without a scheme.": presenting(
      (header) => /^(\S+)$/.exec(header)?.[1],
    ),
    "auth.glued-scheme-accepted: The valid key is accepted where it stands at the end of the header.": presenting(
      (header, call) => (header.endsWith(call.state.key) ? call.state.key : undefined),
    ),
    "auth.query-access-token: The valid key is accepted as access_token in the query.": presenting(
      (_header, call) => call.query.get("access_token") ?? undefined,
    ),
    "auth.query-api-key: The valid key is accepted as api_key in the query.": presenting(
      (_header, call) => call.query.get("api_key") ?? undefined,
    ),
    "auth.query-key-fetch: The valid key is accepted as key in the query of a fetch.": presenting((_header, call) =>
      call.operation === "fetch" ? (call.query.get("key") ?? undefined) : undefined,
    ),
    "auth.header-api-key: The valid key is accepted in X-API-Key.": presenting((_header, call) =>
      call.headers["x-api-key"]?.toString(),
    ),
    "auth.remembered-client: Once a valid key was seen, requests without one are let in.": {
      answer: (call) => {
        if (isKnownPath(call.path) && call.headers.authorization === undefined && call.state.notes.has("known")) {
          return carryOut(call);
        }
        if (keyIsGood(call, json(200, null))) call.state.notes.set("known", true);
        return REFERENCE.answer(call);
      },
    },
    "auth.head-open: HEAD asks for no key.": open((call) => call.method === "HEAD"),
    "auth.lower-case-scheme-refused: The scheme is accepted only as Bearer, not as bearer.": [
      { credential: (call) => /^Bearer +(\S+)$/.exec(call.headers.authorization ?? "")?.[1] },
      { basis: "RFC 9110, section 11.1" },
    ],
    "auth.upper-case-scheme-refused: The scheme BEARER is refused, Bearer and bearer are not.": [
      { credential: (call) => /^[Bb]earer +(\S+)$/.exec(call.headers.authorization ?? "")?.[1] },
      { basis: "RFC 9110, section 11.1" },
    ],
    "auth.lower-case-scheme-refused-create: Only the creation refuses the scheme in lower case.": [
      refusingKey((call) => call.operation === "create" && call.headers.authorization?.startsWith("b") === true),
      { basis: "RFC 9110, section 11.1" },
    ],
    "auth.ninth-refused: Each ninth request is answered 401 whatever its key.": refusingKey((call) =>
      ninth(call, json(200, null)),
    ),
    "auth.list-with-limit-open: A list with a limit asks for no key.": open(
      (call) => call.operation === "list" && call.query.has("limit"),
    ),
    "auth.list-with-filter-open: A list with a filter asks for no key.": open(
      (call) => call.operation === "list" && call.query.has("status"),
    ),
  }),
];
