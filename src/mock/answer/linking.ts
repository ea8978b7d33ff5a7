// Actions that add things to a list of an item or remove them from it, as their names say: `addTag`, `remove-members`.
import type { Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Scalar,
  isObject,
  ownValue,
  scalarText,
} from "../../json/value.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName, singular, stepsOf, wordsOf } from "../../resource/paths.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { layeredValue } from "../../schema/generate/seeded-values.ts";
import { propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { type Others, referenceStem } from "./references.ts";
import { Targets } from "./targets.ts";

/** Changes an item; undefined if its body names nothing. */
type Linking = (item: JsonObject, body: JsonValue | undefined, others: Others) => JsonObject | undefined;

/** @returns undefined for an action of another kind */
export function linking(
  document: Document,
  { path }: Operation,
  resource: Resource,
  resources: readonly Resource[],
): Linking | undefined {
  const [verb = "", ...words] = wordsOf(stepsOf(path).at(-1) ?? "");
  const isAdded = /^(add|attach|assign|link)$/.test(verb);
  if (words.length === 0 || (!isAdded && !/^(remove|detach|unassign|unlink)$/.test(verb))) return undefined;
  const thing = singular(words.join(""));
  const shown = propertiesIn(schemaAt(document, resource.item.pointer, "response"));
  const [name, node] = [...shown].find(([one]) => singular(plainName(one)) === thing) ?? [];
  const items = node?.items;
  if (name === undefined || items === undefined) return undefined;
  const targets = Targets.of(document, resources);
  const target = targets.like(items) ?? targets.named(words, true);
  const place = ValuePlace.at(document, items.pointer, "response");
  const step = target?.identifier.steps[0] ?? "id";
  const idOf = (one: JsonValue): JsonValue | undefined => (isObject(one) ? ownValue(one, step) : one);
  const textOf = (one: JsonValue): string => scalarText(idOf(one) as Scalar | undefined);
  return (item, body, others) => {
    const sent = Object.entries<JsonValue>(isObject(body) ? body : {}).filter(
      ([one]) => singular(referenceStem(singular(one))) === thing,
    );
    const wanted = sent.flatMap(([, one]) => (Array.isArray(one) ? (one as JsonArray) : [one]));
    if (wanted.length === 0) return undefined;
    const own = ownValue(item, name);
    const gone = new Set(wanted.map(textOf));
    const rest = (Array.isArray(own) ? (own as JsonArray) : []).filter((one) => !gone.has(textOf(one)));
    const made = wanted.map((one) => {
      const kept = target && others.find(target, idOf(one) ?? null);
      return layeredValue(place, hashOf(textOf(one)), { kind: "view" }, { sent: one, kept }) ?? one;
    });
    const next = { ...item, [name]: isAdded ? [...rest, ...made] : rest };
    return resource.item.validate(next).length > resource.item.validate(item).length ? undefined : next;
  };
}
