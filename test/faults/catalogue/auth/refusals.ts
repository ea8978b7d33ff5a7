// Faults in the refusals of authentication: the 401, its body, its challenge, and what is checked before it.
import type { Answer, Call, OperationName, Overrides } from "../../behaviour.ts";
import { amend, error, headers, members, raw, rewrite, withStatus } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { carryOut, json, REFERENCE } from "../../reference.ts";
import { all, keyIsGood, method, not, of, status } from "../../when.ts";

const unauthorized = status(401);

/** Validates the request first, and the key only if the request is valid. */
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

export const REFUSALS: readonly Fault[] = faults({
  "auth.forbidden: A missing or wrong key is answered 403.": amend(unauthorized, (answer, call) =>
    members({ status: 403 })(withStatus(403)(answer, call), call),
  ),
  "auth.forbidden-create: A wrong key is answered 403 on a creation.": amend(
    all(unauthorized, of("create")),
    (answer, call) => members({ status: 403 })(withStatus(403)(answer, call), call),
  ),
  "auth.forbidden-wrong-key: A wrong key is answered 403, a missing one 401.": amend(
    all(unauthorized, (call) => REFERENCE.credential(call) !== undefined),
    () => error(403, "forbidden"),
  ),
  "auth.crash-without-scheme: An Authorization header of one word is answered 500.": amend(
    all(unauthorized, (call) => /^[^ ]+$/.test(call.headers.authorization ?? "")),
    () => error(500),
  ),
  "auth.login-redirect: A missing key is answered with a redirect to a login page.": amend(
    all(unauthorized, (call) => call.headers.authorization === undefined),
    () => ({ status: 302, headers: { Location: "/login" }, raw: "" }),
  ),
  "auth.login-page: A missing key on a fetch is answered 200 with a login page.": amend(
    all(unauthorized, of("fetch")),
    () => ({
      status: 200,
      headers: { "Content-Type": "text/html" },
      raw: "<form action=/login></form>",
    }),
  ),
  "auth.wrong-key-empties-list: A wrong key lists nothing, with 200.": amend(all(unauthorized, of("list")), () =>
    json(200, []),
  ),
  "auth.wrong-key-hides-item: A fetch with a wrong key is answered 404.": amend(
    all(unauthorized, of("fetch")),
    (answer, call) => ({ ...REFERENCE.missing(call), headers: answer.headers }),
  ),
  "auth.refused-but-created: A creation with a wrong key is answered 401 and carried out.": {
    challenge: (presented, call) => {
      if (call.operation === "create") carryOut(call);
      return REFERENCE.challenge(presented, call);
    },
  },
  "auth.empty-body: The 401 has no body.": amend(unauthorized, raw("")),
  "auth.plain-body: The 401 is plain text.": amend(unauthorized, raw("Unauthorized", "text/plain")),
  "auth.html-body-fetch: The 401 of a fetch is an HTML page.": amend(
    all(unauthorized, of("fetch")),
    raw("<h1>401</h1>", "text/html"),
  ),
  "auth.framework-body: The 401 is {error: …} as a framework has it.": amend(unauthorized, (answer) => ({
    ...answer,
    json: { error: "Unauthorized" },
  })),
  "auth.oauth-body-create: The 401 of a creation has OAuth's error and error_description.": amend(
    all(unauthorized, of("create")),
    (answer) => ({
      ...answer,
      json: { error: "invalid_token", error_description: "The key is not valid" },
    }),
  ),
  "auth.empty-body-wrong-key: The 401 has a body for a missing key and none for a wrong one.": amend(
    all(unauthorized, (call) => REFERENCE.credential(call) !== undefined),
    raw(""),
  ),
  "auth.body-says-403: The 401 says 403 in its body.": amend(unauthorized, members({ status: 403 })),
  "auth.no-challenge: The 401 has no WWW-Authenticate.": [
    amend(unauthorized, headers({ "WWW-Authenticate": undefined })),
    { basis: "RFC 9110, section 15.5.2" },
  ],
  "auth.no-challenge-fetch: The 401 of a fetch has no WWW-Authenticate.": [
    amend(all(unauthorized, of("fetch")), headers({ "WWW-Authenticate": undefined })),
    { basis: "RFC 9110, section 15.5.2" },
  ],
  "auth.no-challenge-wrong-key: The 401 for a wrong key has no WWW-Authenticate; that for none has.": [
    amend(
      all(unauthorized, (call) => REFERENCE.credential(call) !== undefined),
      headers({ "WWW-Authenticate": undefined }),
    ),
    { basis: "RFC 9110, section 15.5.2" },
  ],
  "auth.basic-challenge: The challenge of the 401 is Basic.": amend(
    unauthorized,
    headers({ "WWW-Authenticate": 'Basic realm="Animal Store"' }),
  ),
  "auth.basic-challenge-create: The challenge of a creation's 401 is Basic.": amend(
    all(unauthorized, of("create")),
    headers({ "WWW-Authenticate": 'Basic realm="Animal Store"' }),
  ),
  "auth.challenge-without-scheme: The challenge names a realm and no scheme.": amend(
    unauthorized,
    headers({ "WWW-Authenticate": 'realm="Animal Store"' }),
  ),
  "auth.challenge-own-scheme: The challenge names a scheme BearerToken.": amend(
    unauthorized,
    headers({ "WWW-Authenticate": 'BearerToken realm="Animal Store"' }),
  ),
  "auth.list-judged-first: A bad limit is answered 400 before the key is judged.": [
    judgedFirst("list", 400),
    {
      basis: "spec/decisions.md#credential-first",
    },
  ],
  "auth.body-judged-first: A bad body is answered 400 before the key is judged.": judgedFirst("create", 400),
  "auth.media-type-judged-first: A wrong media type is answered 415 before the key is judged.": judgedFirst(
    "create",
    415,
  ),
  "auth.item-judged-first: An unknown identifier is answered 404 before the key is judged.": judgedFirst("fetch", 404),
  "auth.key-echoed: The 401 repeats the credential in its message.": amend(unauthorized, echo),
  "auth.key-echoed-in-400: The 400 of a creation repeats the Authorization header.": amend(
    all(status(400), of("create")),
    echo,
  ),
  "auth.key-echoed-in-404: The 404 of a fetch repeats the key in a member of its own.": amend(
    all(status(404), of("fetch")),
    rewrite((value, call) => ({ ...value, requestedBy: call.state.key })),
  ),
  "auth.key-echoed-in-success: A created item comes back with the key of its creator.": amend(
    all(status(201), of("create")),
    rewrite((value, call) => ({ ...value, createdBy: call.state.key })),
  ),
  "auth.unknown-item-forbidden: A fetch of an item that does not exist is answered 403, with a valid key.": amend(
    all(status(404), of("fetch"), not(method("HEAD"))),
    (answer, call) => members({ status: 403 })(withStatus(403)(answer, call), call),
  ),
});
