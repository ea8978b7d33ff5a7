// What creation is asked of: the operation, and each special value that an item may have.
import { equalJson, writeJson } from "../../../src/contract/json.ts";
import { type JsonObject, type JsonValue } from "../../../src/contract/json.ts";
import { shapeOf } from "../../shape.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type Outcome, PASS, type Subject, fail, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess } from "../../exchange.ts";
import { type Plan, bodySchema, playing } from "../../plan.ts";
import { type Creation, creation, plainOf } from "../../population.ts";
import type { Target } from "../../target.ts";
import { type SpecialValue, packedVariants, singleVariant } from "../../variants.ts";
import { short, shownNames } from "../difference.ts";

export interface CreateSubject extends Subject {
  readonly resource: Resource;
}

export function creators(plan: Plan, wanted: (resource: Resource) => boolean = () => true): CreateSubject[] {
  return playing(plan, "create").flatMap(({ resource, operation }) => {
    const pointer = bodySchema(operation)?.pointer;
    return pointer === undefined || !wanted(resource) ? [] : [{ resource, operation, pointer }];
  });
}

export interface ValueSubject extends CreateSubject {
  /** The value that it is about; absent for the plain item. */
  readonly special?: SpecialValue;
  readonly about: string;
}

/** One subject for the plain item and one for each special value, so that each answers for itself. */
export function valuesOf(plan: Plan, wanted: (resource: Resource) => boolean = () => true): ValueSubject[] {
  return creators(plan, wanted).flatMap((subject) => {
    const { properties } = shapeOf(plan.contract.document, subject.pointer);
    const seen = new Map<string, ValueSubject>();
    for (const special of packedVariants(plan, subject).flatMap(({ carries }) => carries)) {
      const about = `${special.property}: ${special.name}`;
      const pointer = properties.get(special.property) ?? subject.pointer;
      if (!seen.has(about)) seen.set(about, { ...subject, special, about, pointer });
    }
    return [{ ...subject, about: "only what is required" }, ...seen.values()];
  });
}

/** Creates the item that carries the value, together with others; alone where that was refused. */
export async function madeOf(target: Target, subject: ValueSubject): Promise<Creation> {
  const { special } = subject;
  const plain = plainOf(target, subject);
  if (special === undefined) return creation(target, subject, plain);
  const packed = packedVariants(target.plan, subject).find(({ carries }) =>
    carries.some(({ property, name }) => property === special.property && name === special.name),
  );
  const together = packed === undefined ? undefined : await creation(target, subject, packed);
  if (together !== undefined && isSuccess(together.exchange)) return together;
  return creation(target, subject, singleVariant(plain, special));
}

/** The outcome where there is nothing to compare, since the creation itself did not succeed. */
export function notCreated({ exchange }: Creation): Outcome {
  return inconclusive(`the creation was answered ${describeAnswer(exchange)}`, "see create.accepts");
}

/** The properties that a subject answers for: its own, or all of the plain item. */
export function ownProperties({ resource, special }: ValueSubject): string[] {
  const names = shownNames(resource).filter((name) => name !== resource.identifier.property);
  return special === undefined ? names : names.filter((name) => name === special.property);
}

/** Every property that was sent must come back as it was. */
export function asSent(subject: ValueSubject, sent: JsonObject, item: JsonObject, ...exchanges: Exchange[]): Outcome {
  for (const name of ownProperties(subject)) {
    const wanted: JsonValue | undefined = sent[name];
    const seen = item[name];
    if (wanted === undefined || (seen !== undefined && equalJson(wanted, seen))) continue;
    const shown = seen === undefined ? `no ${name}` : `${name}: ${short(writeJson(seen))}`;
    return fail(`${name}: ${short(writeJson(wanted))}`, shown, ...exchanges);
  }
  return PASS;
}
