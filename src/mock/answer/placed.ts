// Where an answer has what was sent, if it groups properties in another way: `message` is in `commit.message`.
import type { Document } from "../../document/document.ts";
import { type JsonObject, ownValue } from "../../json/value.ts";
import { plainName } from "../../resource/paths.ts";
import { ValuePlace, suits } from "../../schema/generate/place.ts";
import type { Certain } from "../../realistic/evidence.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";

/** How deep is looked. */
const DEEP = 3;
const MOST = 600;
/** Names that say different things in different places. */
const COMMON = /^(id|name|type|title|status|state|kind|object|description|value|label|key|url|href|code|data|items)$/i;

/** Puts what was sent where the answer has it; the answer must have exactly one such place, and none at the top. */
export type Placing = (sent: JsonObject) => readonly Certain[];

export function placingOf(document: Document, item: Schema, taken: SchemaNode | undefined): Placing | undefined {
  if (taken === undefined) return undefined;
  const shown = schemaAt(document, item.pointer, "response");
  const top = new Set([...propertiesIn(shown).keys()].map(plainName));
  const wanted = new Map<string, string>();
  for (const [name] of propertiesIn(taken))
    if (!top.has(plainName(name)) && !COMMON.test(name)) wanted.set(plainName(name), name);
  if (top.size === 0 || wanted.size === 0) return undefined;
  const found = new Map<string, string[][]>();
  let left = MOST;
  const look = (node: SchemaNode, steps: readonly string[], homes: readonly string[]): void => {
    if (steps.length > DEEP || homes.includes(node.home)) return;
    for (const [name, part] of propertiesIn(node)) {
      if (left-- < 0) return;
      const own = wanted.get(plainName(name));
      if (own !== undefined && steps.length > 0 && !part.annotations.deprecated)
        found.set(own, [...(found.get(own) ?? []), [...steps, name]]);
      if (part.items === undefined) look(part, [...steps, name], [...homes, node.home]);
    }
  };
  look(shown, [], []);
  const places = [...found].flatMap(([name, [place, another]]) =>
    place === undefined || another !== undefined ? [] : [[name, place] as const],
  );
  if (places.length === 0 || left < 0) return undefined;
  const whole = ValuePlace.at(document, item.pointer, "response");
  return (sent) =>
    places.flatMap(([name, steps]): Certain[] => {
      const value = ownValue(sent, name);
      const part = steps.reduce((place, step) => place.property(step), whole);
      return value === undefined || (part.form.groups.length === 0 && suits(part, value) < 0) ? [] : [[steps, value]];
    });
}
