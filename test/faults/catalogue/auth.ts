// Faults of authentication: who is let in, who is kept out, and what the 401 looks like.
import type { Answer, Call, OperationName, Overrides } from "../behaviour.ts";
import {
  type Fault,
  all,
  amend,
  error,
  fault,
  headers,
  keyIsGood,
  members,
  method,
  ninth,
  not,
  of,
  raw,
  rewrite,
  status,
  withStatus,
} from "../craft.ts";
import { REFERENCE, carryOut, isKnownPath, json } from "../reference.ts";

const OPERATIONS: readonly OperationName[] = ["list", "create", "fetch"];
const unauthorized = status(401);

/** Lets a request in where the condition holds, whatever its key. */
function open(when: (call: Call) => boolean): Overrides {
  return { answer: (call) => (isKnownPath(call.path) && when(call) ? carryOut(call) : REFERENCE.answer(call)) };
}

function accepting(accepts: (key: string, valid: string) => boolean): Overrides {
  return { accepts: (key, call) => key === call.state.key || accepts(key, call.state.key) };
}

function presenting(read: (header: string, call: Call) => string | undefined): Overrides {
  return { credential: (call) => read(call.headers.authorization ?? "", call) ?? REFERENCE.credential(call) };
}

function refusing(when: (call: Call) => boolean): Overrides {
  return { accepts: (key, call) => key === call.state.key && !when(call) };
}

/** Judges the request first and the key only where that went well. */
function judgedFirst(operation: OperationName, ...seen: number[]): Overrides {
  return {
    answer: (call) => {
      if (call.operation !== operation || keyIsGood(call, json(200, null))) return REFERENCE.answer(call);
      const untouched = { ...call, behaviour: { ...call.behaviour, keep: (): void => undefined } };
      const answer = carryOut(untouched);
      return seen.includes(answer.status) ? answer : REFERENCE.answer(call);
    },
  };
}

const echo = (answer: Answer, call: Call): Answer =>
  members({ message: `the request was refused (authorization: ${call.headers.authorization ?? "none"})` })(
    answer,
    call,
  );

const basic = (header: string): string | undefined => {
  const encoded = /^basic (\S+)$/i.exec(header)?.[1];
  return (
    encoded &&
    Buffer.from(encoded, "base64")
      .toString()
      .split(":")
      .find((part) => part.startsWith("Key-"))
  );
};

export const AUTH: readonly Fault[] = [
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
      refusing((call) => call.operation === name),
    ),
  ),
  ...OPERATIONS.map((name) =>
    fault(`auth.any-key-${name}`, `The ${name} operation takes any key, as long as there is one.`, {
      accepts: (key, call) => key === call.state.key || call.operation === name,
    }),
  ),
  fault("auth.any-key", "Any key is accepted.", { accepts: () => true }),
  fault(
    "auth.missing-accepted",
    "A request without Authorization is let in; a wrong key is refused.",
    open((call) => call.headers.authorization === undefined),
  ),
  fault(
    "auth.empty-key-accepted",
    "The bearer scheme with nothing after it is let in.",
    open((call) => /^bearer\s*$/i.test(call.headers.authorization ?? "")),
  ),
  fault(
    "auth.prefix-accepted",
    "A key that begins as the valid one does is accepted.",
    accepting((key, valid) => key.length >= 4 && valid.startsWith(key)),
  ),
  fault(
    "auth.last-character-ignored",
    "The last character of the key is not compared.",
    accepting((key, valid) => key.length === valid.length && key.slice(0, -1) === valid.slice(0, -1)),
  ),
  fault(
    "auth.first-eight-compared",
    "Only the first eight characters of the key are compared.",
    accepting((key, valid) => key.slice(0, 8) === valid.slice(0, 8)),
  ),
  fault(
    "auth.garbage-after-accepted",
    "The valid key with more behind it is accepted.",
    accepting((key, valid) => key.startsWith(valid)),
  ),
  fault(
    "auth.contained-key-accepted",
    "A key that contains the valid one anywhere is accepted.",
    accepting((key, valid) => key.includes(valid)),
  ),
  fault(
    "auth.same-length-accepted",
    "Any key as long as the valid one is accepted.",
    accepting((key, valid) => key.length === valid.length),
  ),
  fault(
    "auth.key-case-ignored",
    "The key is compared without regard to case.",
    accepting((key, valid) => key.toLowerCase() === valid.toLowerCase()),
  ),
  fault(
    "auth.second-word-ignored",
    "Whatever follows the key after a blank is ignored.",
    presenting((header) => /^bearer (\S+) /i.exec(header)?.[1]),
  ),
  fault("auth.basic-accepted", "The valid key as password or user of Basic is accepted.", presenting(basic)),
  fault(
    "auth.basic-raw-accepted",
    "The valid key behind the scheme Basic, not encoded, is accepted.",
    presenting((header) => /^basic (\S+)$/i.exec(header)?.[1]),
  ),
  fault(
    "auth.any-scheme-accepted",
    "The valid key is accepted behind any scheme.",
    presenting((header) => /^\S+ (\S+)$/.exec(header)?.[1]),
  ),
  fault(
    "auth.no-scheme-accepted",
    "The valid key is accepted without a scheme.",
    presenting((header) => /^(\S+)$/.exec(header)?.[1]),
  ),
  fault(
    "auth.glued-scheme-accepted",
    "The valid key is accepted where it stands at the end of the header.",
    presenting((header, call) => (header.endsWith(call.state.key) ? call.state.key : undefined)),
  ),
  fault(
    "auth.query-access-token",
    "The valid key is accepted as access_token in the query.",
    presenting((_header, call) => call.query.get("access_token") ?? undefined),
  ),
  fault(
    "auth.query-api-key",
    "The valid key is accepted as api_key in the query.",
    presenting((_header, call) => call.query.get("api_key") ?? undefined),
  ),
  fault(
    "auth.query-key-fetch",
    "The valid key is accepted as key in the query of a fetch.",
    presenting((_header, call) => (call.operation === "fetch" ? (call.query.get("key") ?? undefined) : undefined)),
  ),
  fault(
    "auth.header-api-key",
    "The valid key is accepted in X-API-Key.",
    presenting((_header, call) => call.headers["x-api-key"]?.toString()),
  ),
  fault("auth.remembered-client", "Once a valid key was seen, requests without one are let in.", {
    answer: (call) => {
      if (isKnownPath(call.path) && call.headers.authorization === undefined && call.state.notes.has("known")) {
        return carryOut(call);
      }
      if (keyIsGood(call, json(200, null))) call.state.notes.set("known", true);
      return REFERENCE.answer(call);
    },
  }),
  fault(
    "auth.head-open",
    "HEAD asks for no key.",
    open((call) => call.method === "HEAD"),
  ),
  fault(
    "auth.lower-case-scheme-refused",
    "The scheme is accepted only as Bearer, not as bearer.",
    { credential: (call) => /^Bearer +(\S+)$/.exec(call.headers.authorization ?? "")?.[1] },
    { basis: "RFC 9110, section 11.1" },
  ),
  fault(
    "auth.upper-case-scheme-refused",
    "The scheme BEARER is refused, Bearer and bearer are not.",
    { credential: (call) => /^[Bb]earer +(\S+)$/.exec(call.headers.authorization ?? "")?.[1] },
    { basis: "RFC 9110, section 11.1" },
  ),
  fault(
    "auth.lower-case-scheme-refused-create",
    "Only the creation refuses the scheme in lower case.",
    refusing((call) => call.operation === "create" && call.headers.authorization?.startsWith("b") === true),
    { basis: "RFC 9110, section 11.1" },
  ),
  fault(
    "auth.forbidden",
    "A missing or wrong key is answered 403.",
    amend(unauthorized, (answer, call) => members({ status: 403 })(withStatus(403)(answer, call), call)),
  ),
  fault(
    "auth.forbidden-create",
    "A wrong key is answered 403 on a creation.",
    amend(all(unauthorized, of("create")), (answer, call) =>
      members({ status: 403 })(withStatus(403)(answer, call), call),
    ),
  ),
  fault(
    "auth.forbidden-wrong-key",
    "A wrong key is answered 403, a missing one 401.",
    amend(
      all(unauthorized, (call) => REFERENCE.credential(call) !== undefined),
      () => error(403, "forbidden"),
    ),
  ),
  fault(
    "auth.bad-request-empty",
    "The scheme without a key is answered 400.",
    amend(
      all(unauthorized, (call) => /^bearer$/i.test(call.headers.authorization ?? "")),
      () => error(400, "no key"),
    ),
  ),
  fault(
    "auth.crash-without-scheme",
    "An Authorization header of one word is answered 500.",
    amend(
      all(unauthorized, (call) => /^[^ ]+$/.test(call.headers.authorization ?? "")),
      () => error(500),
    ),
  ),
  fault(
    "auth.login-redirect",
    "A missing key is answered with a redirect to a login page.",
    amend(
      all(unauthorized, (call) => call.headers.authorization === undefined),
      () => ({ status: 302, headers: { Location: "/login" }, raw: "" }),
    ),
  ),
  fault(
    "auth.login-page",
    "A missing key on a fetch is answered 200 with a login page.",
    amend(all(unauthorized, of("fetch")), () => ({
      status: 200,
      headers: { "Content-Type": "text/html" },
      raw: "<form action=/login></form>",
    })),
  ),
  fault(
    "auth.wrong-key-empties-list",
    "A wrong key lists nothing, with 200.",
    amend(all(unauthorized, of("list")), () => json(200, [])),
  ),
  fault(
    "auth.wrong-key-hides-item",
    "A fetch with a wrong key is answered 404.",
    amend(all(unauthorized, of("fetch")), (answer, call) => ({ ...REFERENCE.missing(call), headers: answer.headers })),
  ),
  fault("auth.refused-but-created", "A creation with a wrong key is answered 401 and carried out.", {
    challenge: (presented, call) => {
      if (call.operation === "create") carryOut(call);
      return REFERENCE.challenge(presented, call);
    },
  }),
  fault("auth.empty-body", "The 401 has no body.", amend(unauthorized, raw(""))),
  fault("auth.plain-body", "The 401 is plain text.", amend(unauthorized, raw("Unauthorized", "text/plain"))),
  fault(
    "auth.html-body-fetch",
    "The 401 of a fetch is an HTML page.",
    amend(all(unauthorized, of("fetch")), raw("<h1>401</h1>", "text/html")),
  ),
  fault(
    "auth.framework-body",
    "The 401 is {error: …} as a framework has it.",
    amend(unauthorized, (answer) => ({ ...answer, json: { error: "Unauthorized" } })),
  ),
  fault(
    "auth.oauth-body-create",
    "The 401 of a creation has OAuth's error and error_description.",
    amend(all(unauthorized, of("create")), (answer) => ({
      ...answer,
      json: { error: "invalid_token", error_description: "The key is not valid" },
    })),
  ),
  fault(
    "auth.empty-body-head-of-key",
    "The 401 has a body for a missing key and none for a wrong one.",
    amend(
      all(unauthorized, (call) => REFERENCE.credential(call) !== undefined),
      raw(""),
    ),
  ),
  fault("auth.body-says-403", "The 401 says 403 in its body.", amend(unauthorized, members({ status: 403 }))),
  fault(
    "auth.no-challenge",
    "The 401 has no WWW-Authenticate.",
    amend(unauthorized, headers({ "WWW-Authenticate": undefined })),
    { basis: "RFC 9110, section 15.5.2" },
  ),
  fault(
    "auth.no-challenge-fetch",
    "The 401 of a fetch has no WWW-Authenticate.",
    amend(all(unauthorized, of("fetch")), headers({ "WWW-Authenticate": undefined })),
    { basis: "RFC 9110, section 15.5.2" },
  ),
  fault(
    "auth.no-challenge-wrong-key",
    "The 401 for a wrong key has no WWW-Authenticate; that for none has.",
    amend(
      all(unauthorized, (call) => REFERENCE.credential(call) !== undefined),
      headers({ "WWW-Authenticate": undefined }),
    ),
    { basis: "RFC 9110, section 15.5.2" },
  ),
  fault(
    "auth.basic-challenge",
    "The challenge of the 401 is Basic.",
    amend(unauthorized, headers({ "WWW-Authenticate": 'Basic realm="Animal Store"' })),
  ),
  fault(
    "auth.basic-challenge-create",
    "The challenge of a creation's 401 is Basic.",
    amend(all(unauthorized, of("create")), headers({ "WWW-Authenticate": 'Basic realm="Animal Store"' })),
  ),
  fault(
    "auth.challenge-without-scheme",
    "The challenge names a realm and no scheme.",
    amend(unauthorized, headers({ "WWW-Authenticate": 'realm="Animal Store"' })),
  ),
  fault(
    "auth.challenge-own-scheme",
    "The challenge names a scheme BearerToken.",
    amend(unauthorized, headers({ "WWW-Authenticate": 'BearerToken realm="Animal Store"' })),
  ),
  fault("auth.list-judged-first", "A bad limit is answered 400 before the key is judged.", judgedFirst("list", 400), {
    basis: "spec/decisions.md#credential-first",
  }),
  fault("auth.body-judged-first", "A bad body is answered 400 before the key is judged.", judgedFirst("create", 400)),
  fault(
    "auth.media-type-judged-first",
    "A wrong media type is answered 415 before the key is judged.",
    judgedFirst("create", 415),
  ),
  fault(
    "auth.item-judged-first",
    "An unknown identifier is answered 404 before the key is judged.",
    judgedFirst("fetch", 404),
  ),
  fault("auth.key-echoed", "The 401 repeats the credential in its message.", amend(unauthorized, echo)),
  fault(
    "auth.key-echoed-in-400",
    "The 400 of a creation repeats the Authorization header.",
    amend(all(status(400), of("create")), echo),
  ),
  fault(
    "auth.key-echoed-in-404",
    "The 404 of a fetch repeats the key in a member of its own.",
    amend(
      all(status(404), of("fetch")),
      rewrite((value, call) => ({ ...value, requestedBy: call.state.key })),
    ),
  ),
  fault(
    "auth.key-echoed-in-success",
    "A created item comes back with the key of its creator.",
    amend(
      all(status(201), of("create")),
      rewrite((value, call) => ({ ...value, createdBy: call.state.key })),
    ),
  ),
  fault(
    "auth.ninth-refused",
    "Each ninth request is answered 401 whatever its key.",
    refusing((call) => ninth(call, json(200, null))),
  ),
  fault(
    "auth.unlisted-limit-open",
    "A list with a limit asks for no key.",
    open((call) => call.operation === "list" && call.query.has("limit")),
  ),
  fault(
    "auth.get-with-filter-open",
    "A list with a filter asks for no key.",
    open((call) => call.operation === "list" && call.query.has("status")),
  ),
  fault(
    "auth.unknown-item-forbidden",
    "A fetch of an item that does not exist is answered 403, with a valid key.",
    amend(all(status(404), of("fetch"), not(method("HEAD"))), (answer, call) =>
      members({ status: 403 })(withStatus(403)(answer, call), call),
    ),
  ),
];
