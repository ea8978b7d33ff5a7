// Tokens that operations issue: what a login answers with is accepted until it expires by the clock of the world. Where
// the document says JWT, a token is one.
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { readJson } from "../../json/read.ts";
import { writeJson } from "../../json/write.ts";
import { Rows } from "../../store/rows.ts";
import { lazy, once } from "../../memo.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { successMedia } from "../../resource/items/bodies.ts";
import { parameterIn, stepsOf } from "../../resource/paths.ts";
import { TOKENS, endPlaces, tokenPlaces } from "./token-places.ts";
import { type User, userIn, likened, userObject } from "../relations/itself/users.ts";
import { Random, hashOf } from "../../schema/samples/choices.ts";
import { randomHex } from "../../schema/samples/formats.ts";
import { likeExample } from "../../realistic/texts/shapes.ts";
import { type SchemaNode, schemaAt } from "../../schema/normal/schema-node.ts";
import { successHeader } from "../../contract/responses.ts";
import { partAt, withValue } from "../../json/parts.ts";
import { type Registered, credentialsIn } from "./registered.ts";

/** How many tokens of a world are remembered. */
const MOST = 1_000;
/** Shorter tokens stand in other texts by chance. */
const SHORTEST = 8;
/** Seconds that a token is valid if nothing says how long. */
const USUAL = 3_600;
const REFRESHING = /^refresh_?token$/i;
const ISSUING = /log-?in|sign-?in|token|session|auth|register|sign-?up|refresh|api-?keys?/i;
const ENDING = /log-?out|sign-?out|revoke/i;

/** A token: when it expires, and the name of its user. */
export interface IssuedToken {
  readonly expires: number;
  readonly user?: string;
}

/** The tokens that a world has issued. */
export class Tokens {
  readonly rows = new Rows<IssuedToken>();
  /** What is known of whom they are for. */
  readonly users = new Rows<JsonObject>();
  /** Who registered, by their names in lower case. */
  readonly registered = new Rows<Registered>();
  /** Those that were ended, and not by time. */
  readonly ended = new Rows<true>();
  /** Counts the tokens, so that no two are the same. */
  count = 0;

  next(): number {
    return ++this.count;
  }

  /** @param user what is known of whom it is for; tokens that are issued together have the same */
  issue(token: string, expires: number, user: JsonObject): void {
    if (this.rows.size >= MOST) this.#drop(this.rows.keys().next().value ?? "");
    if (Object.keys(user).length === 0) {
      this.rows.set(token, { expires });
      return;
    }
    const known = this.#nameOf(user);
    if (known === undefined) this.users.set(token, user);
    this.rows.set(token, { expires, user: known ?? token });
  }

  /** The user of the token in a text, such as a header. */
  userIn(text: string): JsonObject | undefined {
    for (const [token, { user }] of this.rows)
      if (user !== undefined && token.length >= SHORTEST && text.includes(token)) return this.users.get(user);
    return undefined;
  }

  /** Somebody can log in from now on. @param shown the answer, which may say more of who it is */
  register(body: JsonValue | undefined, shown: () => JsonValue | undefined): void {
    const said = credentialsIn(body);
    if (said.length === 0 || this.registered.size >= MOST) return;
    const answer = shown();
    const user = userObject(answer) ?? answer;
    for (const { name, password } of said) this.registered.set(name, { password, user: isObject(user) ? user : {} });
  }

  /** Who registered by a name in a body, and the password that it has for that name. */
  registeredIn(body: JsonValue | undefined): readonly [known: Registered, password: number] | undefined {
    return credentialsIn(body).flatMap(({ name, password }) => {
      const known = this.registered.get(name);
      return known === undefined ? [] : [[known, password] as const];
    })[0];
  }

  /** Any password is accepted again: some request may have changed one. */
  forgetPasswords(): void {
    for (const [name, { user }] of this.registered) this.registered.set(name, { user });
  }

  /** What is known of a user from now on. */
  tell(user: JsonObject, changed: JsonObject): void {
    const name = this.#nameOf(user);
    if (name !== undefined) this.users.set(name, changed);
  }

  #nameOf(user: JsonObject): string | undefined {
    for (const [name, one] of this.users) if (one === user) return name;
    return undefined;
  }

  #drop(token: string): void {
    const user = this.rows.get(token)?.user;
    this.rows.set(token, undefined);
    if (user !== undefined && ![...this.rows.values()].some((one) => one.user === user))
      this.users.set(user, undefined);
  }

  accepts(token: string, now: number): boolean {
    return now < (this.rows.get(token)?.expires ?? 0);
  }

  /** True for a token that was issued, and has ended since. */
  hasEnded(token: string, now: number): boolean {
    return this.ended.has(token) || now >= (this.rows.get(token)?.expires ?? Infinity);
  }

  /** Ends the tokens in a text, such as a header, and the others of the same login. */
  revokeIn(text: string): void {
    const ended = new Set([...this.rows.keys()].filter((token) => text.includes(token)));
    const users = new Set([...ended].map((token) => this.rows.get(token)?.user));
    for (const [token, { user }] of this.rows) {
      if (!ended.has(token) && (user === undefined || !users.has(user))) continue;
      this.#drop(token);
      if (this.ended.size < MOST) this.ended.set(token, true);
    }
  }

  /**
   * True for a token to refresh another one that was not issued, or ended, where others were issued.
   * @param takesAny whether a token of nobody knows where is as good as one that was issued
   */
  refuses(body: JsonValue | undefined, now: number, takesAny: boolean): boolean {
    if (!isObject(body) || this.rows.size === 0) return false;
    const own = Object.entries<JsonValue>(body).find(([name]) => REFRESHING.test(name))?.[1];
    if (typeof own !== "string" || own === "") return false;
    return takesAny ? this.hasEnded(own, now) : !this.accepts(own, now);
  }
}

/** An answer that may contain tokens. */
export interface Issuing {
  readonly text: string | undefined;
  readonly body: JsonValue | undefined;
  readonly tokens: Tokens;
  readonly now: number;
  /** Who logs in if nothing says so: as "/me" shows it. */
  readonly user?: JsonObject | undefined;
}

/** Puts new tokens into an answer. @returns its text, and the header lines with a cookie */
export type Issue = (issuing: Issuing) => { readonly text: string | undefined; readonly lines: readonly string[] };

/** All schemes by which operations are protected, each as often as it is used. */
const schemesOf = once(({ operations }: Contract) => operations.flatMap(({ security }) => security.flat()));

/** How an operation issues tokens; undefined if it issues none. */
export function tokenIssuer(contract: Contract, operation: Operation): Issue | undefined {
  const { document, title } = contract;
  const isOpen = operation.security.length === 0;
  if (!isOpen && !ISSUING.test(`${operation.path} ${operation.id}`)) return undefined;
  // A session that is looked at stays what it is.
  if (operation.method === "GET" && parameterIn(stepsOf(operation.path).at(-1)) !== undefined) return undefined;
  const schemes = schemesOf(contract);
  if (schemes.length === 0) return undefined;
  const cookie = schemes.find((one) => one.type === "apiKey" && one.in === "cookie")?.key;
  const schema = successMedia(operation)?.schema;
  const places = schema === undefined ? [] : tokenPlaces(schemaAt(document, schema.pointer, "response"), []);
  const header = successHeader(operation, "Set-Cookie");
  const isCookie = cookie !== undefined && header !== undefined;
  if (places.length === 0 && !isCookie) return undefined;
  const ends = schema === undefined ? [] : endPlaces(schemaAt(document, schema.pointer, "response"), []);
  const isJwt = schemes.some(({ bearerFormat }) => /jwt/i.test(bearerFormat ?? ""));
  return ({ text, body, tokens, now, user: usual }) => {
    const reading = text === undefined ? undefined : readJson(text, Infinity);
    let shown = reading === undefined || "fault" in reading ? undefined : reading.value;
    const first = shown;
    const seconds = lifetimeOf(shown);
    const expires = now + seconds * 1000;
    // Who refreshes a token stays who logged in, and who logs in is who registered.
    const known =
      body === undefined || body === null
        ? undefined
        : (tokens.registeredIn(body)?.[0].user ?? tokens.userIn(writeJson(body)));
    const asked = known ?? userIn(body);
    if (isObject(shown) && userObject(shown) !== undefined)
      shown = withUser(usual === undefined ? shown : withUser(shown, usual), asked);
    const user = known ?? { ...saidOf(userObject(shown)), ...userIn(userObject(shown), shown, body) };
    for (const { steps, node } of places) {
      if (!isObject(shown) || typeof partAt(shown, steps) !== "string") continue;
      const seed = `${operation.path} ${steps.join(".")} ${tokens.next()}`;
      const isAccess = isJwt && !/refresh|api|secret|session/i.test(steps.at(-1) ?? "");
      const claims = {
        ...claimsOf(shown, known ?? body, title),
        iat: Math.floor(now / 1000),
        exp: Math.floor(expires / 1000),
      };
      const token =
        isAccess || saysJwt(node)
          ? jwt({ ...claims, jti: randomHex(new Random(hashOf(seed)), 16) })
          : opaque(node, seed);
      tokens.issue(token, /refresh|key/i.test(steps.at(-1) ?? "") ? Infinity : expires, user);
      shown = withValue(shown, steps, token);
    }
    for (const { steps, write } of ends)
      if (isObject(shown) && partAt(shown, steps) !== undefined) shown = withValue(shown, steps, write(expires));
    if (header?.known !== undefined) tokens.issue(/=([^;]*)/.exec(header.known)?.[1] ?? "", Infinity, user);
    const made =
      isCookie && header.known === undefined ? randomHex(new Random(hashOf(`${cookie} ${tokens.next()}`)), 32) : "";
    if (made !== "") tokens.issue(made, expires, user);
    return {
      text: shown === undefined || shown === first ? text : writeJson(shown),
      lines: made === "" ? [] : ["Set-Cookie", `${cookie ?? ""}=${made}; Path=/; HttpOnly`],
    };
  };
}

/** An answer whose user is the one who logged in; it may be in an envelope. */
function withUser(shown: JsonObject, known: User | JsonObject): JsonObject {
  const own = userObject(shown);
  const [name, value] =
    Object.entries<JsonValue>(shown).find(([, one]) => one === own || (isObject(one) && userObject(one) === own)) ?? [];
  if (name === undefined || !isObject(own) || !isObject(value)) return shown;
  return { ...shown, [name]: value === own ? likened(own, known as JsonObject) : withUser(value, known) };
}

/** What else a login says of its user. */
const MOST_SAID = 20;

function saidOf(user: JsonValue | undefined): Record<string, JsonValue> {
  if (!isObject(user)) return {};
  const said = Object.entries<JsonValue>(user).filter(
    ([name, value]) =>
      !TOKENS.test(name) && (typeof value === "boolean" || (typeof value === "string" && value.length < 200)),
  );
  return Object.fromEntries(said.slice(0, MOST_SAID));
}

/** True for an operation that ends the client's session. */
export function endsSession({ path, id, method }: Operation): boolean {
  return (
    ENDING.test(`${path} ${id}`) || (method === "DELETE" && /session|token|log-?in/i.test(path.split("/").at(-1) ?? ""))
  );
}

function saysJwt({ annotations: { description = "", examples }, form }: SchemaNode): boolean {
  return (
    /\bJWT\b|JSON Web Token/i.test(description) ||
    form.formats.includes("jwt") ||
    examples.some((one) => typeof one === "string" && one.startsWith("eyJ"))
  );
}

/** A token in the shape of the example, or of hexadecimal digits. */
function opaque({ annotations: { examples } }: SchemaNode, seed: string): string {
  const random = new Random(hashOf(seed));
  const example = examples.find((one) => typeof one === "string" && one.length >= 8) as string | undefined;
  return (example === undefined ? undefined : likeExample(example, random)) ?? randomHex(random, 40);
}

/** The seconds that an answer says its token is valid. */
function lifetimeOf(shown: JsonValue | undefined): number {
  if (!isObject(shown)) return USUAL;
  for (const [name, value] of Object.entries<JsonValue>(shown)) {
    if (/^expires_?in$/i.test(name) && typeof value === "number") return value;
    if (isObject(value) && lifetimeOf(value) !== USUAL) return lifetimeOf(value);
  }
  return USUAL;
}

/** Who a token is about: the user in the answer, or who logged in. */
function claimsOf(shown: JsonObject, body: JsonValue | undefined, issuer: string): JsonObject {
  const { id, email, username } = userIn(userObject(shown), shown, body);
  return { iss: issuer, sub: String(id ?? email ?? username ?? "user"), ...(email === undefined ? {} : { email }) };
}

/** A token signed with a key of this start: only what was issued is accepted. */
function jwt(claims: JsonObject): string {
  const text = [{ alg: "HS256", typ: "JWT" }, claims].map((part) => base64url(writeJson(part))).join(".");
  const crypto = typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:crypto");
  const signature = crypto?.createHmac("sha256", signingKey()).update(text).digest("base64url");
  return `${text}.${signature ?? base64url(randomHex(new Random(hashOf(signingKey() + text)), 32))}`;
}

const signingKey = lazy(() => globalThis.crypto.randomUUID());

function base64url(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
