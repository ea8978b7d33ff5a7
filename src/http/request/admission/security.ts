// Decides whether a credential is accepted. The time to compare a key with the accepted ones reveals nothing about
// them, not even their length.
import type { Incoming } from "../../exchange.ts";
import type { SecurityAlternative, SecurityScheme } from "../../../contract/model.ts";
import { type Pairs, decodeFor } from "../../../contract/serialization/styles.ts";
import { base64AsLatin1, utf8AsLatin1 } from "../../../json/bytes.ts";
import type { Tokens } from "../../../mock/tokens/tokens.ts";
import { type Refusal, refuse } from "../../../mock/errors/refusal.ts";
import { type Head, cookiePairs, headerLines } from "../head.ts";
import { queryPairs } from "../target.ts";

/** Who is admitted: those with a listed key, with any key, or everybody. */
export type Admittance = "listed" | "any" | "everybody";

/** The accepted keys. */
export class KeyRing {
  readonly #keys: readonly string[];
  readonly admits: Admittance;

  constructor(keys: readonly string[], admits: Admittance = "listed") {
    this.admits = admits;
    // Node delivers a header as one character per byte, so the keys are stored in the same form.
    this.#keys = keys.map(utf8AsLatin1);
  }

  /** True for an accepted key, given as it was in a header. */
  accepts(presented: string): boolean {
    let accepted = this.admits === "any";
    // Every key is compared, even after a match.
    for (const key of this.#keys) if (isSame(key, presented)) accepted = true;
    return accepted;
  }
}

/**
 * Compares texts in a time that depends only on the length of the presented one, so it reveals nothing about the other,
 * not even its length.
 */
function isSame(known: string, presented: string): boolean {
  let difference = presented.length ^ known.length;
  for (let at = 0; at < presented.length; at++) {
    difference |= presented.charCodeAt(at) ^ (at < known.length ? known.charCodeAt(at) : 0);
  }
  return difference === 0;
}

/** The parts of a request that may carry a credential. */
export interface Bearer {
  readonly req: Incoming;
  readonly head: Head;
  readonly query: string;
  /** Where the tokens are that operations have issued. */
  readonly world?: { readonly tokens: Tokens; readonly clock: { now(): number } };
}

/** True for an accepted key, or a token that an operation has issued. @param isOnly true if nothing else was presented */
type Accepts = (presented: string, isOnly: boolean) => boolean;

function acceptance(keys: KeyRing, { world }: Bearer): Accepts {
  // Where nobody needs a key, a token that was issued here and has ended is still no good.
  if (keys.admits === "everybody") return (presented) => world?.tokens.hasEnded(presented, world.clock.now()) !== true;
  return (presented, isOnly) =>
    isOnly && (keys.accepts(presented) || world?.tokens.accepts(presented, world.clock.now()) === true);
}

export type Judgement = "admitted" | "missing_credential" | "invalid_credential";

type SchemeJudge = (bearer: Bearer) => Judgement;

/** Checks requests against the security of an operation. */
export class Gatekeeper {
  readonly #alternatives: readonly (readonly SchemeJudge[])[];
  readonly #schemes: readonly SecurityScheme[];
  readonly #realm: string;
  readonly #admits: Admittance;
  /** What is answered where a credential is missing, or not valid. */
  readonly refusals: Readonly<Record<Exclude<Judgement, "admitted">, Refusal>>;

  /** @param realm the title of the contract, shown in challenges */
  constructor(alternatives: readonly SecurityAlternative[], keys: KeyRing, realm: string) {
    this.#alternatives = alternatives.map((schemes) => schemes.map((scheme) => judgeOf(scheme, keys)));
    this.#admits = keys.admits;
    const schemes = alternatives.flat();
    this.#schemes = schemes.filter(({ name }, index) => schemes.findIndex((one) => one.name === name) === index);
    this.refusals = refusalsFor(this.#schemes);
    this.#realm = realm.replaceAll(/["\\]/g, "\\$&");
  }

  /** Admits a request that satisfies all schemes of at least one alternative. */
  judge(bearer: Bearer): Judgement {
    if (this.#alternatives.length === 0) return "admitted";
    let verdict: Judgement = "missing_credential";
    for (const judges of this.#alternatives) {
      let admitted = true;
      for (const judge of judges) {
        const judgement = judge(bearer);
        if (judgement === "invalid_credential") verdict = judgement;
        if (judgement !== "admitted") admitted = false;
      }
      if (admitted) return "admitted";
    }
    return verdict === "missing_credential" && this.#admits === "everybody" ? "admitted" : verdict;
  }

  /** The value of WWW-Authenticate for a refusal (RFC 9110, section 11.6.1): one challenge for each scheme. */
  challenge(refusal: Judgement): string {
    const challenges = this.#schemes.map((scheme) => challengeOf(scheme, this.#realm, refusal));
    // The realm and names come from the document, and may contain characters that a header cannot carry.
    return challenges.join(", ").replaceAll(/[^\x20-\x7e]/g, "?");
  }

  /** The names of the request headers that carry keys. */
  get keyHeaders(): readonly string[] {
    return this.#schemes.flatMap(({ type, in: place, key }) =>
      type === "apiKey" && place === "header" && key ? [key] : [],
    );
  }
}

/** What clients have to send, in the words of its scheme. */
function refusalsFor(schemes: readonly SecurityScheme[]): Gatekeeper["refusals"] {
  const names = new Set(schemes.map(credentialName));
  const name = names.size === 1 ? [...names][0] : undefined;
  const { an, the } = CREDENTIALS[name ?? "key"];
  return {
    missing_credential: refuse("missing_credential", "credential", `${an} is required, and the request has none`),
    invalid_credential: refuse("invalid_credential", "credential", `${the} is not valid`),
  };
}

const CREDENTIALS = {
  key: { an: "an API key", the: "the API key" },
  token: { an: "an access token", the: "the access token" },
  session: { an: "a session", the: "the session" },
  password: { an: "a name with a password", the: "the name or the password" },
};

function credentialName({ type, in: place, scheme, bearerFormat = "" }: SecurityScheme): keyof typeof CREDENTIALS {
  if (type === "apiKey") return place === "cookie" ? "session" : "key";
  if (type === "http" && scheme === "basic") return "password";
  return /key/i.test(bearerFormat) ? "key" : "token";
}

function challengeOf(security: SecurityScheme, realm: string, refusal: Judgement): string {
  const { type, scheme, in: place, key } = security;
  if (type === "http" && scheme === "basic") return `Basic realm="${realm}", charset="UTF-8"`;
  // No scheme is registered for plain keys; this one names the place of the key.
  if (type === "apiKey")
    return `ApiKey realm="${realm}", in="${place ?? ""}", name="${(key ?? "").replaceAll('"', "")}"`;
  const name = tokenScheme(security);
  if (name !== "bearer") return `${name.charAt(0).toUpperCase()}${name.slice(1)} realm="${realm}"`;
  const error = refusal === "invalid_credential" ? ', error="invalid_token"' : "";
  return `Bearer realm="${realm}"${error}`;
}

function judgeOf(scheme: SecurityScheme, keys: KeyRing): SchemeJudge {
  const { type, key = "" } = scheme;
  if (type === "apiKey" && scheme.in === "header") {
    const name = key.toLowerCase();
    // Guides often put a word before the key in this header, which documents cannot describe: "Token …", "Bot …".
    const keyIn = (line: string): string => (name === "authorization" ? withoutWord(line) : line);
    return (bearer) => judgeKeys(headerLines(bearer.req, name).map(keyIn), acceptance(keys, bearer));
  }
  if (type === "apiKey" && scheme.in === "query") {
    return (bearer) => judgeKeys(valuesOf("query", queryPairs(bearer.query), key), acceptance(keys, bearer));
  }
  if (type === "apiKey")
    return (bearer) => judgeKeys(valuesOf("cookie", cookiePairs(bearer.req), key), acceptance(keys, bearer));
  // A client certificate cannot be sent over plain HTTP, so there is nothing to check.
  if (type === "mutualTLS") return () => "admitted";
  if (type === "http" && scheme.scheme === "basic")
    return keys.admits === "everybody" ? () => "admitted" : (bearer) => judgeBasic(bearer.head, keys);
  const name = tokenScheme(scheme);
  return (bearer) => judgeToken(bearer.head, name, acceptance(keys, bearer));
}

/** The scheme that carries a key unchanged. Tokens of OAuth and OpenID Connect travel as bearer tokens. */
function tokenScheme({ type, scheme }: SecurityScheme): string {
  return type === "http" && scheme !== undefined ? scheme : "bearer";
}

/** A key without the word before it, and without its name: "Bot KEY", `Token token="KEY"`. */
function withoutWord(line: string): string {
  const rest = line.replace(/^[A-Za-z][\w-]* +/, "");
  return /^token="?([^"]*)"?$/i.exec(rest)?.[1] ?? rest;
}

function judgeKeys(presented: readonly string[], accepts: Accepts): Judgement {
  const [key] = presented;
  if (key === undefined || key === "") return "missing_credential";
  return accepts(key, presented.length === 1) ? "admitted" : "invalid_credential";
}

/** Texts from URLs and cookies are decoded; keys are compared as header bytes. */
function valuesOf(place: "query" | "cookie", pairs: Pairs, name: string): string[] {
  return pairs.flatMap(([found, text]) => {
    const value = found === name ? decodeFor(place, text) : undefined;
    return value === undefined ? [] : [utf8AsLatin1(value)];
  });
}

function judgeToken(head: Head, scheme: string, accepts: Accepts): Judgement {
  const token = credentialsOf(head.authorization, scheme);
  if (token === undefined || token === "") return "missing_credential";
  // The field may occur only once; with two lines it is unclear which one counts.
  return accepts(token, head.authorizations === 1) ? "admitted" : "invalid_credential";
}

/** The key may be the user, the password or "user:password": services differ. */
function judgeBasic(head: Head, keys: KeyRing): Judgement {
  const token = credentialsOf(head.authorization, "basic");
  if (token === undefined || token === "") return "missing_credential";
  if (head.authorizations !== 1) return "invalid_credential";
  const pair = base64AsLatin1(token);
  const colon = pair.indexOf(":");
  const password = pair.slice(colon + 1);
  const parts = colon === -1 ? [] : [password === "" ? pair.slice(0, colon) : password, pair];
  return parts.filter((part) => keys.accepts(part)).length > 0 ? "admitted" : "invalid_credential";
}

/** The text after the scheme, whose name is case-insensitive (RFC 9110, section 11.1). */
function credentialsOf(authorization: string | undefined, scheme: string): string | undefined {
  if (authorization === undefined) return undefined;
  const { length } = scheme;
  if (authorization.slice(0, length).toLowerCase() !== scheme) return undefined;
  if (authorization.length === length) return "";
  if (authorization.charCodeAt(length) !== 0x20) return undefined;
  let start = length + 1;
  while (authorization.charCodeAt(start) === 0x20) start++;
  return authorization.slice(start);
}
