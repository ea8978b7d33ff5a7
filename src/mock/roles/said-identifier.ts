// The identifier of a new item that follows from its body: one that the client chose, that of the thing it adds to another
// one, or one that is made of its title.
import { type JsonObject, ownValue } from "../../json/value.ts";
import { idOf } from "../../resource/items/identify.ts";
import type { Resource } from "../../resource/model.ts";
import type { Key } from "../../store/store.ts";
import { isSlug } from "../relations/itself/follows.ts";
import { slugFor } from "../relations/itself/slug.ts";
import type { Scope } from "../items/scope.ts";
import type { World } from "../world.ts";

/** Where the item will be. */
interface At {
  readonly world: World;
  readonly scope: Scope;
  readonly texts: readonly string[];
}

/**
 * @param body what was sent
 * @param named the same under the names of the items
 * @returns undefined if the service assigns it
 */
export function saidIdentifier(resource: Resource, at: At, body: JsonObject, named: () => JsonObject): Key | undefined {
  return chosenIn(resource, at, body) ?? addedIn(resource, at, body) ?? madeOf(resource, at, named);
}

function chosenIn({ identifier }: Resource, { world, scope }: At, body: JsonObject): Key | undefined {
  if (identifier.chosen !== true && identifier.kept !== true) return undefined;
  const value = idOf(identifier, body);
  return value === "" ? undefined : world.collection(scope.at).identifiers.keyOf(value);
}

/** The `file_id` of a file that is added to something, which the item's path also asks for. */
function addedIn(
  { identifier, scope: above }: Resource,
  { world, scope, texts }: At,
  body: JsonObject,
): Key | undefined {
  const { parameter, steps } = identifier;
  if (parameter === undefined || steps[0] === parameter.name || above.length === 0) return undefined;
  const value = ownValue(body, parameter.name);
  if (value === undefined || value === "" || identifier.schema.validate(value).length > 0) return undefined;
  const id = world.collection(scope.at).identifiers.keyOf(value);
  return id === undefined || scope.find(world, texts, id) !== undefined ? undefined : id;
}

/** How many items with the same title get a number in their slug; the service assigns an identifier to further ones. */
const MOST_NAMESAKES = 100;

function madeOf({ identifier }: Resource, { world, scope, texts }: At, named: () => JsonObject): Key | undefined {
  if (!isSlug(identifier.steps.at(-1) ?? "")) return undefined;
  const item = named();
  // Where the document refuses a second thing of a name, it gets no name of its own.
  if (scope.family.unique.includes(identifier.steps.at(-1) ?? "")) return slugFor(identifier, item, 0);
  for (let turn = 0; turn < MOST_NAMESAKES; turn++) {
    const key = slugFor(identifier, item, turn);
    if (key === undefined || scope.find(world, texts, key) === undefined) return key;
  }
  return undefined;
}
