// What the properties of a thing say about other things and about its own parts: references name items that exist,
// customerName is the name of that customer, itemCount the length of its lines, a total the sum of quantity and price.
import type { Document } from "../../document/document.ts";
import { defined } from "../../json/defined.ts";
import { thingOf } from "../../resource/paths.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import type { Resource } from "../../resource/model.ts";
import { type SchemaNode, mayBe, propertiesIn } from "../../schema/normal/schema-node.ts";
import { keptFor, lazy } from "../../memo.ts";
import { isMaker, making } from "./askers.ts";
import { type Echoes, echoesOf } from "./itself/echoes.ts";
import { flagOf, leftOf, priceOf, slugOf, summaryOf } from "./itself/follows.ts";
import { toldOf } from "./itself/told.ts";
import { belowOf, latestOf } from "./others/below.ts";
import { copyOf, sharedOf, twinOf } from "./others/copies.ts";
import { embedding, listing, naming } from "./others/embedded.ts";
import { EARLIER, earlier } from "./others/lineage.ts";
import { addressOf, linkBelow, linkList, linkTo, serverOf } from "./others/links.ts";
import { IDENTIFIER, Meant } from "./others/meant.ts";
import { isNamed, referring } from "./others/references.ts";
import { referringToSeveral, showingSeveral } from "./others/several.ts";
import { Targets } from "./others/targets.ts";
import { type Level, related } from "./related.ts";
import { type Relating, type Rule, live } from "./rule.ts";

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
  readonly #meant: Meant;
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
    this.#meant = new Meant(this.#targets);
    this.#echoes = lazy(() => echoesOf(shown, own.identifier.steps[0], examples));
    this.#top = { node: shown, taken, own, name: "", isTop: true };
    this.#live = lazy(() => this.#liveOf(this.#top, DEEP));
  }

  /** True if something changes with other things, so that things cannot be shown as they are stored. */
  get isLive(): boolean {
    return this.#live() !== undefined;
  }

  /** The properties that change with other things. */
  get worked(): readonly string[] {
    return this.#live()?.rules.map(([name]) => name) ?? [];
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
    const sent = sentOf(taken, part);
    const embedded = this.#meant.embedded(part, inside, own, whole.items !== undefined);
    return {
      node: inside,
      // What a client decides of the things that are shown inside is theirs.
      taken: sent?.items ?? sent ?? (embedded && this.#takenOf?.(embedded)),
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
    const rank = ([name, { isWhole }]: (typeof rules)[number]): number =>
      isWhole === true ? 0 : isSum(name) ? 2 + Number(isLast(name)) : 1;
    return rules.toSorted((a, b) => rank(a) - rank(b));
  }

  #ruleOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>, spot: Spot): Rule | undefined {
    const { own, taken, isTop } = spot;
    if (spot.isLink === true && name === "href")
      return (
        linkTo(this.#document, this.#targets, spot.name) ??
        linkBelow(this.#document, { name, part, called: spot.name }, own)
      );
    const links = isTop ? linkList(this.#document, name, part, own) : undefined;
    if (links !== undefined) return links;
    const linked = LINKS.test(spot.name) ? linkBelow(this.#document, { name, part }, own) : undefined;
    if (linked !== undefined) return linked;
    const isOwnName = isTop && name === own.identifier.steps[0];
    const target = this.#meant.named(name, part, spot);
    if (target !== undefined && isOwnName) return undefined;
    if (target === own && isTop && EARLIER.test(name)) return earlier({ name, part, node: spot.node }, own);
    const twin = target === undefined || sentOf(taken, name) ? undefined : twinOf(this.#targets, name, around);
    if (twin !== undefined) return twin;
    if (target !== undefined) return referring(name, target, target === own ? own : undefined);
    const sent = sentOf(taken, name);
    const latest =
      isTop && sent === undefined ? latestOf(this.#document, this.#targets, own, { name, part }) : undefined;
    if (latest !== undefined) return latest;
    const several = sent === undefined ? this.#severalIn(name, part, spot) : undefined;
    if (several !== undefined) return several;
    const embedded = this.#meant.embedded(name, part, own);
    const listed = this.#meant.listed(name, part);
    if (listed !== undefined && sent?.items !== undefined && propertiesIn(sent.items).size === 0)
      return listing(name, part, listed);
    const isWord = sent !== undefined && (mayBe(sent, "string") || mayBe(sent, "integer"));
    if (sent !== undefined && !isWord) return embedded && naming(name, part, embedded, sent);
    if (embedded !== undefined) {
      const of = { document: this.#document, node: this.#targets.nodeOf(embedded) };
      return { ...embedding(name, part, embedded, of), isNaming: isWord };
    }
    // The service makes a slug where the client sends none.
    if (isWord) return isTop && !isOwnName ? slugOf(name, around) : undefined;
    const copy = copyOf(this.#targets, name, own, spot.node);
    if (copy !== undefined) return copy;
    const shared = isTop || listed !== undefined ? undefined : sharedOf(this.#targets, name, around);
    if (shared !== undefined) return shared;
    if (isTop && !isOwnName) {
      const server = serverOf(this.#document, true);
      const follows =
        summaryOf(name, part, around) ??
        slugOf(name, around) ??
        leftOf(name, part, around) ??
        priceOf(name, part, around) ??
        flagOf(name, part, around) ??
        addressOf(this.#document, { name, part, server }, own);
      if (follows !== undefined) return follows;
    }
    const told = toldOf(name, part, around);
    const decided = spot.name === "" ? undefined : this.#takenOf?.(own);
    const isDecided = decided !== undefined && propertiesIn(decided).has(name);
    const below = isTop && !isDecided ? belowOf(this.#document, this.#targets, own, { name, part }) : undefined;
    if (told === undefined || below === undefined) return told ?? below;
    return live((object, relating) => told.valueOf(object, relating) ?? below.valueOf(object, relating));
  }

  /** Of a list of other things: those that exist. */
  #severalIn(name: string, { items }: SchemaNode, { own, isTop }: Spot): Rule | undefined {
    if (items === undefined) return undefined;
    if (isNamed(items)) {
      const named = this.#meant.namedInList(name, items, own);
      return named && referringToSeveral(name, named);
    }
    const like = this.#meant.embedded(name, items, own, true);
    const isLike = (one: Resource): boolean =>
      like === one || (like === undefined && this.#targets.nodeOf(one).home === items.home);
    const below = isTop ? this.#targets.below(own, (thing, one) => thing === thingOf(name) && isLike(one)) : undefined;
    const target = like ?? below?.resource;
    const step = target?.identifier.steps[0] ?? [...propertiesIn(items).keys()].find((one) => IDENTIFIER.test(one));
    if (step === undefined) return undefined;
    const node = target && this.#targets.nodeOf(target);
    const naming = below && { ...below, step: own.identifier.steps[0] ?? "" };
    return showingSeveral(name, items, step, { document: this.#document, ...defined({ target, node, below: naming }) });
  }
}

const LINKS = /^_?links$/i;

/** What a client may send under a name, where one schema may say what is sent and what is shown. */
function sentOf(taken: SchemaNode | undefined, name: string): SchemaNode | undefined {
  const own = taken && propertiesIn(taken).get(name);
  return own?.annotations.readOnly === true ? undefined : own;
}

const isSum = (name: string): boolean => /total|amount|sum|balance/i.test(name);
/** What is made of other sums. */
const isLast = (name: string): boolean => /^(?!sub|net)(?!.*(?:net|tax|vat)).*total|gross|due|remaining/i.test(name);
