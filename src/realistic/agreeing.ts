// What somebody would compare within one generated thing: a maximum is not below its minimum, an address fits the name,
// and a file is called after its type.
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";
import { plainName } from "../document/names.ts";
import type { ValuePlace } from "../schema/generate/place.ts";

/** The same value, generated, in which the parts of each object agree. */
export function agreeing(value: JsonValue, place: ValuePlace): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((one, index) => agreeing(one, place.item(index)));
  if (!isObject(value)) return value;
  const parts = Object.entries<JsonValue>(value).map(([name, part]): [string, JsonValue] =>
    typeof part === "object" && part !== null ? [name, agreeing(part, place.property(name))] : [name, part],
  );
  return { ...Object.fromEntries(parts), ...bounded(value), ...addressed(value, place), ...filed(value, place) };
}

const BOUNDS = [/max(?:imum)?/, /highest|high/, /upper/, /end(?=year)/, /to(?=year)|(?<=year)to/] as const;
const LEAST = ["min", "low", "lower", "start", "from"] as const;

/** A maximum and a minimum that stood the wrong way round. */
function bounded(object: JsonObject): JsonObject {
  const numbers = Object.entries<JsonValue>(object).filter(([, value]) => typeof value === "number");
  const swapped = numbers.flatMap(([name, most]): [string, JsonValue][] => {
    const at = BOUNDS.findIndex((one) => one.test(plainName(name)));
    const wanted = at < 0 ? "" : plainName(name).replace(BOUNDS[at] as RegExp, LEAST[at] as string);
    const [other, least] =
      numbers.find(
        ([one]) =>
          plainName(one)
            .replace(/minimum/, "min")
            .replace(/lowest/, "low") === wanted,
      ) ?? [];
    return other === undefined || (least as number) <= (most as number)
      ? []
      : [
          [name, least as number],
          [other, most],
        ];
  });
  return Object.fromEntries(swapped);
}

const NAME = /^(?:full|display|company|business)?name$/;
const TITLES = /\b(?:dr|prof|mr|mrs|ms|gmbh|ltd|inc|llc|ag|co|corp|plc)\b\.?|&/gi;

/** The address of somebody whose name is the document's example. */
function addressed(object: JsonObject, place: ValuePlace): JsonObject {
  const entries = Object.entries<JsonValue>(object);
  const isShown = (name: string, value: JsonValue): boolean => place.property(name).examples.includes(value);
  const [, name] = entries.find(([one, value]) => NAME.test(plainName(one)) && isShown(one, value)) ?? [];
  const [mail, former] =
    entries.find(([one, value]) => /^e-?mail/i.test(one) && typeof value === "string" && value.includes("@")) ?? [];
  if (typeof name !== "string" || mail === undefined || typeof former !== "string" || isShown(mail, former)) return {};
  const plain = name
    .replace(TITLES, "")
    .normalize("NFKD")
    .replaceAll(/[^\w ]/g, "")
    .trim()
    .toLowerCase();
  return plain === "" ? {} : { [mail]: plain.replaceAll(/\s+/g, ".") + former.slice(former.indexOf("@")) };
}

const ENDINGS: ReadonlyMap<string, string> = new Map(
  "image/png png|image/jpeg jpg|image/gif gif|image/webp webp|image/svg+xml svg|application/pdf pdf|text/plain txt|text/csv csv|video/mp4 mp4|audio/mpeg mp3|application/json json|application/zip zip"
    .split("|")
    .map((line) => line.split(" ") as [string, string]),
);

/** The name and the kind of a file, by its type. */
function filed(object: JsonObject, place: ValuePlace): JsonObject {
  const entries = Object.entries<JsonValue>(object);
  const type = entries.find(
    ([one, value]) => /^(?:content|mime|media)_?type$/i.test(one) && typeof value === "string" && ENDINGS.has(value),
  )?.[1];
  const named = entries.find(([one]) => /^(?:original)?(?:file)?name$/.test(plainName(one)));
  if (typeof type !== "string" || typeof named?.[1] !== "string" || place.property(named[0]).examples.length > 0)
    return {};
  const kinds = [type.split("/")[0], "document", "file", "other"];
  const told = entries.flatMap(([name, value]): [string, JsonValue][] => {
    const part = place.property(name);
    const kind = /^(?:type|kind|category)$/.test(name)
      ? kinds.find((one) => part.form.values?.includes(one ?? ""))
      : undefined;
    if (kind !== undefined) return [[name, kind]];
    const isFlat = /^(?:width|height)$/.test(name) && kinds[0] !== "image" && part.form.types?.has("null") === true;
    if (isFlat) return [[name, null]];
    const isNamed = name === named[0] && typeof value === "string" && /\.\w+$/.test(value);
    return isNamed ? [[name, value.replace(/\w+$/, ENDINGS.get(type) ?? "")]] : [];
  });
  return Object.fromEntries(told);
}
