// What the properties of a thing say about other things and about its own parts: references name items that exist,
// customerName is the name of that customer, itemCount the length of its lines, a total the sum of quantity and price.
import type { Document } from "../../document/document.ts";
import {
  type Scalar,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  isObject,
  ownValue,
  scalarText,
} from "../../json/value.ts";
import { plainName, singular, wordsOf } from "../../resource/paths.ts";
import type { Resource } from "../../resource/model.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import { layeredValue } from "../../schema/generate/seeded-values.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { type SchemaNode, isType, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { lazy } from "../../memo.ts";
import { type Echoes, echoesOf } from "./echoes.ts";
import { type Relating, type Rule, TAIL, chosen, referenceIn, referenceStem, referring } from "./references.ts";
import { type Total, countOf, sumOf, totalOf } from "./totals.ts";

const live = (valueOf: Rule["valueOf"]): Rule => ({ isLive: true, valueOf });

interface Level {
  readonly rules: readonly (readonly [name: string, rule: Rule])[];
  readonly inner: ReadonlyMap<string, Level>;
}

/** How deep relations are looked for. */
const DEEP = 3;
const MOST_PROPERTIES = 400;
/** People that other things name by what they do. */
const PEOPLE = new Set("owner author creator assignee reporter reviewer sender manager agent user by".split(" "));
const HOUSES = new Set("user member people person account employee agent".split(" "));

/** The relations of the values of one schema. */
export class Relations {
  readonly #document: Document;
  readonly #targets: ReadonlyMap<string, Resource>;
  readonly #own: Resource;
  readonly #top: Level;
  readonly #echoes: () => Echoes | undefined;
  #left = MOST_PROPERTIES;

  /**
   * @param resources those that values may refer to
   * @param own the resource that the values are about
   * @param taken what clients send: they decide about these properties
   */
  constructor(
    document: Document,
    resources: readonly Resource[],
    {
      own,
      shown,
      taken,
    }: { readonly own: Resource; readonly shown: SchemaNode; readonly taken?: SchemaNode | undefined },
  ) {
    this.#document = document;
    this.#own = own;
    this.#echoes = lazy(() => echoesOf(shown, own.identifier.steps[0]));
    const named = resources.filter(({ scope }) => scope.length === 0);
    this.#targets = new Map(named.toReversed().map((one) => [singular(plainName(one.name)), one] as const));
    this.#top = this.#levelOf(shown, taken, DEEP) ?? { rules: [], inner: new Map() };
  }

  /** True if something changes with other things, so that things cannot be shown as they are stored. */
  get isLive(): boolean {
    return isLive(this.#top);
  }

  apply(value: JsonObject, relating: Relating): JsonObject {
    const echoed = relating.isNew ? (this.#echoes()?.(value, relating.sent) ?? value) : value;
    const made = related(this.#top, echoed, relating);
    return isObject(made) ? made : echoed;
  }

  #levelOf(node: SchemaNode, taken: SchemaNode | undefined, deep: number): Level | undefined {
    const properties = propertiesIn(node);
    this.#left -= properties.size;
    if (this.#left < 0 || deep < 0) return undefined;
    const rules: (readonly [string, Rule])[] = [];
    const inner = new Map<string, Level>();
    for (const [name, part] of properties) {
      const sent = taken && propertiesIn(taken).get(name);
      const rule = this.#ruleOf(name, part, properties, { isSent: sent !== undefined, isTop: deep === DEEP });
      if (rule !== undefined) rules.push([name, rule]);
      const below = part.items ?? part;
      if (propertiesIn(below).size === 0) continue;
      const level = this.#levelOf(below, sent?.items ?? sent, deep - 1);
      if (level !== undefined && !isBare(level)) inner.set(name, level);
    }
    return { rules: rules.toSorted(([a], [b]) => Number(isSum(a)) - Number(isSum(b))), inner };
  }

  #ruleOf(
    name: string,
    part: SchemaNode,
    around: ReadonlyMap<string, SchemaNode>,
    { isSent, isTop }: { readonly isSent: boolean; readonly isTop: boolean },
  ): Rule | undefined {
    const target = this.#targetOf(name, part);
    if (target !== undefined)
      return isTop && name === this.#own.identifier.steps[0] ? undefined : referring(name, target);
    if (isSent) return undefined;
    const embedded = this.#embeddedIn(name, part);
    if (embedded !== undefined) return this.#embedding(name, part, embedded);
    return (
      this.#copyOf(name, part, around) ??
      derived(sumOf(name, part, around) ?? countOf(name, part, around) ?? totalOf(name, part))
    );
  }

  /** The resource whose items a property refers to by their identifiers. */
  #targetOf(name: string, part: SchemaNode): Resource | undefined {
    if (!isType(part, "string") && !isType(part, "integer")) return undefined;
    if (part.form.values !== undefined || part.form.formats.some((format) => /^(date|uri|url|email)/.test(format)))
      return undefined;
    const words = wordsOf(name);
    const isTailed = words.length > 1 && TAIL.test(words.at(-1) ?? "");
    const stem = isTailed ? words.slice(0, -1) : words;
    const target = this.#resourceNamed(stem, isTailed);
    if (
      target === undefined ||
      (target === this.#own && !/parent|previous|next|original|related/.test(words.join(" ")))
    )
      return undefined;
    const isSameKind = isType(part, "integer") === (target.identifier.kind === "integer");
    return isSameKind || isType(part, "string") ? target : undefined;
  }

  #resourceNamed(words: readonly string[], mayEnd: boolean): Resource | undefined {
    const exact = this.#targets.get(singular(words.join("")));
    if (exact !== undefined || !mayEnd) return exact;
    const last = words.at(-1) ?? "";
    const own = this.#targets.get(singular(last));
    if (own !== undefined || !PEOPLE.has(last)) return own;
    return [...this.#targets].find(([thing]) => HOUSES.has(thing))?.[1];
  }

  /** The resource whose items a property shows inside. */
  #embeddedIn(name: string, part: SchemaNode): Resource | undefined {
    if (!isType(part, "object") || part.items !== undefined) return undefined;
    const target = this.#resourceNamed(wordsOf(name), false) ?? this.#sameAs(part);
    if (target === undefined || target === this.#own) return undefined;
    const [step] = target.identifier.steps;
    return step !== undefined && target.identifier.steps.length === 1 && propertiesIn(part).has(step)
      ? target
      : undefined;
  }

  #sameAs(part: SchemaNode): Resource | undefined {
    const named = [...this.#targets.values()];
    return named.find(({ item }) => schemaAt(this.#document, item.pointer, "response").home === part.home);
  }

  #embedding(name: string, part: SchemaNode, target: Resource): Rule {
    const step = target.identifier.steps[0] ?? "";
    const node = schemaAt(this.#document, target.item.pointer, "response");
    const place = ValuePlace.at(this.#document, part.pointer, "response");
    return live((object, relating) => {
      const own = ownValue(object, name);
      if (own === undefined || own === null) return undefined;
      const named = referenceIn(name, relating.sent) ?? referenceIn(name, object) ?? referenceIn(name, relating.whole);
      const shown = isObject(own) ? ownValue(own, step) : undefined;
      const isKnown = shown !== undefined && relating.others.find(target, shown) !== undefined;
      const id = named ?? (relating.isNew && !isKnown ? chosen(relating, target, name) : shown);
      const item = id === undefined ? undefined : relating.others.find(target, id);
      // Nobody knows what else an unknown thing is, but it is the one that was named.
      if (item === undefined) return named !== undefined && isObject(own) ? { ...own, [step]: named } : undefined;
      if (part.home === node.home) return item;
      return layeredValue(place, hashOf(scalarText(id as Scalar)), { kind: "view" }, { kept: item, taken: node });
    });
  }

  /** `customerName` is the name of the customer that `customerId` refers to. */
  #copyOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
    const words = wordsOf(name);
    for (let at = words.length - 1; at > 0; at--) {
      const target = this.#resourceNamed(words.slice(0, at), true);
      if (target === undefined || target === this.#own) continue;
      const stem = words.slice(0, at).join("");
      const wanted = words.slice(at).join("");
      const source = [...propertiesIn(schemaAt(this.#document, target.item.pointer, "response"))].find(
        ([one, node]) => plainName(one) === wanted && node.types?.[0] === part.types?.[0],
      );
      const reference = [...around.keys()].find((one) => referenceStem(one) === stem);
      if (source === undefined || (reference === undefined && at < 1)) continue;
      return live((object, { others, whole }) => {
        const id = referenceIn(stem, object) ?? referenceIn(stem, whole);
        const item = id === undefined ? undefined : others.find(target, id);
        return item === undefined ? undefined : ownValue(item, source[0]);
      });
    }
    return undefined;
  }
}

function isBare({ rules, inner }: Level): boolean {
  return rules.length === 0 && inner.size === 0;
}

function isLive({ rules, inner }: Level): boolean {
  return rules.some(([, rule]) => rule.isLive) || [...inner.values()].some(isLive);
}

function related({ rules, inner }: Level, value: JsonValue, relating: Relating): JsonValue {
  if (Array.isArray(value)) {
    const { sent, about } = relating;
    return (value as JsonArray).map((one, at) => {
      const own = Array.isArray(sent) ? (sent as JsonArray)[at] : undefined;
      return related({ rules, inner }, one, { ...relating, sent: own, about: `${about}/${at}`, whole: undefined });
    });
  }
  if (!isObject(value)) return value;
  let object = value;
  for (const [name, level] of inner) {
    const own = ownValue(object, name);
    if (own === undefined || typeof own !== "object") continue;
    const sent = isObject(relating.sent) ? ownValue(relating.sent, name) : undefined;
    object = {
      ...object,
      [name]: related(level, own, {
        ...relating,
        sent,
        about: `${relating.about}/${name}`,
        whole: undefined,
      }),
    };
  }
  for (const [name, rule] of rules) {
    if (!Object.hasOwn(object, name) || (isObject(relating.sent) && Object.hasOwn(relating.sent, name))) continue;
    const made = rule.valueOf(object, relating);
    if (made !== undefined) object = { ...object, [name]: made };
  }
  return object;
}

const isSum = (name: string): boolean => /total|amount|sum/i.test(name);

function derived(total: Total | undefined): Rule | undefined {
  return total === undefined ? undefined : live((object, { whole }) => total(object, whole ?? object));
}
