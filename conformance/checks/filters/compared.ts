// Filters by any property that known items have: equal values, bounds, parts of objects and lists, and two at a time.
import type { Parameter } from "../../../src/contract/model.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Pairs } from "../../../src/contract/serialization/styles.ts";
import { writeParameter } from "../../../src/contract/serialization/write.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import { keepsAll, valuesAt } from "../../../src/resource/lists/comparing.ts";
import type { Comparison, Resource } from "../../../src/resource/model.ts";
import { isType, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { describeAnswer, isSuccess } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { writeRemedy } from "../../client/remedies.ts";
import { someItems } from "../../items/create.ts";
import { knownItems, ownItems } from "../../items/known.ts";
import { shownNames } from "../../judgements/difference.ts";
import type { Plan } from "../../plan.ts";
import { type Fit, fitOf, measured } from "../../probes/fit.ts";
import { filterValues } from "../../probes/filter-values.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { isNarrow } from "../../probes/narrowing.ts";
import { inRole } from "../subjects.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { MEANING } from "../tests.ts";

interface ComparedSubject extends ResourceSubject {
  readonly comparison: Comparison;
}

type Compared = Pick<Comparison, "parameter" | "path" | "relation" | "possible">;

/** What the query of a list compares: properties of its name, and what other names mean. */
function comparisonsOf(plan: Plan, { resource, operation }: ResourceSubject): readonly Compared[] {
  const named = resource.filters.map(({ parameter, property }): Compared => ({
    parameter,
    path: [property],
    relation: "equal",
    possible: undefined,
  }));
  const others = resource.arranging.get(operation)?.comparisons ?? [];
  const isPlain = ({ schema }: Parameter): boolean => {
    const node = schemaAt(plan.contract.document, schema.pointer, "request");
    return node.properties.size === 0 && node.alternatives.length === 0;
  };
  return [...named, ...others].filter(({ parameter }) => isPlain(parameter));
}

/** A known item with all that answers have shown of it. */
interface Known {
  readonly id: string;
  readonly item: JsonObject;
  readonly isOwn: boolean;
}

function knownOf({ session }: Target, resource: Resource): Known[] {
  const own = new Map(ownItems(session, resource).map((one) => [showScalar(one.id), one.item]));
  const listed = knownItems(session, resource);
  return [...new Set([...own.keys(), ...listed.keys()])].map((id) => ({
    id,
    item: { ...own.get(id), ...listed.get(id) },
    isOwn: own.has(id),
  }));
}

/** Texts that mean the same to every server: no search syntax, no list. */
const isPlainValue = (value: JsonValue): boolean =>
  typeof value !== "string" || (/^[\p{L}\d][\p{L}\d .:@+_-]{0,79}$/u.test(value) && value === value.trim());

function written({ contract: { document } }: Plan, { parameter, possible }: Compared, value: JsonValue): Pairs {
  const isList = isType(schemaAt(document, parameter.schema.pointer, "request"), "array");
  const asked = isList ? [value] : value;
  const isAllowed = parameter.schema.validate(asked).length === 0 && !keepsAll(value, possible);
  return (isAllowed && isPlainValue(value) ? writeParameter(parameter, asked) : undefined) ?? [];
}

/** A value for a filter that keeps some known items, and leaves out others if possible. */
function chosenValue(plan: Plan, compared: Compared, known: readonly Known[]): JsonValue | undefined {
  const own = known.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
  const values = own.flatMap(({ item }) => valuesAt(item, compared.path));
  const usable = [...new Map(values.map((value) => [writeJson(value), value])).values()].filter(
    (value) => written(plan, compared, value).length > 0,
  );
  if (compared.relation !== "equal") {
    const inOrder = usable.toSorted((a, b) => (measured(a) ?? 0) - (measured(b) ?? 0));
    return inOrder.length < 2 ? undefined : inOrder[Math.floor(inOrder.length / 2)];
  }
  const count = (value: JsonValue): number =>
    known.filter(({ item }) => isOf(compared, value, item) === "right").length;
  return usable.slice(0, 20).toSorted((a, b) => count(a) - count(b))[0];
}

/** What is known of an item under a filter. */
function isOf({ path, relation }: Compared, value: JsonValue, item: JsonObject): Fit {
  return fitOf(valuesAt(item, path), relation, value);
}

/** What a list must show for some filters. */
interface Wanted {
  readonly filters: readonly (readonly [Compared, JsonValue])[];
  readonly known: readonly Known[];
}

async function judged(target: Target, subject: ResourceSubject, { filters, known }: Wanted): Promise<Outcome> {
  const { operation, resource } = subject;
  const { plan } = target;
  const pairs = filters.flatMap(([one, value]) => written(plan, one, value));
  const asked = pairs.map(([name, text]) => `${name}=${decodeURIComponent(text)}`).join("&");
  const page = await target.view({ operation, query: largestPage(resource), written: pairs, intent: "edge" });
  const items = isSuccess(page) ? itemsOf(page) : undefined;
  if (items === undefined) return inconclusive(`${asked} was answered ${describeAnswer(page)}`, "see status.success");
  const shown = new Set(shownNames(plan, resource, "list"));
  const byId = new Map(known.map(({ id, item }) => [id, item]));
  const idIn = (item: JsonObject): string => showScalar(idOf(resource.identifier, item) ?? null);
  for (const item of items) {
    const whole = { ...byId.get(idIn(item)), ...item };
    for (const [one, value] of filters) {
      const fit = isOf(one, value, whole);
      const isWrong = fit === "wrong" || (fit === "none" && shown.has(one.path[0] ?? ""));
      if (!isWrong) continue;
      const seen = valuesAt(whole, one.path).map((value) => writeJson(value));
      return fail(
        `only items that ${asked} keeps`,
        `an item whose ${one.path.join(".")} is ${seen.join(", ").slice(0, 90) || "absent"}`,
        page,
      );
    }
  }
  const isWhole = items.length < largestCount(resource) && !isNarrow(plan, resource);
  const listed = new Set(items.map(idIn));
  const missing = known.find(
    ({ id, item, isOwn }) =>
      isOwn && !listed.has(id) && filters.every(([one, value]) => isOf(one, value, item) === "right"),
  );
  if (!isWhole || missing === undefined) return PASS;
  return fail(`every known item that ${asked} keeps`, `the item ${missing.id} is not in the list`, page);
}

const SHARED = {
  stage: "early",
  quiet: true,
  prepare: ({ resource }: ResourceSubject, target: Target) => someItems(target, resource),
  tests: [...ofMeaning(), MEANING],
} as const;

const byProperty = defineCheck<ComparedSubject>({
  ...SHARED,
  id: "filters.compared",
  claim: "a list must hold what a filter by a property keeps, and no more",
  basis: "the filter parameter, and the property that its name compares",
  applies: (plan) =>
    inRole(plan, "list").flatMap((subject) => {
      const listed = new Set(
        subject.resource.filters.filter((one) => filterValues(plan, one).length > 0).map(({ parameter }) => parameter),
      );
      return comparisonsOf(plan, subject)
        .filter(({ parameter }) => !listed.has(parameter))
        .map((comparison) => {
          const { pointer, name } = comparison.parameter;
          return { ...subject, comparison, pointer, about: name };
        });
    }),
  run: async (subject, target) => {
    const { resource, comparison } = subject;
    const known = knownOf(target, resource);
    const value = chosenValue(target.plan, comparison, known);
    if (value === undefined) {
      const many = comparison.relation === "equal" ? "no known item has" : "fewer than two known items differ in";
      return inconclusive(`${many} ${comparison.path.join(".")}`, writeRemedy(target.session));
    }
    return judged(target, subject, { filters: [[comparison, value]], known });
  },
});

const isOut = (fit: Fit): boolean => fit === "wrong" || fit === "none";

/** Two values of one item for two filters, of which another known item has only one. */
function chosenPair(plan: Plan, all: readonly Compared[], known: readonly Known[]): Wanted["filters"] | undefined {
  const own = known.filter(({ isOwn }) => isOwn).slice(0, 40);
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1)) {
      if (one.path.join(".") === other.path.join(".")) continue;
      for (const { item } of own) {
        const [a] = valuesAt(item, one.path);
        const [b] = valuesAt(item, other.path);
        if (a === undefined || b === undefined) continue;
        if (written(plan, one, a).length === 0 || written(plan, other, b).length === 0) continue;
        const isHalf = known.some((half) => isOut(isOf(one, a, half.item)) !== isOut(isOf(other, b, half.item)));
        if (isHalf)
          return [
            [one, a],
            [other, b],
          ];
      }
    }
  }
  return undefined;
}

const together = defineCheck<ResourceSubject>({
  ...SHARED,
  id: "filters.together",
  claim: "a list must hold only what all of its filters keep",
  basis: "the filter parameters, and the properties that their names compare",
  applies: (plan) =>
    inRole(plan, "list").filter(
      (subject) => comparisonsOf(plan, subject).filter(({ relation }) => relation === "equal").length > 1,
    ),
  run: async (subject, target) => {
    const all = comparisonsOf(target.plan, subject).filter(({ relation }) => relation === "equal");
    const known = knownOf(target, subject.resource);
    const filters = chosenPair(target.plan, all, known);
    if (filters === undefined)
      return inconclusive("no known items share the value of one filter alone", writeRemedy(target.session));
    return judged(target, subject, { filters, known });
  },
});

export const comparedChecks = [byProperty, together];
