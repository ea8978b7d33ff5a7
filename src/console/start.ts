// What a form starts with: a request that works. It is like something that the store has, as far as the request may say it.
import { itemsOf, parametersIn } from "./data/items.ts";
import { type Json, get, isObject, list, show } from "./data/json.ts";
import type { Operation, Served } from "./data/served.ts";
import { bodyOf, follow, parametersOf, propertiesOf, sampleOf, typesOf } from "./data/spec.ts";

/** The most entries of a list to begin with. */
const MOST = 2;

/** A value for a schema, like a known one where that has the same properties. */
export function startValue(spec: Json, schema: Json | undefined, known: Json | undefined, depth = 0): Json {
  const own = follow(spec, schema);
  const [type = ""] = typesOf(spec, own);
  if (type === "object" && depth < 6 && propertiesOf(spec, own).length > 0)
    return Object.fromEntries(
      propertiesOf(spec, own).flatMap(({ name, schema: part, required }) => {
        if (get(follow(spec, part), "readOnly") === true) return [];
        const same = get(known, name);
        if (same === undefined && !required) return [];
        // A body may have the thing in an envelope.
        const inside = same ?? (typesOf(spec, part)[0] === "object" ? known : undefined);
        return [[name, startValue(spec, part, inside, depth + 1)]];
      }),
    );
  if (type === "array" && depth < 6) {
    const items = get(own, "items");
    if (Array.isArray(known))
      return (known as readonly Json[]).slice(0, MOST).map((one) => startValue(spec, items, one, depth + 1));
    return [startValue(spec, items, undefined, depth + 1)];
  }
  return known === undefined || isObject(known) !== (type === "object") ? sampleOf(spec, schema) : known;
}

/** The values of an operation's parameters by "path name", and its body: those of something that is there. */
export async function startOf(
  served: Served,
  spec: Json,
  operation: Operation,
): Promise<{ readonly values: ReadonlyMap<string, string>; readonly body: Json | undefined }> {
  const values = new Map<string, string>();
  for (const { place, name, required, schema, example } of parametersOf(spec, operation))
    if (required) values.set(`${place} ${name}`, show(example ?? sampleOf(spec, schema)));
  for (const name of parametersIn(operation.path)) {
    const to = operation.path.slice(0, operation.path.indexOf(`{${name}}`) + name.length + 2);
    const resource = served.resources.find(({ item }) => item === to);
    const [first] = resource === undefined ? [] : await itemsOf(resource);
    const id = get(first, resource?.identifier ?? "");
    if (id !== undefined) values.set(`path ${name}`, show(id));
  }
  const wanted = bodyOf(spec, operation);
  if (wanted === undefined) return { values, body: undefined };
  const resource = served.resources.find(({ name }) => name === operation.resource);
  const items = resource === undefined ? [] : await itemsOf(resource);
  const body = wanted.example ?? startValue(spec, wanted.schema, items[0]);
  return {
    values,
    body: operation.role === "create" ? renewed(body, resource?.identifier ?? "", list({ items }, "items")) : body,
  };
}

/** A body with an identifier of its own, where the client chooses that. */
function renewed(body: Json, identifier: string, items: readonly Json[]): Json {
  const id = get(body, identifier);
  if (!isObject(body) || !items.some((one) => show(get(one, identifier)) === show(id))) return body;
  const fresh =
    typeof id === "string"
      ? /^[\da-f]{8}-/i.test(id)
        ? crypto.randomUUID()
        : `${id}-${items.length + 1}`
      : items.length + 1_000;
  return { ...body, [identifier]: fresh };
}
