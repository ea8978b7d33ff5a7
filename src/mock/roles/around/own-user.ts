// "/me" and its like: who logged in is who is shown. The user of a token is known from the login: by what it answered and
// what it was sent; and where the store has that user, by the store.
import type { Operation } from "../../../contract/model.ts";
import { only } from "../../../json/parts.ts";
import { readJson } from "../../../json/read.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";
import type { Role } from "../../../resource/model.ts";
import { isOwnUser } from "../../../resource/askers.ts";
import { EMAIL, ID, USERNAME, isPersonal, likened, saidIn } from "../../relations/itself/users.ts";
import { jsonResponse } from "../../response.ts";
import type { World } from "../../world.ts";
import type { Behaviour, BehaviourBasis, MockRequest } from "../basis.ts";

/** A behaviour that shows the user of the request's token; the same behaviour elsewhere. */
export function withOwnUser(operation: Operation, role: Role, behaviour: Behaviour): Behaviour {
  if (!isOwnUser(operation)) return behaviour;
  return (request, world) => {
    let user = tokenUser(request, world);
    const answer = behaviour(request, world);
    if (user === undefined || answer.kind !== "answer" || answer.text === undefined || answer.status >= 300)
      return answer;
    // What the user has changed since is no longer as it was at the login.
    if (role !== "fetch" && isObject(request.body)) {
      const changed = changedBy(user, saidIn(request.body));
      world.tokens.tell(user, changed);
      user = changed;
    }
    const reading = readJson(answer.text, Infinity);
    if ("fault" in reading) return answer;
    const stored = storedUser(world, user);
    const whole = { ...stored.item, ...user };
    const schema = jsonResponse(operation, answer.status)?.schema;
    // What users can have and this one has not is that of somebody else.
    const lacking = stored.names.filter((name) => !Object.hasOwn(whole, name));
    const shown = [lacking, []]
      .map((names) => shownAs(reading.value, whole, new Set(names)))
      .find((one) => schema?.validate(one).length === 0);
    return shown === undefined ? answer : { ...answer, text: writeJson(shown) };
  };
}

/**
 * Who asks: the user of the token, as "/me" shows it.
 * @param me what shows the user; undefined if the document has no such operation
 */
export function askerBy(me: Behaviour | undefined): NonNullable<BehaviourBasis["asker"]> {
  return ({ header }, world) => {
    const request: MockRequest = { values: [], ...(header === undefined ? {} : { header }) };
    const user = tokenUser(request, world);
    const known = user && { ...storedUser(world, user).item, ...user };
    const answer = me?.(request, world);
    if (answer?.kind !== "answer" || answer.text === undefined || answer.status >= 300) return known;
    const reading = readJson(answer.text, Infinity);
    const shown = "fault" in reading ? undefined : reading.value;
    if (!isObject(shown)) return known;
    // It may be in an envelope.
    const [only, more] = Object.values<JsonValue>(shown).filter(isObject);
    const isPlain = Object.keys(shown).some((name) => [ID, EMAIL, USERNAME].some((kind) => kind.test(name)));
    return { ...known, ...(isPlain || only === undefined || more !== undefined ? shown : only) };
  };
}

const tokenUser = (request: MockRequest, { tokens }: World): JsonObject | undefined =>
  tokens.userIn(`${headerOf(request, "authorization")}\n${headerOf(request, "cookie")}`);

const headerOf = ({ header }: MockRequest, name: string): string => header?.(name) ?? "";

/** How much of what a user changes is remembered with the token. */
const MOST_NAMES = 50;
const LONGEST = 1_000;

function changedBy(known: JsonObject, changes: JsonObject): JsonObject {
  const user: Record<string, JsonValue> = { ...known };
  for (const [name, value] of Object.entries<JsonValue>(changes)) {
    const isKnown = Object.hasOwn(user, name);
    if ((isKnown || Object.keys(user).length < MOST_NAMES) && writeJson(value).length <= LONGEST)
      Object.defineProperty(user, name, { value, writable: true, enumerable: true, configurable: true });
    else if (isKnown) delete user[name];
  }
  return user;
}

/** Items of a collection that are looked at. */
const MOST_LOOKED_AT = 1_000;

interface StoredUser {
  readonly item: JsonObject;
  /** What such items can have. */
  readonly names: readonly string[];
}

/** The item of the store that is this user; an empty one if there is none. */
function storedUser(world: World, user: JsonObject): StoredUser {
  const wanted = Object.entries<JsonValue>(user).filter(([name]) => isPersonal(name));
  if (wanted.length === 0) return { item: {}, names: [] };
  for (const collection of world.collections) {
    const names = collection.resource.properties.map(({ name }) => name);
    if (!names.some(isPersonal)) continue;
    const found = collection.items({ limit: MOST_LOOKED_AT }).find(({ item }) => isUser(item, wanted));
    if (found !== undefined) return { item: found.item, names };
  }
  return { item: {}, names: [] };
}

const isUser = (item: JsonObject, wanted: readonly (readonly [string, JsonValue])[]): boolean =>
  wanted.some(([name, value]) => {
    const kind = EMAIL.test(name) ? EMAIL : USERNAME;
    return Object.entries<JsonValue>(item).some(([own, other]) => kind.test(own) && other === value);
  });

/** A value in which the properties of a user are this user's, at the top or in the object inside. */
function shownAs(value: JsonValue, user: JsonObject, lacking: ReadonlySet<string>): JsonValue {
  if (!isObject(value)) return value;
  const own = likened(value, user);
  if (own !== value) return isObject(own) ? only(own, (name) => !lacking.has(name)) : own;
  const parts = Object.entries<JsonValue>(value).filter(([, part]) => isObject(part));
  const [first] = parts;
  return first === undefined || parts.length > 1 ? value : { ...value, [first[0]]: shownAs(first[1], user, lacking) };
}
