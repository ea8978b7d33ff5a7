// A single thing in the place of a collection, for what is only written for collections.
import type { Resource, Singleton } from "./model.ts";

/** A singleton is stored like an item of a collection, under its path. */
export function standInOf({ name, path, scope, parent, item, properties, operations, shapes }: Singleton): Resource {
  return {
    kind: "collection",
    name,
    collection: path,
    scope,
    item,
    properties,
    operations,
    shapes,
    ...(parent === undefined ? {} : { parent }),
    identifier: {
      property: "",
      steps: [],
      kind: "text",
      schema: { pointer: item.pointer, origin: "absent", validate: () => [] },
    },
    filters: [],
    cursors: [],
    arranging: new Map(),
    upserts: false,
    listed: { least: 0, most: Infinity },
  };
}
