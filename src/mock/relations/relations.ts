// What the properties of a thing say about other things and about its own parts: references name items that exist,
// customerName is the name of that customer, itemCount the length of its lines, a total the sum of quantity and price.
import type { Document } from "../../document/document.ts";
import { type JsonObject, type Scalar, isObject, ownValue, scalarText } from "../../json/value.ts";
import { singular, wordsOf, thingOf } from "../../resource/paths.ts";
import type { Resource } from "../../resource/model.ts";
import { type SchemaNode, isType, propertiesIn } from "../../schema/normal/schema-node.ts";
import { keptFor, lazy } from "../../memo.ts";
import { isMaker, making } from "./askers.ts";
import { type Echoes, echoesOf } from "./echoes.ts";
import {
  type Relating,
  type Rule,
  ANOTHER,
  TAIL,
  chosen,
  isNamed,
  isProse,
  live,
  referenceIn,
  referring,
} from "./references.ts";
import { referringToSeveral, showingSeveral } from "./several.ts";
import { copyOf } from "./copies.ts";
import { embedding, isShortOf, listing, naming } from "./embedded.ts";
import { EARLIER, OF_OWN, earlier } from "./lineage.ts";
import { type Level, related } from "./related.ts";
import { Targets } from "./targets.ts";
import { addressOf, flagOf, leftOf, linkBelow, serverOf, slugOf, summaryOf } from "./follows.ts";
import { type Total, toldOf } from "./told.ts";
import { belowOf } from "./below.ts";

/** Where an object is: its schema, what clients send there, and the thing that it is a part of. */
interface Spot {
  readonly node: SchemaNode;
  readonly taken: SchemaNode | undefined;
  readonly own: Resource;
  /** The name by which the thing around it has it. */
  readonly name: string;
  readonly isTop: boolean;
  /** It is one of the links of the thing: `_links: { customer: { href } }`. */
  readonly isLink?: boolean;
}

/** What the values are. */
interface About {
  /** The resource that they are about. */
  readonly own: Resource;
  readonly shown: SchemaNode;
  /** What clients send: they decide about these properties. */
  readonly taken?: SchemaNode | undefined;
  /** What clients send to create the items of another resource. */
  readonly takenOf?: (other: Resource) => SchemaNode | undefined;
  /** The document's examples of them. */
  readonly examples?: readonly JsonObject[];
}

/** How deep live relations are looked for: what is shown is worked out again each time. */
const DEEP = 3;
const MOST_PROPERTIES = 400;
/** The relations of the values of one schema. */
export class Relations {
  readonly #document: Document;
  readonly #targets: Targets;
  readonly #top: Spot;
  readonly #takenOf: About["takenOf"];
  readonly #echoes: () => Echoes | undefined;
  readonly #levels = new Map<SchemaNode, Map<string, Level>>();
  /** The live relations; undefined without any. */
  readonly #live: () => Level | undefined;
  #left = MOST_PROPERTIES;

  /**
   * @param resources those that values may refer to
   */
  constructor(document: Document, resources: readonly Resource[], about: About) {
    const { own, shown, taken, takenOf, examples = [] } = about;
    this.#takenOf = takenOf;
    this.#document = document;
    this.#targets = Targets.of(document, resources);
    this.#echoes = lazy(() => echoesOf(shown, own.identifier.steps[0], examples));
    this.#top = { node: shown, taken, own, name: "", isTop: true };
    this.#live = lazy(() => this.#liveOf(this.#top, DEEP));
  }

  /** True if something changes with other things, so that things cannot be shown as they are stored. */
  get isLive(): boolean {
    return this.#live() !== undefined;
  }

  apply(value: JsonObject, relating: Relating): JsonObject {
    const level = relating.isNew ? this.#levelOf(this.#top) : this.#live();
    const made = level === undefined ? value : related(level, value, { root: value, ...relating });
    const whole = isObject(made) ? made : value;
    return relating.isNew ? (this.#echoes()?.(whole, relating.sent) ?? whole) : whole;
  }

  #levelOf(spot: Spot): Level {
    const { node, taken, own, name, isTop } = spot;
    const key = `${taken?.pointer ?? ""} ${own.collection} ${name} ${isTop}`;
    return keptFor(
      keptFor(this.#levels, node, () => new Map<string, Level>()),
      key,
      () => {
        const rules = lazy(() => this.#rulesOf(spot));
        const inner = new Map<string, Level | null>();
        return {
          get rules() {
            return rules();
          },
          inner: (part) =>
            keptFor(inner, part, () => {
              const below = this.#below(spot, part);
              return below === undefined ? null : this.#levelOf(below);
            }) ?? undefined,
        };
      },
    );
  }

  /** The live rules at a place and below it; undefined without any. */
  #liveOf(spot: Spot, deep: number): Level | undefined {
    const names = [...propertiesIn(spot.node).keys()];
    this.#left -= names.length;
    if (this.#left < 0 || deep < 0) return undefined;
    const rules = this.#levelOf(spot).rules.filter(([, { isLive }]) => isLive);
    const inner = new Map<string, Level>();
    for (const name of names) {
      const below = this.#below(spot, name);
      const level = below && this.#liveOf(below, deep - 1);
      if (level !== undefined) inner.set(name, level);
    }
    return rules.length + inner.size === 0 ? undefined : { rules, inner: (name) => inner.get(name) };
  }

  /** The place inside a property; undefined if nothing is described there. */
  #below({ node, taken, own, name }: Spot, part: string): Spot | undefined {
    const whole = propertiesIn(node).get(part);
    const inside = whole?.items ?? whole;
    if (whole === undefined || inside === undefined || propertiesIn(inside).size === 0) return undefined;
    const sent = taken && propertiesIn(taken).get(part);
    const embedded = this.#embeddedIn(part, inside, own, whole.items !== undefined);
    return {
      node: inside,
      taken: sent?.items ?? sent,
      own: embedded ?? own,
      // `data` is what the thing around it is called.
      name: part === "data" ? name : part,
      isTop: embedded !== undefined,
      isLink: LINKS.test(name),
    };
  }

  #rulesOf(spot: Spot): Level["rules"] {
    const properties = propertiesIn(spot.node);
    const rules = [...properties].flatMap(([name, part]) => {
      const rule = this.#ruleOf(name, part, properties, spot);
      const made = spot.isTop && spot.name === "" && isMaker(name) ? making(name, part, rule) : rule;
      return made === undefined ? [] : [[name, made] as const];
    });
    const rank = ([name, { isWhole }]: (typeof rules)[number]): number => (isWhole === true ? 0 : isSum(name) ? 2 : 1);
    return rules.toSorted((a, b) => rank(a) - rank(b));
  }

  #ruleOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>, spot: Spot): Rule | undefined {
    const { own, taken, isTop } = spot;
    if (spot.isLink === true && name === "href")
      return this.#linking(spot.name) ?? linkBelow(this.#document, { name, part, called: spot.name }, own);
    const linked = LINKS.test(spot.name) ? linkBelow(this.#document, { name, part }, own) : undefined;
    if (linked !== undefined) return linked;
    const isOwnName = isTop && name === own.identifier.steps[0];
    const target = this.#targetOf(name, part, spot);
    if (target !== undefined && isOwnName) return undefined;
    if (target === own && isTop && EARLIER.test(name)) return earlier({ name, part, node: spot.node }, own);
    if (target !== undefined) return referring(name, target, target === own ? own : undefined);
    const sent = taken && propertiesIn(taken).get(name);
    const several = sent === undefined ? this.#severalIn(name, part, own) : undefined;
    if (several !== undefined) return several;
    const embedded = this.#embeddedIn(name, part, own);
    const listed = this.#listedIn(name, part);
    if (listed !== undefined && sent?.items !== undefined && propertiesIn(sent.items).size === 0)
      return listing(name, part, listed);
    if (sent !== undefined) return embedded && naming(name, part, embedded, sent);
    if (embedded !== undefined)
      return embedding(name, part, embedded, { document: this.#document, node: this.#targets.nodeOf(embedded) });
    const copy = copyOf(this.#targets, name, part, own);
    if (copy !== undefined) return copy;
    if (isTop && !isOwnName) {
      const server = serverOf(this.#document, true);
      const follows =
        summaryOf(name, part, around) ??
        slugOf(name, around) ??
        leftOf(name, part, around) ??
        flagOf(name, part, around) ??
        addressOf(this.#document, { name, part, server }, own);
      if (follows !== undefined) return follows;
    }
    const told = derived(toldOf(name, part, around));
    const decided = spot.name === "" ? undefined : this.#takenOf?.(own);
    const isDecided = decided !== undefined && propertiesIn(decided).has(name);
    const below = isTop && !isDecided ? belowOf(this.#document, this.#targets, own, { name, part }) : undefined;
    if (told === undefined || below === undefined) return told ?? below;
    return live((object, relating) => told.valueOf(object, relating) ?? below.valueOf(object, relating));
  }

  /** The resource whose items a property refers to by their identifiers. */
  #targetOf(name: string, part: SchemaNode, { own, isTop, name: around }: Spot): Resource | undefined {
    if (!isNamed(part)) return undefined;
    const words = wordsOf(name);
    const isTailed = words.length > 1 && TAIL.test(words.at(-1) ?? "");
    // `customer: { id }` and `customer: { data: { type, id } }` name the customer like `customerId`.
    const isPart = !isTop && around !== "" && IDENTIFIER.test(name);
    if (!isTailed && !isPart && isProse(words, part)) return undefined;
    const stem = isPart ? wordsOf(around) : isTailed ? words.slice(0, -1) : words;
    const isOfOwn = isTop && isTailed && own.scope.length === 0 && OF_OWN.test(stem.join(""));
    const other = this.#targets.named(stem, isTailed || isPart) ?? this.#targets.keyed(name);
    const target = other ?? (isOfOwn ? own : undefined);
    return target === own && isTop && !ANOTHER.test(name) ? undefined : target;
  }

  /** Of a list of other things: those that exist. */
  #severalIn(name: string, { items }: SchemaNode, own: Resource): Rule | undefined {
    if (items === undefined) return undefined;
    const words = wordsOf(name);
    if (isNamed(items)) {
      const isTailed = words.length > 1 && TAIL.test((words.at(-1) ?? "").replace(/s$/, ""));
      if (!isTailed && isProse([singular(words.at(-1) ?? "")], items)) return undefined;
      const target = this.#targets.named(isTailed ? words.slice(0, -1) : words, isTailed);
      // Who wrote a book need not be a member of the library.
      const stem = singular((isTailed ? words.at(-2) : words.join("")) ?? "");
      const isSame = target !== undefined && thingOf(target.name).endsWith(stem);
      return target === undefined || target === own || !isSame ? undefined : referringToSeveral(name, target);
    }
    const target = this.#embeddedIn(name, items, own, true);
    const step = target?.identifier.steps[0] ?? [...propertiesIn(items).keys()].find((one) => IDENTIFIER.test(one));
    if (step === undefined) return undefined;
    const node = target && this.#targets.nodeOf(target);
    return showingSeveral(name, items, step, {
      document: this.#document,
      ...(target && { target }),
      ...(node && { node }),
    });
  }

  /** The resource whose items a property shows inside. */
  #embeddedIn(name: string, part: SchemaNode, own: Resource, isSeveral = false): Resource | undefined {
    if (!isType(part, "object") || part.items !== undefined) return undefined;
    const words = wordsOf(name);
    const short = (one: Resource | undefined): Resource | undefined =>
      one !== undefined && isShortOf(part, this.#targets.nodeOf(one), one.identifier.steps[0]) ? one : undefined;
    const target =
      (isSeveral ? short(this.#targets.named(words, false)) : this.#targets.named(words, false)) ??
      this.#targets.like(part) ??
      short(this.#targets.within(words)) ??
      short(this.#targets.named(words, true));
    if (target === undefined || target === own || target.parent?.resource === own) return undefined;
    const [step] = target.identifier.steps;
    return step !== undefined && target.identifier.steps.length === 1 && propertiesIn(part).has(step)
      ? target
      : undefined;
  }

  /** The resource whose items a list shows in short. */
  #listedIn(name: string, { items, types }: SchemaNode): Resource | undefined {
    if (items === undefined || types?.includes("array") !== true) return undefined;
    const target = this.#targets.named(wordsOf(name), false) ?? this.#targets.like(items);
    const [step, more] = target?.identifier.steps ?? [];
    return step !== undefined && more === undefined && propertiesIn(items).has(step) ? target : undefined;
  }

  /** The address of the thing that a link is called after. */
  #linking(called: string): Rule | undefined {
    const target = this.#targets.named(wordsOf(called), true);
    const step = target?.itemPath?.match(/\{[^{}]*\}/g);
    if (target?.itemPath === undefined || step?.length !== 1) return undefined;
    const { itemPath, collection } = target;
    return live((object, relating) => {
      const former = ownValue(object, "href");
      const id = referenceIn(called, relating.root) ?? (relating.isNew ? chosen(relating, target, called) : undefined);
      if (typeof former !== "string" || id === undefined) return undefined;
      const at = former.lastIndexOf(`${collection}/`);
      const server = at === -1 ? serverOf(this.#document, former.includes("://")) : former.slice(0, at);
      return server + itemPath.replace(/\{[^{}]*\}/, encodeURIComponent(scalarText(id as Scalar)));
    });
  }
}

const IDENTIFIER = /^(id|uuid|guid|gid|sid)$/i;
const LINKS = /^_?links$/i;

const isSum = (name: string): boolean => /total|amount|sum/i.test(name);

function derived(total: Total | undefined): Rule | undefined {
  return total === undefined
    ? undefined
    : live((object, { whole, others }) => total(object, whole ?? object, others.now));
}
