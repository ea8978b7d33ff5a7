// Choices in responses that the contract leaves open.
import { type Answer, type Call, type Overrides, isRefusal } from "../behaviour.ts";
import { amend, headers, members, readingLimit, withStatus, without } from "../craft.ts";
import { type Variant, variants } from "../fault.ts";
import { allowed, DEPRECATION_HEADERS, REFERENCE, refusal } from "../reference.ts";
import { all, failed, of, ok, status } from "../when.ts";

/** Clamps numbers to the bounds of the page size, and refuses anything else. */
const clamped: Overrides = {
  limit: (values, call) => {
    const [text = ""] = values;
    const isNumber = values.length === 1 && /^-?\d+$/.test(text);
    return isNumber ? Math.min(Math.max(Number(text), 1), 100) : REFERENCE.limit(values, call);
  },
};

function unprocessable(answer: Answer): Answer {
  return { ...answer, status: 422, json: { ...(answer.json as object), status: 422 } };
}

function tooMany(call: Call, retryAfter: string): Answer {
  const made = call.behaviour.refuse(refusal(429, "too_many_requests", "slow down"), call);
  return { ...made, headers: { ...made.headers, "Retry-After": retryAfter } };
}

export const CHOICES: readonly Variant[] = variants({
  "clamped-limits: A limit out of range is taken for the nearest bound; text is refused.": clamped,
  "clamped-above-only: A limit above its maximum is taken for the maximum; one below its minimum is refused.": {
    limit: (values, call) =>
      values.length === 1 && /^[1-9]\d*$/.test(values[0] ?? "")
        ? Math.min(Number(values[0]), 100)
        : REFERENCE.limit(values, call),
  },
  "extra-properties-kept: Properties that the document does not list are stored and come back.": {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      return isRefusal(item) ? item : { ...without({ ...(body as object) }, "id"), ...item };
    },
  },
  "refused-with-422: A parameter out of range is answered 422.": amend(all(of("list"), status(400)), (answer) => ({
    ...answer,
    ...unprocessable(answer),
  })),
  "malformed-identifier-400: An identifier that is no int64 is answered 400.": {
    missing: (call) => {
      const text = decodeURIComponent(call.path.slice("/v1/pets/".length).replaceAll("%", "%25"));
      const malformed = REFERENCE.identifier(text, call) === undefined;
      return malformed ? call.behaviour.refuse(refusal(400, "bad_id", "no int64"), call) : REFERENCE.missing(call);
    },
  },
  "media-type-400: A body of another media type is answered 400.": {
    parse: (call) => {
      const read = REFERENCE.parse(call);
      return isRefusal(read) && read.refuse === 415 ? { ...read, refuse: 400 } : read;
    },
  },
  "unlisted-method-404: A method that the document does not list is answered 404.": {
    wrongMethod: (call) => REFERENCE.unknownPath(call),
  },
  "allow-in-another-order: Allow lists the methods in another order, without HEAD and without blanks.": amend(
    status(405),
    (answer, call) => headers({ Allow: call.onItem ? "GET" : "POST,GET" })(answer, call),
  ),
  "options: OPTIONS is answered 204 with Allow, without a key.": {
    answer: (call) =>
      call.method === "OPTIONS"
        ? { status: 204, headers: { Allow: `${allowed(call)}, OPTIONS` } }
        : REFERENCE.answer(call),
  },
  "unknown-parameters-refused: A query parameter that the document does not list is answered 400.": {
    limit: (values, call) => {
      const strange = [...call.query.keys()].find((name) => name !== "limit" && name !== "status");
      return strange === undefined
        ? REFERENCE.limit(values, call)
        : refusal(400, "unknown_parameter", "there is no such parameter");
    },
  },
  "unknown-path-needs-key: An unknown path is answered 401 without a key, and 404 with one.": {
    unknownPath: (call) => {
      const key = REFERENCE.credential(call);
      const known = key !== undefined && REFERENCE.accepts(key, call);
      return known ? REFERENCE.unknownPath(call) : REFERENCE.challenge(key !== undefined, call);
    },
  },
  "rate-limited: Each 25th request is answered 429 with Retry-After: 0.": {
    answer: (call) => (call.serial % 25 === 0 ? tooMany(call, "0") : REFERENCE.answer(call)),
  },
  "rate-limited-by-date: Each 40th request is answered 429 with a date in Retry-After.": {
    answer: (call) => (call.serial % 40 === 0 ? tooMany(call, new Date().toUTCString()) : REFERENCE.answer(call)),
  },
  "several-challenges: A 401 names several challenges in one header.": amend(
    status(401),
    headers({ "WWW-Authenticate": 'Basic realm="old, but kept", bearer realm="Animal Store"' }),
  ),
  "several-challenge-headers: A 401 names several challenges, each in a header of its own.": amend(
    status(401),
    headers({ "WWW-Authenticate": ['Digest realm="x", nonce="y"', 'Bearer realm="Animal Store"'] }),
  ),
  "bare-challenge: The challenge of a 401 is the word Bearer.": amend(
    status(401),
    headers({ "WWW-Authenticate": "Bearer" }),
  ),
  "bare-scheme-400: An Authorization header with a scheme and no key is answered 400, as a malformed request.": amend(
    all(status(401), ({ headers: sent }) => /^bearer\s*$/i.test(sent.authorization ?? "")),
    (answer, call) => members({ status: 400, code: "invalid_request" })(withStatus(400)(answer, call), call),
  ),
  "no-sunset: Sunset, which is optional, is never sent.": amend((call) => call.onItem, headers({ Sunset: undefined })),
  "no-link: Link, which is optional, is never sent.": amend((call) => call.onItem, headers({ Link: undefined })),
  "announced-on-success-only: Sunset and Link are sent on success alone.": amend(
    all((call) => call.onItem, failed),
    headers({ Sunset: undefined, Link: undefined }),
  ),
  "announced-on-errors-only: Sunset and Link are sent on errors alone.": amend(
    all((call) => call.onItem, ok),
    headers({ Sunset: undefined, Link: undefined }),
  ),
  "lenient-identifiers: Leading zeros, a plus sign, blanks and exponents of an identifier are read.": {
    identifier: (text, call) =>
      REFERENCE.identifier(text, call) ??
      (/^\s*\+?\d{1,15}(\.0+|e\d)?\s*$/i.test(text) ? BigInt(Number(text)) : undefined),
  },
  "integers-with-exponents: A limit of 1e1 is 10, and one of 1.0 is 1.": readingLimit((text) =>
    /^\d{1,3}(\.0+|e\d)$/i.test(text) && Number(text) >= 1 && Number(text) <= 100 ? Number(text) : undefined,
  ),
  "deprecated-on-another-day: The operation is deprecated since another day.": amend(
    (call) => call.onItem,
    headers({ Deprecation: "@1704067200" }),
  ),
  "deprecated-before-1970: The day of deprecation is a negative number.": amend(
    (call) => call.onItem,
    headers({ Deprecation: "@-86400" }),
  ),
  "more-links: Link has relations of its own, in headers of their own.": amend(
    (call) => call.onItem,
    headers({ Link: [DEPRECATION_HEADERS.Link, '<https://example.com/>; rel="help"'] }),
  ),
});
