// What an example says twice. If the example of `full_name` has those of `owner.login` and `name` in it, the full name of
// another thing has that thing's; and an address with the example's identifier gets the identifier of the thing itself.
import { type JsonObject, type JsonValue, isObject, scalarText } from "../../../json/value.ts";
import { plainName } from "../../../resource/paths.ts";
import { type SchemaNode, propertiesIn } from "../../../schema/normal/schema-node.ts";
import { partAt, withValue } from "../../../json/parts.ts";

/** Properties that other ones repeat. */
const REPEATED =
  /^(id|gid|sid|uuid|name|slug|login|username|handle|key|number|code|node_?id|full_?name|path|tag_?name)$/i;
/** Properties that may say what a thing is called once more. */
const CALLED = /^(summary|label|caption|(display|short|full)_?(name|title)|title)$/i;
/** Addresses of the thing itself. */
const OWN = /^(permalink(url)?|(html|web|api|self)?(url|uri|link|href)|self)$/;
/** A part of an address that looks like an identifier. */
const KEY = /\d{5,}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}/g;
const SHORTEST = 3;
const MOST_TARGETS = 200;

interface Leaf {
  readonly steps: readonly string[];
  readonly text: string;
}

/** Makes the repeating texts of an object anew. @param sent what the client sent stays */
export type Echoes = (object: JsonObject, sent: JsonValue | undefined) => JsonObject;

/** @param id the property that identifies the thing */
export function echoesOf(
  shown: SchemaNode,
  id: string | undefined,
  examples: readonly JsonValue[] = [],
): Echoes | undefined {
  // The example of a part of an `allOf` says less than one of the whole.
  const wholes = [...shown.annotations.examples, ...examples].filter(isObject);
  const leaves = [
    ...leavesOf(
      shown,
      wholes.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length),
    ),
  ].sort((a, b) => a.text.length - b.text.length);
  const sources = leaves.filter(
    ({ steps, text }) => REPEATED.test(steps.at(-1) ?? "") && text.length >= SHORTEST && !text.includes("://"),
  );
  const repeating = leaves.slice(0, MOST_TARGETS).flatMap((leaf): Rule[] => {
    const own = sources.filter((one) => one !== leaf && one.text !== leaf.text && hasPart(leaf.text, one.text));
    if (own.length > 0) return [{ ...leaf, sources: own.toReversed() }];
    const same =
      leaf.steps.length === 1 && CALLED.test(leaf.steps[0] ?? "") && sources.find((one) => isSame(one, leaf));
    if (same) return [{ ...leaf, sources: [same] }];
    const isOwn = leaf.steps.length === 1 && OWN.test(plainName(leaf.steps[0] ?? "")) && id !== undefined;
    const [key, another] = isOwn ? (leaf.text.match(KEY) ?? []) : [];
    return key === undefined || another !== undefined ? [] : [{ ...leaf, sources: [{ steps: [id ?? ""], text: key }] }];
  });
  const rules = [...fullNameIn(shown), ...repeating];
  if (rules.length === 0) return undefined;
  return (object, sent) => rules.reduce((made, rule) => applied(made, rule, sent), object);
}

interface Rule extends Leaf {
  readonly sources: readonly Leaf[];
}

/** The full name of what somebody owns, without an example: `zoe/hello`. */
function fullNameIn(shown: SchemaNode): Rule[] {
  const properties = propertiesIn(shown);
  const [name, node] = [...properties].find(([one]) => plainName(one) === "fullname") ?? [];
  const [owner, part] = [...properties].find(([one]) => /^(owner|namespace|organi[sz]ation)$/i.test(one)) ?? [];
  const login = ["login", "username", "slug", "name"].find((one) => part !== undefined && propertiesIn(part).has(one));
  const isLeft = node === undefined || node.annotations.examples.length + shown.annotations.examples.length > 0;
  if (isLeft || name === undefined || owner === undefined || login === undefined || !properties.has("name")) return [];
  const sources = [
    { steps: [owner, login], text: "OWNER" },
    { steps: ["name"], text: "NAME" },
  ];
  return [{ steps: [name], text: "OWNER/NAME", sources }];
}

function* leavesOf(shown: SchemaNode, examples: readonly JsonValue[]): Generator<Leaf> {
  for (const [name, part] of propertiesIn(shown)) {
    yield* leafAt([name], part, examples);
    if (part.items === undefined && part.home !== shown.home)
      for (const [inner, one] of propertiesIn(part))
        yield* leafAt([name, inner], one, examples, part.annotations.examples);
  }
}

function* leafAt(
  steps: readonly string[],
  { annotations, form }: SchemaNode,
  whole: readonly JsonValue[],
  around: readonly JsonValue[] = [],
): Generator<Leaf> {
  const found = [partAt(whole[0], steps), partAt(around[0], steps.slice(-1)), annotations.examples[0]];
  const example = found.find((one) => typeof one === "string" || typeof one === "number");
  if (example !== undefined && form.values === undefined) yield { steps, text: String(example) };
}

const isSame = (one: Leaf, leaf: Leaf): boolean =>
  one !== leaf && one.steps.length === 1 && /name$|title$/i.test(one.steps[0] ?? "") && one.text === leaf.text;

/** True if a text has another one in it, and not only as a part of a word. */
function hasPart(text: string, part: string): boolean {
  return text.length > part.length && patternOf([part]).test(text);
}

function patternOf(parts: readonly string[]): RegExp {
  const escaped = parts.map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\w-])(?:${escaped.join("|")})(?![\w-])`, "g");
}

function applied(object: JsonObject, { steps, text, sources }: Rule, sent: JsonValue | undefined): JsonObject {
  const known = partAt(object, steps);
  if (typeof known !== "string" || partAt(sent, steps) !== undefined) return object;
  const values = new Map<string, string>();
  for (const source of sources) {
    const value = partAt(object, source.steps);
    if (value !== undefined && typeof value !== "object") values.set(source.text, scalarText(value));
  }
  // What repeats several things that a thing may have follows those that it has.
  if (sources.some((source) => !values.has(source.text))) return object;
  const isAddress = text.includes("://");
  const made = text.replaceAll(patternOf([...values.keys()]), (part) => {
    const value = values.get(part) ?? part;
    return isAddress ? encodeURI(value) : value;
  });
  return made === known ? object : (withValue(object, steps, made) as JsonObject);
}
