// The layered strategy: an answer as the real service would give it. Certain values and what the client sent come first,
// then the clock, the document's examples, its defaults, and values in the shape of an example or by the name of the
// property. Always the same for the same evidence and seed.
import { type JsonValue, isLeaf, isObject } from "../../../json/value.ts";
import type { NumberValue } from "../../keywords.ts";
import { type TypeName, typeOf } from "../../types.ts";
import { type Choices, Random, between, hashOf, pick } from "../choices.ts";
import { type Evidence, Known } from "../evidence.ts";
import {
  allowsNull,
  asTyped,
  homesOf,
  isDescribed,
  isLeafPlace,
  isVaried,
  mayStand,
  ownerOf,
  standardOf,
} from "../facts.ts";
import { type Making, numberFor, textFor } from "../making.ts";
import type { Numbers } from "../numbers.ts";
import { isOver, isPresent } from "../presence.ts";
import { type ValuePlace, suits } from "../place.ts";
import type { Step, Strategy } from "../strategy.ts";
import { type Times, momentOf, timeOf, timesIn, timesOf } from "../texts/moments.ts";
import { wordsIn } from "../texts/names.ts";
import { initialOf, isFailure, isTrueAtFirst } from "../texts/states.ts";
import type { TextNeeds } from "../texts/texts.ts";

const MORE_ITEMS = 2;
/** One in this many things is in a rare state. */
const RARE = 9;

/** What a value is made for. */
export interface Purpose {
  /**
   * One answer; one of many things that exist already; a new thing; the view of a thing; or only what is required.
   */
  readonly kind: "one" | "many" | "new" | "view" | "least";
  /** Counts many things from 0. */
  readonly turn?: number;
  /** The time of the world; without it, times are those of the turn. */
  readonly now?: number | undefined;
  /** False if examples are ignored, because those of a document may be wrong. */
  readonly usesExamples?: boolean;
}

interface Context {
  /** The name of the property; for an item, of the nearest property around it. */
  readonly name: string;
  /** The words of the thing that has the property. */
  readonly owner: readonly string[];
  readonly known: Known;
  /** Which person, company or thing it is about. */
  readonly who: number;
  /** Which of many values this is: each takes the next example. */
  readonly turn: number;
  readonly seed: number;
  /** After this many more levels, only what is required is made. */
  readonly left: number;
  /** The schemas around this place: one inside itself is left out. */
  readonly homes: readonly string[];
  /** It is an element of a list. */
  readonly isElement?: boolean;
}

export class Layered implements Strategy {
  readonly most = 1;
  readonly #purpose: Purpose;
  readonly #times: Times;
  readonly #context: Context;
  #random: Choices | undefined;

  private constructor(purpose: Purpose, times: Times, context: Context) {
    this.#purpose = purpose;
    this.#times = times;
    this.#context = context;
  }

  /**
   * @param seed the same number gives the same values
   * @param deep below this depth, only what is required is made
   */
  static of(seed: number, deep: number, purpose: Purpose, evidence: Evidence = {}): Layered {
    const { turn = 0, now } = purpose;
    const own = isObject(evidence.kept) && now === undefined ? timesIn(evidence.kept) : undefined;
    const times = own ?? (now === undefined ? timesOf(turn) : { created: now, updated: now });
    const who = purpose.kind === "many" ? turn : hashOf(String(seed)) % 480;
    const known = new Known(evidence);
    return new Layered(purpose, times, { name: "", owner: [], known, who, turn, seed, left: deep, homes: [] });
  }

  part(place: ValuePlace, step: Step): Layered {
    const { name, owner, known, who, turn, seed, left, homes } = this.#context;
    const around = this.#examples(place);
    const inner = { left: left - 1, homes: [...homes, ...homesOf(place)] };
    if (step.kind === "item") {
      const count = step.index + step.turn;
      const own = { name, owner, known: known.item(step.index, around), seed: hashOf(`${seed} ${count}`) };
      return this.#inside({ ...own, ...inner, who: who + count, turn: turn + count, isElement: true });
    }
    const thing = ownerOf(place) ?? (name === "" ? owner : wordsIn(name));
    const about = homes.length === 0 || isLeafPlace(place.property(step.name)) ? who : who + (hashOf(step.name) % 97);
    const own = { name: step.name, owner: thing, known: known.property(step.name, around) };
    return this.#inside({ ...own, ...inner, who: about, turn, seed: hashOf(`${seed} ${step.name}`) });
  }

  #inside(context: Context): Layered {
    return new Layered(this.#purpose, this.#times, context);
  }

  get #choices(): Choices {
    return (this.#random ??= new Random(this.#context.seed));
  }

  get #isVaried(): boolean {
    return this.#purpose.kind === "many";
  }

  known(place: ValuePlace): readonly JsonValue[] | undefined {
    const { known } = this.#context;
    const certain = known.certain;
    if (certain !== undefined) return [certain];
    const given = known.given;
    if (given !== undefined) {
      if (this.#moves(place)) return undefined;
      const value = isLeaf(given) ? asTyped(given, place) : isDescribed(given, place) ? undefined : given;
      if (value !== undefined) return [value];
      if (!isLeaf(given)) return undefined;
    }
    if (known.isGiven) return undefined;
    const { kept } = known;
    if (kept === undefined || this.#purpose.kind !== "new") return this.#assumed(place);
    // What the client left out although it could send it has its default again. Anything else stays as it was.
    const standard = typeof known.taken === "string" ? undefined : standardOf(place, known);
    return [standard ?? kept];
  }

  /** True for the moment of the last change, which moves with each change. */
  #moves(place: ValuePlace): boolean {
    const { known, name } = this.#context;
    if (this.#purpose.kind !== "new" || this.#purpose.now === undefined) return false;
    if (known.taken !== "nothing" && (known.kept === undefined || known.given !== known.kept)) return false;
    return momentOf(name, place)?.happening === "updated";
  }

  /** A value of the document that can be used as it is: a default, null, or an example. */
  #assumed(place: ValuePlace): readonly JsonValue[] | undefined {
    const { kind } = this.#purpose;
    const { known } = this.#context;
    const standard = standardOf(place, known);
    if (kind !== "many" && kind !== "view" && standard !== undefined && (kind === "new" || !this.#hasExamples(place)))
      return [standard];
    if (this.#isUnsent(place) || this.#isPending(place)) return [null];
    const examples = this.#examples(place).filter((value) => mayStand(value, place));
    if (examples.length === 0 || place.form.values !== undefined) return undefined;
    if (this.#isVaried && examples.some((value) => isVaried(value, place))) return undefined;
    // Each new thing has its own moments, keys and numbers.
    const isOwn = examples.some((value) => typeof value === "string" && /\d/.test(value));
    if (kind === "new" && (isOwn || momentOf(this.#context.name, place) !== undefined)) return undefined;
    return [this.#isVaried ? pick(this.#choices, examples) : (examples[0] as JsonValue)];
  }

  /** True for a value that the client could have sent, did not, and that may be null. */
  #isUnsent(place: ValuePlace): boolean {
    const { kind } = this.#purpose;
    const { taken } = this.#context.known;
    return (kind === "new" || kind === "view") && typeof taken !== "string" && allowsNull(place);
  }

  /** True for the moment of an end that a new thing has not reached. */
  #isPending(place: ValuePlace): boolean {
    const { kind } = this.#purpose;
    const { name, who } = this.#context;
    const moment = momentOf(name, place);
    return moment?.happening === "pending" && kind !== "one" && !isOver({ kind, who }) && allowsNull(place);
  }

  #hasExamples(place: ValuePlace): boolean {
    return this.#examples(place).some((value) => mayStand(value, place));
  }

  /** In each group of alternatives, the one that suits what is given, or what an example shows. */
  suited(place: ValuePlace): ValuePlace | undefined {
    const { known } = this.#context;
    const value = known.certain ?? known.given ?? this.#examples(place).find((one) => one !== null);
    if (value === undefined) return undefined;
    return place.suiting((one) => suits(one, value));
  }

  some<Option>(options: readonly Option[]): readonly Option[] {
    if (options.length === 0) return [];
    const { kind, turn = 0 } = this.#purpose;
    return [kind === "many" ? (options[turn % options.length] as Option) : (options[0] as Option)];
  }

  listed(values: readonly JsonValue[], place: ValuePlace): readonly JsonValue[] {
    const { who, name } = this.#context;
    if (values.length < 2) return values;
    const examples = this.#examples(place).filter((value) => values.includes(value));
    // A service usually deals in one currency.
    if (!this.#isVaried || /currency/i.test(name)) return [examples[0] ?? initialOf(values)];
    const usual = values.filter((value) => value !== null && !isFailure(value));
    const rare = values.filter((value) => value !== null && isFailure(value));
    const isRare = rare.length > 0 && who % RARE === RARE - 1;
    const list = isRare || usual.length === 0 ? rare : usual;
    return [list[(who + Math.floor(who / list.length)) % list.length] ?? values[0] ?? null];
  }

  truth(place: ValuePlace): readonly JsonValue[] {
    const { name, who } = this.#context;
    const example = this.#examples(place).find((value) => typeof value === "boolean");
    const usual = example ?? isTrueAtFirst(name);
    return [this.#isVaried && who % 5 === 4 && !isFailure(name) ? !usual : usual];
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
    return [textFor(this.#making(place), needs)];
  }

  #making(place: ValuePlace): Making {
    const { name, owner, who, turn, known } = this.#context;
    const { kind } = this.#purpose;
    const moment = momentOf(name, place);
    const about = { name, owner, who, turn, kind, place, kept: known.kept, choices: this.#choices };
    return {
      ...about,
      examples: this.#examples(place),
      ...(moment === undefined ? {} : { moment, at: timeOf(moment, this.#times, who) }),
    };
  }

  lengths(least: number, most: number, place: ValuePlace): readonly number[] {
    const { left, known } = this.#context;
    const given = known.given;
    if (Array.isArray(given)) return [given.length];
    if (this.#isUnsentList) return [least];
    const isInner = place.nodes.some(({ items }) => items !== undefined && this.#recurs(items));
    if (left <= 0 || isInner) return [least];
    return [
      between(this.#choices, Math.max(least, Math.min(1, most)), Math.max(least, Math.min(most, least + MORE_ITEMS))),
    ];
  }

  /** A list that the client could have sent, and did not. */
  get #isUnsentList(): boolean {
    return this.#purpose.kind === "new" && typeof this.#context.known.taken !== "string";
  }

  optional(names: readonly string[], place: ValuePlace): readonly (readonly string[])[] {
    const { known } = this.#context;
    const { kind } = this.#purpose;
    const chosen = names.filter((name) => isPresent(name, place, { ...this.#context, kind }));
    const { freeNames, properties } = place.form;
    const isOther = (name: string): boolean => !properties.has(name) && known.property(name, []).isGiven;
    const others = freeNames ? known.names.filter(isOther) : [];
    return [[...chosen, ...others]];
  }

  /** True for a schema that a place around it has as well. */
  #recurs(node: { readonly home: string }): boolean {
    return this.#context.homes.includes(node.home);
  }

  #examples(place: ValuePlace): readonly JsonValue[] {
    return this.#purpose.usesExamples === false ? [] : [...this.#context.known.examples, ...place.examples];
  }
}
