// Responses and the credential: the valid key is accepted, a 401 carries a challenge, and no response repeats the key.
import { CREDENTIAL, REFUSAL } from "./tests.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { eachOperation } from "../subjects.ts";
import { recordCheck } from "../../judgements/record.ts";
import { protectedOperations } from "./refusals.ts";
import { schemeName, usesAuthorization } from "../../client/target/credential.ts";
import {
  type Exchange,
  describeAnswer,
  header,
  headerOf,
  isHidden,
  isTurnedAway,
  statusOf,
  textOf,
} from "../../client/exchange.ts";
import { keyedProtection, protection } from "../../operations.ts";

const isProtected = (operation: Operation): boolean => keyedProtection(operation).length > 0;

/** True if the request carries the valid credential, with its scheme written as usual. */
const isAdmitted = (exchange: Exchange): boolean =>
  exchange.intent !== "unauthenticated" && credentialsOf(exchange).length > 0 && isPlain(exchange);

/** True if the scheme is written as usual; auth.scheme-case tests it in lower and upper case. */
const isPlain = ({ request }: Exchange): boolean =>
  !/^(?:[a-z]+|[A-Z]+) /.test(header(request.headers, "authorization") ?? "");

const accepted = recordCheck({
  id: "auth.valid",
  claim: "the valid key must be accepted",
  basis: "the operation's security",
  fault: "F205",
  signs: { isPlainKey: true },
  tests: CREDENTIAL,
  applies: (plan) => eachOperation(plan, isProtected),
  select: isAdmitted,
  judge: (exchange) =>
    !isTurnedAway(exchange) || isHidden(exchange)
      ? undefined
      : ["an answer other than 401 and 403 to the valid key", describeAnswer(exchange)],
});

const challenge = recordCheck({
  id: "auth.challenge",
  level: "should",
  claim: "a 401 should carry a challenge of the documented scheme",
  basis: "RFC 9110 section 15.5.2, RFC 6750 section 3",
  tests: [
    ...REFUSAL,
    {
      part: "header",
      header: "www-authenticate",
      fields: ["self", "description", "required"],
      keywords: ["description"],
    },
  ],
  applies: protectedOperations,
  select: (exchange) => statusOf(exchange) === 401,
  judge: (exchange) => {
    const schemes = protection(exchange.operation as Operation)
      .filter(usesAuthorization)
      .map((scheme) => schemeName(scheme).toLowerCase());
    const value = headerOf(exchange, "www-authenticate");
    const expected = ["WWW-Authenticate with a", schemes[0] ?? "", "challenge"].filter(Boolean).join(" ");
    if (value === undefined) return [expected, "no WWW-Authenticate"];
    if (schemes.length === 0) return undefined;
    const named = schemes.some((scheme) => new RegExp(String.raw`(?:^|,)\s*${scheme}(?:\s|,|$)`, "i").test(value));
    return named ? undefined : [expected, `WWW-Authenticate: ${value}`];
  },
});

const echo = recordCheck({
  id: "auth.no-echo",
  level: "should",
  claim: "a response should not repeat the credential",
  basis: "RFC 6750 section 5.3",
  fault: "F209",
  everything: true,
  applies: (plan) => eachOperation(plan, isProtected),
  select: (exchange) => secretsOf(exchange).length > 0,
  judge: (exchange) => {
    const headers = (exchange.response?.headers ?? []).map(([, value]) => value).join("\n");
    const text = textOf(exchange);
    for (const secret of secretsOf(exchange)) {
      const where = text.includes(secret) ? "body" : headers.includes(secret) ? "headers" : undefined;
      if (where !== undefined) return ["an answer without the credential", `the credential in its ${where}`];
    }
    return undefined;
  },
});

/** The credentials that a request carried. */
function credentialsOf(exchange: Exchange): string[] {
  const schemes = exchange.operation === undefined ? [] : protection(exchange.operation);
  const names = new Set(schemes.map((scheme) => (scheme.key ?? "authorization").toLowerCase()));
  const bearing = exchange.request.headers.filter(([name]) => names.has(name.toLowerCase()));
  const query = new URLSearchParams(exchange.request.url.split("?")[1] ?? "");
  const cookies = header(exchange.request.headers, "cookie") ?? "";
  const elsewhere = schemes.flatMap(({ in: place, key = "" }) => {
    if (place === "query") return query.getAll(key);
    return place === "cookie" && cookies.includes(`${key}=`) ? [cookies.split(`${key}=`)[1] ?? ""] : [];
  });
  return [...bearing.map(([, value]) => value.replace(/^\S+\s+/, "")), ...elsewhere];
}

/** The credentials that are too long to appear in an answer by chance. */
function secretsOf(exchange: Exchange): string[] {
  return credentialsOf(exchange).filter((secret) => secret.length >= 6 && /[^a-z]/i.test(secret));
}

export const messageChecks = [accepted, challenge, echo];
