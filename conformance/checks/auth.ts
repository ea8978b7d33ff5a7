// Who is let in: the valid credential always, anything near it never, and before all other judgement.
import type { Operation, SecurityScheme } from "../../src/contract/model.ts";
import { eachOperation, recordCheck, resourceOf, responsePointer, validProbe } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, worst } from "../check.ts";
import { type Credential, NO_CREDENTIAL, credentialFor, schemeName, usesAuthorization } from "../credential.ts";
import { type Exchange, describeAnswer, headerOf, statusOf, textOf } from "../exchange.ts";
import { type Plan, protection } from "../plan.ts";
import type { Probe } from "../request.ts";
import type { Target } from "../target.ts";

function protectedOperations(plan: Plan): Subject[] {
  return eachOperation(
    plan,
    (operation) => protection(operation).length > 0,
    (operation) => responsePointer(operation, "401"),
  );
}

/** A credential that is not the valid one; undefined where the scheme or the key does not allow to make it. */
type Forge = (scheme: SecurityScheme, key: string) => Credential | undefined;

interface NearMiss {
  readonly id: string;
  readonly claim: string;
  readonly fault?: string;
  readonly forge: readonly Forge[];
}

const authorization = (value: string): Credential => ({ headers: [["Authorization", value]], query: [] });

const withKey =
  (change: (key: string) => string): Forge =>
  (scheme, key) => {
    const changed = change(key);
    return changed === key || changed === "" ? undefined : credentialFor([scheme], changed);
  };

const inHeader =
  (write: (name: string, key: string) => string): Forge =>
  (scheme, key) =>
    usesAuthorization(scheme) ? authorization(write(schemeName(scheme), key)) : undefined;

const swapCase = (key: string): string =>
  [...key].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join("");

/** Where careless servers look for a key besides the header. */
const QUERY_NAMES = ["access_token", "api_key", "apikey", "apiKey", "key", "token", "auth"];

const inQuery: Forge = (scheme, key) =>
  scheme.in === "query" ? undefined : { headers: [], query: QUERY_NAMES.map((name) => [name, key] as const) };

const NEAR_MISSES: readonly NearMiss[] = [
  {
    id: "auth.missing",
    claim: "a request without a credential is refused",
    fault: "F207",
    forge: [() => NO_CREDENTIAL],
  },
  {
    id: "auth.empty",
    claim: "an empty credential is refused",
    forge: [inHeader((name) => name), inHeader((name) => `${name} `), inHeader(() => ""), emptyKey],
  },
  {
    id: "auth.unknown",
    claim: "a key that was never issued is refused",
    forge: [withKey((key) => [...key].reverse().join("") + "7"), withKey(() => "undefined"), withKey(() => "null")],
  },
  {
    id: "auth.prefix",
    claim: "the beginning of a valid key is refused",
    forge: [withKey((key) => key.slice(0, -1)), withKey((key) => key.slice(0, 1))],
  },
  {
    id: "auth.suffix",
    claim: "a valid key with something added is refused",
    forge: [withKey((key) => `${key}x`), withKey((key) => `x${key}`), inHeader((name, key) => `${name} ${key} ${key}`)],
  },
  {
    id: "auth.case",
    claim: "a valid key in other case is refused",
    forge: [withKey(swapCase), withKey((key) => key.toUpperCase())],
  },
  {
    id: "auth.other-scheme",
    claim: "a valid key under another scheme is refused",
    forge: ["Basic", "Token", "Digest", "ApiKey"].map((other) =>
      inHeader((name, key) => (name.toLowerCase() === other.toLowerCase() ? `Bearer ${key}` : `${other} ${key}`)),
    ),
  },
  {
    id: "auth.no-scheme",
    claim: "a valid key without its scheme is refused",
    forge: [
      inHeader((_, key) => key),
      inHeader((name, key) => `${name}${key}`),
      inHeader((name, key) => `${name}:${key}`),
    ],
  },
  { id: "auth.in-query", claim: "a valid key in the query is refused", forge: [inQuery] },
];

function emptyKey(scheme: SecurityScheme): Credential | undefined {
  return usesAuthorization(scheme) ? undefined : credentialFor([scheme], "");
}

const nearMisses = NEAR_MISSES.map(({ id, claim, fault, forge }) =>
  defineCheck<Subject>({
    id,
    family: "auth",
    level: "must",
    claim,
    basis: "the operation's security, and its 401 response",
    fault: fault ?? "F206",
    stage: "main",
    applies: protectedOperations,
    run: async ({ operation }, target) => {
      const { key } = target.session.options;
      if (key === undefined) return id === "auth.missing" ? tryCredential(target, operation, NO_CREDENTIAL) : noKey();
      const [scheme] = protection(operation);
      const credentials = forge.flatMap((make) => (scheme === undefined ? [] : (make(scheme, key) ?? [])));
      if (credentials.length === 0)
        return inconclusive("no such credential can be made of this key", "a longer key, with letters");
      const outcomes: Outcome[] = [];
      for (const credential of credentials) outcomes.push(await tryCredential(target, operation, credential));
      return worst(outcomes);
    },
  }),
);

function noKey(): Outcome {
  return inconclusive("no key was given", "--key, or --key-env");
}

async function tryCredential(target: Target, operation: Operation, credential: Credential): Promise<Outcome> {
  const probe = { ...validProbe(target, operation), intent: "unauthenticated" as const, credential };
  return mustBe401(await target.ask(probe), operation, "");
}

function mustBe401(exchange: Exchange, operation: Operation, what: string): Outcome {
  const named = operation.responses.some(({ status }) => status === "401");
  const status = statusOf(exchange);
  if (status === 401 || (!named && status === 403)) return PASS;
  return fail(`401${what}`, describeAnswer(exchange), exchange);
}

const accepted = defineCheck<Subject>({
  id: "auth.valid",
  family: "auth",
  level: "must",
  claim: "the valid key is accepted",
  basis: "the operation's security",
  fault: "F205",
  stage: "main",
  applies: (plan) => eachOperation(plan, (operation) => protection(operation).length > 0),
  run: async ({ operation }, target) => {
    if (target.session.options.key === undefined) return noKey();
    const exchange = await target.ask(validProbe(target, operation));
    const status = statusOf(exchange);
    if (status !== 401 && status !== 403) return PASS;
    return fail("an answer other than 401 and 403 to the valid key", describeAnswer(exchange), exchange);
  },
});

const schemeCase = defineCheck<Subject>({
  id: "auth.scheme-case",
  family: "auth",
  level: "must",
  claim: "the scheme's name is accepted in any case",
  basis: "the http security scheme; RFC 9110 section 11.1",
  fault: "F205",
  stage: "main",
  applies: (plan) => eachOperation(plan, (operation) => protection(operation).some(({ type }) => type === "http")),
  run: async ({ operation }, target) => {
    if (target.session.options.key === undefined) return noKey();
    const outcomes: Outcome[] = [];
    for (const change of [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()]) {
      const { headers, query } = target.session.credential(operation);
      const changed = headers.map(([name, value]) => [name, value.replace(/^\w+/, change)] as const);
      const exchange = await target.ask({ ...validProbe(target, operation), credential: { headers: changed, query } });
      const refused = statusOf(exchange) === 401 || statusOf(exchange) === 403;
      outcomes.push(refused ? fail("an answer other than 401 and 403", describeAnswer(exchange), exchange) : PASS);
    }
    return worst(outcomes);
  },
});

const beforeInput = defineCheck<Subject>({
  id: "auth.before-input",
  family: "auth",
  level: "must",
  claim: "the credential is judged before the rest of the request",
  basis: "the 401 response; spec/decisions.md#credential-first",
  fault: "F204",
  stage: "main",
  applies: protectedOperations,
  run: async ({ operation }, target) => {
    const outcomes: Outcome[] = [];
    for (const wrong of wrongRequests(target, operation)) {
      const exchange = await target.ask({ ...wrong, intent: "unauthenticated", credential: NO_CREDENTIAL });
      outcomes.push(mustBe401(exchange, operation, ", whatever else is wrong with the request"));
    }
    return worst(outcomes);
  },
});

/** Requests that are wrong in every way the operation knows. */
function wrongRequests(target: Target, operation: Operation): Probe[] {
  const valid = validProbe(target, operation);
  const found: Probe[] = [];
  const identifier = resourceOf(target.plan, operation)?.identifier.parameter;
  if (identifier !== undefined && operation.path.includes(`{${identifier.name}}`)) {
    found.push(
      { ...valid, path: { [identifier.name]: "no-such-item" } },
      { ...valid, path: { [identifier.name]: "987654321987" } },
    );
  }
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  if (query.length > 0) found.push({ ...valid, query: query.map(({ name }) => [name, "-wrong-"] as const) });
  if (operation.body !== undefined)
    found.push({ operation, raw: "{", json: undefined as never }, { operation, json: {} });
  return found.length > 0 ? found.map(dropUndefined) : [valid];
}

function dropUndefined(probe: Probe): Probe {
  return Object.fromEntries(Object.entries(probe).filter(([, value]) => value !== undefined)) as unknown as Probe;
}

const challenge = recordCheck({
  id: "auth.challenge",
  family: "auth",
  level: "should",
  claim: "a 401 carries a challenge of the documented scheme",
  basis: "RFC 9110 section 15.5.2, RFC 6750 section 3",
  applies: protectedOperations,
  select: (exchange) => statusOf(exchange) === 401,
  judge: (exchange) => {
    const schemes = protection(exchange.operation as Operation)
      .filter(usesAuthorization)
      .map((scheme) => schemeName(scheme).toLowerCase());
    const value = headerOf(exchange, "www-authenticate");
    const expected = `WWW-Authenticate with a ${schemes[0] ?? ""} challenge`;
    if (value === undefined) return [expected, "no WWW-Authenticate"];
    if (schemes.length === 0) return undefined;
    const named = schemes.some((scheme) => new RegExp(String.raw`(?:^|,)\s*${scheme}(?:\s|,|$)`, "i").test(value));
    return named ? undefined : [expected, `WWW-Authenticate: ${value}`];
  },
});

const echo = recordCheck({
  id: "auth.no-echo",
  family: "auth",
  level: "should",
  claim: "no answer repeats the credential",
  basis: "RFC 6750 section 5.3",
  applies: protectedOperations,
  select: (exchange) => exchange.request.headers.some(([name]) => name.toLowerCase() === "authorization"),
  judge: (exchange) => {
    const sent = exchange.request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
    const secret = sent.replace(/^\S+\s+/, "");
    // A short word may stand in an answer by chance.
    if (secret.length < 6 || !/[^a-z]/i.test(secret)) return undefined;
    const headers = (exchange.response?.headers ?? []).map(([, value]) => value);
    const where = textOf(exchange).includes(secret)
      ? "body"
      : headers.some((value) => value.includes(secret))
        ? "headers"
        : undefined;
    return where === undefined ? undefined : ["an answer without the credential", `the credential in its ${where}`];
  },
});

export const authChecks: readonly AnyCheck[] = [accepted, ...nearMisses, schemeCase, beforeInput, challenge, echo];
