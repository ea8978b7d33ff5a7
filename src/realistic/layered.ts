// The layered strategy: an answer as the real service would give it. Certain values and what the client sent come first,
// then the clock, examples, defaults, and values in the shape of an example or by the name of the property. Always the
// same for the same evidence and seed.
import { type JsonValue, isLeaf, isObject } from "../json/value.ts";
import type { NumberValue } from "../schema/decimal.ts";
import { lazy } from "../memo.ts";
import { type TypeName, typeOf } from "../schema/types.ts";
import { type Choices, Random, between, hashOf, pick } from "../schema/samples/choices.ts";
import { type Evidence, Known, type Purpose } from "./evidence.ts";
import {
  allowsNull,
  asGiven,
  homesOf,
  identifiedAt,
  isOfSame,
  isNothing,
  isOpenAtFirst,
  isOfBeginning,
  isVaried,
  isZeroAlive,
  settledAs,
  livingAt,
  mayStand,
  ownerAt,
  standardOf,
} from "./facts.ts";
import { type Making, isOwnNumber, numberFor, textFor } from "./making.ts";
import type { Numbers } from "../schema/keywords/numbers.ts";
import { hasThings, isIdentifier, isWithin, presentOf } from "./presence.ts";
import { isReached, momentAt, whenAt } from "./stages.ts";
import { type ValuePlace, suits } from "../schema/generate/place.ts";
import type { Step, Strategy } from "../schema/generate/strategy.ts";
import { isOwnVersion, mayMove } from "./changes.ts";
import { type Context, type Inner, kindIn } from "./context.ts";
import { isEnder } from "./texts/happenings.ts";
import type { Moment } from "./texts/moments.ts";
import { type Times, timesIn, timesOf } from "./texts/times.ts";
import {
  initialOf,
  isEmptyAtFirst,
  flagOfMany,
  isFalseAtFirst,
  isLater,
  isTrouble,
  isUsual,
  isZeroAtFirst,
  oneOf,
} from "./texts/states.ts";
import type { TextNeeds } from "../schema/generate/text-needs.ts";

const MORE_ITEMS = 2;

export class Layered implements Strategy {
  readonly most = 1;
  readonly #purpose: Purpose;
  readonly #times: Times;
  readonly #context: Context;
  readonly #isMany: boolean;
  #random: Choices | undefined;
  #inner: Inner | undefined;

  private constructor(purpose: Purpose, times: Times, context: Context) {
    this.#purpose = purpose;
    this.#isMany = purpose.kind === "many";
    this.#times = times;
    this.#context = context;
  }

  /**
   * @param seed the same number gives the same values
   * @param deep below this depth, only what is required is made
   */
  static of(seed: number, deep: number, purpose: Purpose, evidence: Evidence = {}): Layered {
    const { turn = 0, now, today } = purpose;
    const own = isObject(evidence.kept) && now === undefined ? timesIn(evidence.kept) : undefined;
    const times = own ?? (now === undefined ? timesOf(turn, today) : { created: now, updated: now });
    const who = purpose.kind === "many" ? turn : hashOf(String(seed)) % 480;
    const known = new Known(evidence);
    const context = { name: "", owner: [], known, who, turn, seed: () => seed, left: deep, homes: [] };
    return new Layered(purpose, times, context);
  }

  part(place: ValuePlace, step: Step): Layered {
    const { name, owner, known, who, turn, seed, left, homes, isElement, index } = this.#context;
    const inner = this.#innerOf(place);
    const shared = { left: left - 1, homes: inner.homes };
    if (step.kind === "item") {
      const count = step.index + step.turn;
      return new Layered(this.#purpose, this.#times, {
        name,
        owner,
        known: known.item(step.index, inner.examples),
        who: who + count,
        turn: turn + count,
        seed: lazy(() => hashOf(`${seed()} ${count}`)),
        isElement: true,
        index: step.index,
        ...shared,
      });
    }
    const isSame = isOfSame(step.name, place, homes.length === 0);
    const isNone = this.#purpose.kind === "new" && known.taken === "nothing" && isZeroAtFirst(name);
    return new Layered(this.#purpose, this.#times, {
      name: step.name,
      owner: inner.owner,
      known: known.property(step.name, inner.examples),
      who: isSame ? who : who + (hashOf(step.name) % 97),
      turn,
      isOwn: name === "",
      isNone,
      beside: { [Symbol.iterator]: () => place.form.properties.keys() },
      around: place,
      ...(isElement === true && index !== undefined ? { index } : {}),
      seed: lazy(() => hashOf(`${seed()} ${step.name}`)),
      ...shared,
    });
  }

  #innerOf(place: ValuePlace): Inner {
    if (this.#inner?.place === place) return this.#inner;
    const { name, owner, homes } = this.#context;
    const own = homesOf(place);
    return (this.#inner = {
      place,
      owner: ownerAt(place, name) ?? owner,
      homes: own.length === 0 ? homes : [...homes, ...own],
      examples: this.#examples(place),
    });
  }

  get #choices(): Choices {
    return (this.#random ??= new Random(this.#context.seed()));
  }

  settled(place: ValuePlace, name: string): JsonValue | undefined {
    return settledAs(this.#context.known.part(name), place, name);
  }

  known(place: ValuePlace): readonly JsonValue[] | undefined {
    const { known } = this.#context;
    const { certain, given, kept } = known;
    if (certain !== undefined) return [certain];
    if (isOwnVersion(place, this.#purpose, this.#context)) return [typeof known.kept === "number" ? known.kept + 1 : 1];
    if (given !== undefined) {
      if (this.#moves(place)) return undefined;
      const value = asGiven(given, place);
      if (value !== undefined) return [value];
      if (!isLeaf(given)) return undefined;
    }
    // What must be there stays as it was.
    if (isNothing(given) && kept !== undefined && this.#purpose.kind === "new") return [kept];
    if (known.isGiven) return undefined;
    if (kept === undefined || this.#purpose.kind !== "new") return this.#assumed(place);
    // What the client left out although it could send it has its default again, or is null. The rest stays as it was.
    if (typeof known.taken === "string") return [kept];
    return [standardOf(place, known) ?? (allowsNull(place) ? null : kept)];
  }

  /** A value of the document that can be used as it is: a default, null, or an example. */
  #assumed(place: ValuePlace): readonly JsonValue[] | undefined {
    const { kind } = this.#purpose;
    const { known, homes } = this.#context;
    const standard = standardOf(place, known);
    const examples = this.#examples(place).filter((value) => mayStand(value, place));
    const isStandard = kind === "new" || ((kind === "one" || kind === "least") && examples.length === 0);
    if (isStandard && standard !== undefined) return [standard];
    const isLoop = kind !== "one" && allowsNull(place) && isWithin(place, homes);
    if (isLoop || this.#isUnsent(place) || this.#isPending(place)) return [allowsNull(place) ? null : 0];
    if (examples.length === 0 || place.form.values !== undefined) return undefined;
    if (kindIn(this.#purpose, this.#context) === "many" && examples.some((value) => isVaried(value, place)))
      return undefined;
    if (kind === "new" && isOfBeginning(examples[0], this.#context)) return undefined;
    // Each new thing has its own moments, keys and numbers.
    const isOwn = isOwnNumber(this.#context) || examples.some((value) => typeof value === "string" && /\d/.test(value));
    if (kind === "new" && (isOwn || this.#momentAt(place) !== undefined)) return undefined;
    return [this.#isMany ? pick(this.#choices, examples) : (examples[0] as JsonValue)];
  }

  /** True for a value that the client could have sent, did not, and that may be null. */
  #isUnsent(place: ValuePlace): boolean {
    const { kind } = this.#purpose;
    const { name, isElement, index, known } = this.#context;
    if (isElement === undefined && index !== undefined && isIdentifier(name)) return false;
    return (kind === "new" || kind === "view") && typeof known.taken !== "string" && allowsNull(place);
  }

  /** True for the moment of an end that a thing has not reached, and for what would tell that something went wrong. */
  #isPending(place: ValuePlace): boolean {
    if (!allowsNull(place) && !isZeroAlive(this.#context.name, place)) return false;
    const { kind, isWell } = this.#purpose;
    if (kind !== "least" && (kind !== "one" || isWell === true) && isTrouble(this.#context.name)) return true;
    if (kind === "one") return false;
    if (kind === "new" && this.#context.known.taken === "nothing" && isOpenAtFirst(place, this.#context)) return true;
    const isEnd = this.#momentAt(place)?.happening === "pending" || isEnder(this.#context.name);
    const { name, around, who } = this.#context;
    return isEnd && !(around !== undefined && isReached(name, around, { kind: this.#purpose.kind, who }));
  }

  /** In each group of alternatives, the one that suits what is given, or what an example shows. */
  suited(place: ValuePlace): ValuePlace | undefined {
    const { known, homes } = this.#context;
    const value = known.certain ?? known.given ?? this.#examples(place).find((one) => one !== null);
    if (value === undefined) return (homes.length === 0 ? null : identifiedAt(place)) ?? this.some(livingAt(place))[0];
    return place.suiting((one) => suits(one, value));
  }

  some<Option>(options: readonly Option[]): readonly Option[] {
    const first = this.#isMany && options.length > 0 ? (this.#purpose.turn ?? 0) % options.length : 0;
    return options.slice(first, first + 1);
  }

  listed(values: readonly JsonValue[], place: ValuePlace): readonly JsonValue[] {
    const { who, name } = this.#context;
    if (values.length < 2) return values;
    const isNew = this.#purpose.kind === "new" && this.#context.known.taken === "nothing";
    const example = this.#examples(place).find((value) => values.includes(value) && !(isNew && isLater(value, values)));
    // What an answer lists are different things, but a service usually deals in one currency.
    const isListed = this.#purpose.kind === "one" && this.#context.index !== undefined && example === undefined;
    const isOfMany = (this.#isMany || isListed) && !/currency/i.test(name);
    return [isOfMany ? oneOf(values, who) : (example ?? initialOf(values, this.#context.beside, this.#purpose.isWell))];
  }

  truth(place: ValuePlace): readonly JsonValue[] {
    const { name, who } = this.#context;
    const example = this.#examples(place).find((value) => typeof value === "boolean");
    const { kind } = this.#purpose;
    const usual = !(kind === "new" && isFalseAtFirst(name)) && (example ?? isUsual(name, kind));
    return [this.#isMany ? flagOfMany(name, who, usual) : usual];
  }

  types(types: readonly TypeName[]): readonly TypeName[] {
    const { known } = this.#context;
    const given = known.given ?? known.examples.find((one) => one !== null);
    const own = given === undefined || given === null ? undefined : types.find((type) => type === typeOf(given));
    return [own ?? types.find((type) => type !== "null") ?? "null"];
  }

  numbers(numbers: Numbers, place: ValuePlace): readonly NumberValue[] {
    return [numberFor(this.#making(place), numbers)];
  }

  texts(needs: TextNeeds, place: ValuePlace): readonly string[] {
    const { name, isOwn } = this.#context;
    // An acknowledgement.
    if (this.#purpose.kind === "one" && isOwn === true && name === "message" && needs.allows("OK")) return ["OK"];
    return [textFor(this.#making(place), needs)];
  }

  #making(place: ValuePlace): Making {
    const moment = this.#momentAt(place);
    const kind = kindIn(this.#purpose, this.#context);
    return {
      ...{ ...this.#context, place, kind, choices: this.#choices },
      examples: this.#examples(place),
      ...(moment === undefined ? {} : { moment, at: whenAt(moment, this.#times, this.#context, this.#purpose.kind) }),
    };
  }

  lengths(least: number, most: number, place: ValuePlace): readonly number[] {
    const { left, known } = this.#context;
    if (Array.isArray(known.given)) return [known.given.length];
    // A list that the client could have sent, and did not.
    if (this.#purpose.kind === "new" && typeof known.taken !== "string") return [least];
    const hasNoErrors = this.#purpose.isWell === true && isTrouble(this.#context.name);
    if (hasNoErrors || isEmptyAtFirst(this.#context.name, this.#purpose.kind)) return [least];
    // Nobody has made other things for a new one yet: the subscriptions of a customer.
    if (this.#purpose.kind === "new" && known.taken === "nothing" && hasThings(place)) return [least];
    const isInner = place.nodes.some(({ items }) => items !== undefined && this.#context.homes.includes(items.home));
    if (left <= 0 || isInner) return [least];
    // A tuple is complete.
    const tuple = place.form.prefix.length;
    const end = Math.max(least, Math.min(most, tuple > 0 ? tuple : least + MORE_ITEMS));
    return [tuple > 0 ? end : between(this.#choices, Math.max(least, Math.min(1, most)), end)];
  }

  optional(names: readonly string[], place: ValuePlace): readonly (readonly string[])[] {
    const { name, known, who, left, homes, isElement = false } = this.#context;
    const { kind, isWell } = this.#purpose;
    const { owner } = this.#innerOf(place);
    const chosen = presentOf(names, place, { name, kind, isWell, owner, known, who, left, homes, isElement });
    const { freeNames, properties } = place.form;
    const isOther = (name: string): boolean => !properties.has(name) && known.part(name).isGiven;
    const others = freeNames ? known.names.filter(isOther) : [];
    return [[...chosen, ...others]];
  }

  #moves(place: ValuePlace): boolean {
    return mayMove(this.#purpose, this.#context) && this.#momentAt(place)?.happening === "updated";
  }

  #momentAt(place: ValuePlace): Moment | undefined {
    return momentAt(place, this.#examples(place), this.#context);
  }

  #examples(place: ValuePlace): readonly JsonValue[] {
    if (this.#purpose.usesExamples === false) return [];
    const { examples } = this.#context.known;
    return examples.length === 0 ? place.examples : [...examples, ...place.examples];
  }
}
