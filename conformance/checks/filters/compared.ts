// Filters by any property that known items have: equal values, bounds, parts of objects and lists, and two at a time.
import type { Parameter } from "../../../src/contract/model.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Pairs } from "../../../src/contract/serialization/styles.ts";
import { writeParameter } from "../../../src/contract/serialization/write.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { idText } from "../../../src/resource/items/identify.ts";
import { keepsAll, valuesAt } from "../../../src/resource/lists/comparing.ts";
import type { Comparison, Resource } from "../../../src/resource/model.ts";
import { isType, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { describeAnswer, isSuccess } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { writeRemedy } from "../../client/remedies.ts";
import { someItems } from "../../items/create.ts";
import { knownItems, ownItems } from "../../items/known.ts";
import { shownNames } from "../../judgements/difference.ts";
import type { Plan } from "../../plan.ts";
import { type Fit, type Strictness, fitOf, measured, strictnessOf } from "../../probes/fit.ts";
import { filterValues } from "../../probes/filter-values.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { allItems } from "../../probes/whole.ts";
import { saidOf } from "../../probes/said.ts";
import { isNarrow } from "../../probes/narrowing.ts";
import { inRole } from "../subjects.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { MEANING } from "../tests.ts";

export interface ComparedSubject extends ResourceSubject {
  readonly comparison: Compared;
}

export interface Compared extends Pick<Comparison, "parameter" | "path" | "relation" | "possible"> {
  /** Whether the text of the parameter says that a bound itself is kept, and that a part of a text is not enough. */
  readonly strictness: Strictness;
}

/** What the query of a list compares: properties of its name, and what other names mean. */
export function comparisonsOf(plan: Plan, { resource, operation }: ResourceSubject): readonly Compared[] {
  const named = resource.filters.map(({ parameter, property }): Compared => ({
    parameter,
    path: [property],
    relation: "equal",
    possible: schemaAt(plan.contract.document, parameter.schema.pointer, "request").form.values,
    strictness: strictnessOf(saidOf(plan, parameter)),
  }));
  const others = (resource.arranging.get(operation)?.comparisons ?? []).map((one) => ({
    ...one,
    strictness: {
      ...strictnessOf(saidOf(plan, one.parameter)),
      takesParts: one.takesParts === true,
      ignoresCase: one.ignoresCase === true,
    },
  }));
  const isPlain = ({ schema }: Parameter): boolean => {
    const node = schemaAt(plan.contract.document, schema.pointer, "request");
    return node.properties.size === 0 && node.alternatives.length === 0;
  };
  // A word to look for is no value of the property that is called like its parameter.
  const isSearch = (parameter: Parameter): boolean =>
    /^(?:search|query|q)$/i.test(parameter.name) && /\bsearch/i.test(saidOf(plan, parameter));
  return [...named, ...others].filter(
    ({ parameter, relation }) => relation !== "entry" && isPlain(parameter) && !isSearch(parameter),
  );
}

/** A known item with all that answers have shown of it. */
export interface Known {
  readonly id: string;
  readonly item: JsonObject;
  readonly isOwn: boolean;
}

export function knownOf({ session }: Target, resource: Resource): Known[] {
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

const isList = ({ contract: { document } }: Plan, { parameter }: Compared): boolean =>
  isType(schemaAt(document, parameter.schema.pointer, "request"), "array");

/** @param value several for a parameter that takes a list */
export function written(plan: Plan, compared: Compared, value: JsonValue): Pairs {
  const { parameter, possible } = compared;
  const asked = isList(plan, compared) ? [value].flat() : value;
  const isPlain = [value].flat().every((one) => isPlainValue(one) && !keepsAll(one, possible));
  return (
    (isPlain && parameter.schema.validate(asked).length === 0 ? writeParameter(parameter, asked) : undefined) ?? []
  );
}

/** A value for a filter that keeps some known items, and leaves out others if possible. */
function chosenValue(plan: Plan, compared: Compared, known: readonly Known[]): JsonValue | undefined {
  const own = known.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
  const usable = usableOf(plan, compared, own);
  if (compared.relation !== "equal") {
    // Of the run's own items it is certain that a list must show them.
    const sure = usableOf(
      plan,
      compared,
      own.filter(({ isOwn }) => isOwn),
    );
    const inOrder = (sure.length < 2 ? usable : sure).toSorted((a, b) => (measured(a) ?? 0) - (measured(b) ?? 0));
    return inOrder.length < 2 ? undefined : inOrder[Math.floor(inOrder.length / 2)];
  }
  const count = (value: JsonValue): number =>
    known.filter(({ item }) => isOf(compared, value, item) === "right").length;
  return usable.slice(0, 20).toSorted((a, b) => count(a) - count(b))[0];
}

/** The values of known items that the parameter may have, each once. */
function usableOf(plan: Plan, compared: Compared, known: readonly Known[]): JsonValue[] {
  const values = known.flatMap(({ item }) => valuesAt(item, compared.path));
  return [...new Map(values.map((value) => [writeJson(value), value])).values()].filter(
    (value) => written(plan, compared, value).length > 0,
  );
}

/** What is known of an item under a filter. */
export function isOf({ path, relation, strictness }: Compared, value: JsonValue, item: JsonObject): Fit {
  const fits = [value].flat().map((one) => fitOf(valuesAt(item, path), relation, one, strictness));
  return (["right", "unsure", "wrong"] as const).find((fit) => fits.includes(fit)) ?? "none";
}

/** What a list must show for some filters. */
export interface Wanted {
  readonly filters: readonly (readonly [Compared, JsonValue])[];
  readonly known: readonly Known[];
}

export async function judged(target: Target, subject: ResourceSubject, { filters, known }: Wanted): Promise<Outcome> {
  const { operation, resource } = subject;
  const { plan } = target;
  const pairs = filters.flatMap(([one, value]) => written(plan, one, value));
  const asked = pairs.map(([name, text]) => `${name}=${decodeURIComponent(text)}`).join("&");
  const page = await target.view({ operation, query: largestPage(resource), written: pairs, intent: "edge" });
  const first = isSuccess(page) ? itemsOf(page) : undefined;
  if (first === undefined) return inconclusive(`${asked} was answered ${describeAnswer(page)}`, "see status.success");
  const plainly = pairs.map(([name, text]) => [name, decodeURIComponent(text)] as const);
  const all = await allItems(target, subject, [...largestPage(resource), ...plainly], page);
  const items = all ?? first;
  const shown = new Set(shownNames(plan, resource, "list"));
  const byId = new Map(known.map(({ id, item }) => [id, item]));
  const idIn = (item: JsonObject): string => idText(resource.identifier, item);
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
  const isWhole = all !== undefined && first.length < largestCount(resource) && !isNarrow(plan, resource);
  const listed = new Set(items.map(idIn));
  const missing = known.find(
    ({ id, item, isOwn }) =>
      isOwn && !listed.has(id) && filters.every(([one, value]) => isOf(one, value, item) === "right"),
  );
  if (!isWhole || missing === undefined) return PASS;
  return fail(`every known item that ${asked} keeps`, `the item ${missing.id} is not in the list`, page);
}

export const SHARED = {
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
    const one = await judged(target, subject, { filters: [[comparison, value]], known });
    const part = typeof value === "string" && comparison.strictness.isWhole === true ? value.slice(0, -1) : "";
    const isMade = known.some(({ item }) => isOf(comparison, part, item) === "right");
    if (one.verdict === "pass" && !isMade && written(target.plan, comparison, part).length > 0)
      return judged(target, subject, { filters: [[comparison, part]], known });
    const spelled = looselySpelled(value, comparison.strictness).filter(
      (each) => written(target.plan, comparison, each).length > 0,
    );
    const loose = await judgeEach(one.verdict === "pass" ? spelled : [], (each) =>
      judged(target, subject, { filters: [[comparison, each]], known }),
    );
    if (loose.verdict === "fail") return loose;
    // Careless code takes these for no filter.
    const nothing = usableOf(target.plan, comparison, known).find((each) => each === 0 || each === false);
    if (one.verdict === "pass" && nothing !== undefined && nothing !== value)
      return judged(target, subject, { filters: [[comparison, nothing]], known });
    if (one.verdict !== "pass" || !isList(target.plan, comparison)) return one;
    const own = known.filter(({ isOwn }) => isOwn);
    const several = usableOf(target.plan, comparison, own.length > 1 ? own : known).slice(0, 2);
    const isAllowed = several.length > 1 && written(target.plan, comparison, several).length > 0;
    return isAllowed ? judged(target, subject, { filters: [[comparison, several]], known }) : one;
  },
});

/** Other spellings of a text that the document says to be enough: a part of it, and the other case. */
function looselySpelled(value: JsonValue, { takesParts, ignoresCase }: Strictness): string[] {
  if (typeof value !== "string" || value.length < 4) return [];
  const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  return [...(takesParts === true ? [value.slice(1)] : []), ...(ignoresCase === true ? [other] : [])];
}

export const comparedChecks = [byProperty];
