// Who registers is one of the people from then on: where the document lists them, and by the identifier that they have there.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../../json/value.ts";
import { isPersonal, userIn, userObject } from "../../relations/itself/users.ts";
import type { World } from "../../world.ts";

/** The answer to a registration, once its user is among the people of a world; the same answer if nothing lists them. */
export function registered(world: World, shown: JsonValue | undefined): JsonValue | undefined {
  const inner = userObject(shown);
  const user = inner ?? shown;
  if (!isObject(user) || !isObject(shown) || Object.keys(userIn(user)).length < 2) return shown;
  for (const collection of world.collections) {
    const { scope, properties, identifier, item, operations } = collection.resource;
    const [step = "", more] = identifier.steps;
    const names = new Set(properties.map(({ name }) => name));
    const isOne = Object.keys(user).every((name) => names.has(name)) && [...names].some(isPersonal);
    if (!isOne || scope.length > 0 || more !== undefined || ownValue(user, step) === undefined) continue;
    // What a creation adds is there already.
    if (operations.create !== undefined) return shown;
    const { family } = collection.plan;
    const id = collection.nextKey((key) => collection.store.fetch(key) !== undefined);
    const person: JsonObject = { ...user, [step]: id ?? null };
    if (id === undefined || item.validate(person).length > 0) continue;
    if (collection.add(family.keyOf(id, ""), family.pack(person, id, new Map())) === undefined) return shown;
    return inner === undefined ? person : withUser(shown, inner, person);
  }
  return shown;
}

/** A value with another object in place of one inside. */
const withUser = (shown: JsonObject, inner: JsonValue, person: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries<JsonValue>(shown).map(([name, value]) => [
      name,
      value === inner ? person : isObject(value) ? withUser(value, inner, person) : value,
    ]),
  );
