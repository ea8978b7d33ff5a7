// Filters: a filtered list holds matching items only, all of them, and is cut to size after filtering.
import { type JsonValue, equalJson } from "../../src/contract/json.ts";
import { shapeOf } from "../../src/contract/shape.ts";
import { showScalar } from "../../src/contract/wire.ts";
import type { Filter, Resource } from "../../src/resource/model.ts";
import { itemsOf, largestCount, largestPage } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, worst } from "../check.ts";
import { type Exchange, type HeaderPairs, describeAnswer } from "../exchange.ts";
import { type Plan, type Played, playing } from "../plan.ts";
import { creation, knownItems, variantsOf } from "../population.ts";
import type { Target } from "../target.ts";

interface FilterSubject extends Subject {
  readonly resource: Resource;
  readonly filter: Filter;
  readonly values: readonly JsonValue[];
}

/** Filters whose values the document lists: those can be tried one by one. */
function filtersOf(plan: Plan): FilterSubject[] {
  return playing(plan, "list").flatMap(({ resource, operation }) =>
    resource.filters.flatMap((filter) => {
      const shape = shapeOf(plan.contract.document, filter.parameter.schema.pointer);
      const values = shape.values ?? (shape.types?.includes("boolean") === true ? [true, false] : []);
      if (values.length === 0) return [];
      return [{ operation, resource, filter, values, pointer: filter.parameter.pointer, about: filter.parameter.name }];
    }),
  );
}

async function filtered(
  target: Target,
  subject: FilterSubject,
  value: JsonValue,
  page: HeaderPairs,
): Promise<Exchange> {
  const query = [...page, [subject.filter.parameter.name, showScalar(value)] as const];
  return target.ask({ operation: subject.operation, query });
}

/** Sees to it that one item of each value was created, as far as the run may write. */
async function createEach(target: Target, subject: FilterSubject): Promise<void> {
  const { resource } = subject;
  const operation = resource.operations.create;
  if (operation === undefined || target.session.options.readOnly) return;
  const played: Played = { resource, operation };
  for (const variant of variantsOf(target.plan, played, target.session.options.marker)) {
    if (variant.early) await creation(target, played, variant);
  }
}

const onlyMatching = defineCheck<FilterSubject>({
  id: "filters.only-matching",
  family: "filters",
  level: "must",
  claim: "a filtered list holds only items with the value asked for",
  basis: "the filter parameter, and the item's property of its name",
  stage: "early",
  applies: filtersOf,
  run: async (subject, target) => {
    await createEach(target, subject);
    const outcomes: Outcome[] = [];
    for (const value of subject.values) {
      for (const page of [largestPage(subject.resource), []]) {
        const exchange = await filtered(target, subject, value, page);
        const other = itemsOf(exchange)?.find((item) => !equalJson(item[subject.filter.property] ?? null, value));
        const seen = `an item whose ${subject.filter.property} is ${JSON.stringify(other?.[subject.filter.property]) ?? "absent"}`;
        outcomes.push(
          other === undefined
            ? PASS
            : fail(`only items whose ${subject.about} is ${showScalar(value)}`, seen, exchange),
        );
      }
    }
    return worst(outcomes);
  },
});

const allMatching = defineCheck<FilterSubject>({
  id: "filters.all-matching",
  family: "filters",
  level: "must",
  claim: "a filtered list holds every item with the value asked for",
  basis: "the filter parameter, and the item's property of its name",
  stage: "early",
  applies: filtersOf,
  run: async (subject, target) => {
    await createEach(target, subject);
    const outcomes: Outcome[] = [];
    for (const value of subject.values) outcomes.push(await holdsAll(target, subject, value));
    return worst(outcomes);
  },
});

async function holdsAll(target: Target, subject: FilterSubject, value: JsonValue): Promise<Outcome> {
  const { resource } = subject;
  const { property } = resource.identifier;
  const known = [...knownItems(target.session, resource)].filter(([, item]) =>
    equalJson(item[subject.filter.property] ?? null, value),
  );
  const exchange = await filtered(target, subject, value, largestPage(resource));
  const items = itemsOf(exchange);
  const asked = `${subject.about}=${showScalar(value)}`;
  if (items === undefined) return fail(`a list for ${asked}`, describeAnswer(exchange), exchange);
  if (known.length === 0)
    return inconclusive(`no item with ${asked} is known`, "a store that holds one, or a run that may write");
  if (items.length === 0) return fail(`the ${known.length} known items with ${asked}`, "an empty list", exchange);
  if (items.length >= largestCount(resource)) return PASS;
  const shown = new Set(items.map((item) => String(item[property] as string)));
  const missing = known.find(([id]) => !shown.has(id));
  if (missing === undefined) return PASS;
  return fail(`every known item with ${asked}`, `the item ${missing[0]} is not in the list`, exchange);
}

const beforeLimit = defineCheck<FilterSubject>({
  id: "filters.before-limit",
  family: "filters",
  level: "must",
  claim: "a list is filtered first and cut to its size afterwards",
  basis: "the filter and the page size; spec/decisions.md#filter-before-limit",
  stage: "main",
  applies: (plan) => filtersOf(plan).filter(({ resource }) => resource.pageSize !== undefined),
  run: async (subject, target) => {
    await createEach(target, subject);
    const { resource, filter, values } = subject;
    const name = resource.pageSize?.parameter.name ?? "";
    const outcomes: Outcome[] = [];
    for (const value of values) {
      const known = [...knownItems(target.session, resource).values()].filter((item) =>
        equalJson(item[filter.property] ?? null, value),
      );
      for (const size of [1, 2, 3].filter((one) => one <= known.length && one >= (resource.pageSize?.minimum ?? 1))) {
        const exchange = await filtered(target, subject, value, [[name, String(size)]]);
        const count = itemsOf(exchange)?.length;
        const asked = `${subject.about}=${showScalar(value)} and ${name}=${size}`;
        outcomes.push(
          count === size ? PASS : fail(`${size} items for ${asked}`, `${count ?? "no list of"} items`, exchange),
        );
      }
    }
    if (outcomes.length === 0) return inconclusive("no item that a filter finds is known", "a store that holds some");
    return worst(outcomes);
  },
});

export const filterChecks: readonly AnyCheck[] = [onlyMatching, allMatching, beforeLimit];
