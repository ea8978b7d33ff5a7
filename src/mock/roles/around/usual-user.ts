// As whom anybody is shown who has not said who it is: the first of the people that the store has.
import type { Document } from "../../../document/document.ts";
import type { JsonObject } from "../../../json/value.ts";
import { lazy } from "../../../memo.ts";
import type { Resource } from "../../../resource/model.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../../schema/normal/schema-node.ts";
import { isPersonal } from "../../relations/itself/users.ts";
import { othersIn } from "../../relations/others/others.ts";
import { idOf } from "../../../resource/items/identify.ts";
import type { Families } from "../../items/scope.ts";
import type { World } from "../../world.ts";

const PEOPLE = /^(users?|members?|accounts?|employees?|staff|people|persons?|profiles?|agents?|operators?|admins?)$/i;

/** @param own the schema of the operation's own user */
export function usualUser(
  document: Document,
  families: Families,
  own: SchemaNode,
): (world: World, shown: JsonObject) => JsonObject | undefined {
  const isPerson = ({ name, scope, item, properties }: Resource): boolean => {
    if (scope.length > 0) return false;
    if (schemaAt(document, item.pointer, "response").home === own.home) return true;
    const names = properties.map((property) => property.name);
    const isKnown = names.some(isPersonal);
    return (
      isKnown && PEOPLE.test(name) && [...propertiesIn(own).keys()].filter((one) => names.includes(one)).length > 2
    );
  };
  const people = lazy(() => families.resources.find(isPerson));
  return (world, shown) => {
    const resource = people();
    if (resource === undefined) return undefined;
    // The document's example of who asks is one of them.
    const known = othersIn(world, families).find(resource, idOf(resource.identifier, shown) ?? null);
    return known ?? world.collection(families.of(resource).at).items({ limit: 1 })[0]?.item;
  };
}
