// Searches: they find what was written, in another case where the text says so, and nothing that nobody wrote.
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { valueAt } from "../../../src/json/pointer.ts";
import { type JsonObject, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import type { Parameter } from "../../../src/contract/model.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import type { Chosen } from "../../../src/resource/model.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { writeRemedy } from "../../client/remedies.ts";
import type { CreatedItem } from "../../items/created.ts";
import { someItems } from "../../items/create.ts";
import { ownItems } from "../../items/known.ts";
import { type Plan } from "../../plan.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { isNarrow } from "../../probes/narrowing.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { inRole } from "../subjects.ts";

interface SearchSubject extends ResourceSubject {
  readonly search: Chosen;
  /** What the document says about it. */
  readonly said: string;
}

function searches(plan: Plan): SearchSubject[] {
  return inRole(plan, "list", ({ resource }) => resource.operations.create !== undefined).flatMap((subject) => {
    const search = subject.resource.arranging.get(subject.operation)?.search;
    if (search === undefined || isNarrow(plan, subject.resource)) return [];
    const { pointer, name } = search.parameter;
    return [{ ...subject, search, said: saidOf(plan, search.parameter), pointer, about: name }];
  });
}

function saidOf({ contract: { document } }: Plan, { pointer, schema }: Parameter): string {
  const own = [valueAt(document.root, pointer), valueAt(document.root, schema.pointer)];
  return own
    .flatMap((one) => (isObject(one) && typeof one["description"] === "string" ? [one["description"]] : []))
    .join(" ");
}

const ANY_CASE = /\b(?:any|ignor\w*|either|regardless of|independent of)\b[^.]{0,20}\bcase\b|case[- ]?insensitive/i;

/** The property that the text names, or else the first that is searched. */
function searched({ search, said }: SearchSubject): string | undefined {
  const words = new Set(said.toLowerCase().match(/\w+/g));
  return search.properties.find((name) => words.has(name.toLowerCase()));
}

async function found(
  target: Target,
  { operation, resource, search }: SearchSubject,
  text: string,
): Promise<{ readonly page: Exchange; readonly items: readonly JsonObject[] | undefined }> {
  const query = [...largestPage(resource), [search.parameter.name, text] as const];
  const page = await target.view({ operation, query, intent: "edge" });
  return { page, items: isSuccess(page) ? itemsOf(page) : undefined };
}

/** An item of the run's own with a plain text in the property, and the text. */
function itemWith(target: Target, subject: SearchSubject, name: string): readonly [CreatedItem, string] | undefined {
  const { marker } = target.session.options;
  for (const one of ownItems(target.session, subject.resource)) {
    const value = one.item[name];
    const text = typeof value === "string" ? new RegExp(`${marker}-\\d+`).exec(value)?.[0] : undefined;
    const isAllowed = text !== undefined && subject.search.parameter.schema.validate(text).length === 0;
    if (isAllowed && value === text) return [one, text];
  }
  return undefined;
}

/** A word that nobody wrote. */
const NOBODYS = "zqxjkvwq7x";

const finds = defineCheck<SearchSubject>({
  id: "filters.search",
  claim: "a search must find what was written, and nothing that was not",
  basis: "the parameter that searches, and its description",
  stage: "early",
  quiet: true,
  writes: true,
  prepare: ({ resource }, target) => someItems(target, resource),
  tests: ofMeaning(),
  applies: searches,
  run: async (subject, target) => {
    const { resource, about = "" } = subject;
    if (subject.search.parameter.schema.validate(NOBODYS).length > 0)
      return inconclusive("the parameter allows no word", "a schema that allows any text");
    const nothing = await found(target, subject, NOBODYS);
    if (nothing.items === undefined)
      return inconclusive(`a search was answered ${describeAnswer(nothing.page)}`, "see status.success");
    const stray = nothing.items.find((item) => !writeJson(item).toLowerCase().includes(NOBODYS));
    if (stray !== undefined)
      return fail(
        `nothing for ${about}=${NOBODYS}`,
        `an item without it: ${writeJson(stray).slice(0, 90)}`,
        nothing.page,
      );
    const name = searched(subject);
    const names = name === undefined ? subject.search.properties.slice(0, 3) : [name];
    const pair = names.map((one) => itemWith(target, subject, one)).find((one) => one !== undefined);
    if (pair === undefined)
      return inconclusive("no item of the run has a plain text to search for", writeRemedy(target.session));
    const [item, text] = pair;
    const first = await seen(target, subject, item, text);
    // A text that names no property leaves open which of them are searched.
    if (first.verdict === "fail" && name === undefined)
      return inconclusive("nothing says which properties are searched", "a description that names them");
    if (first.verdict !== "pass" || !ANY_CASE.test(subject.said)) return first;
    const other = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
    if (resource.identifier.steps.length === 0) return PASS;
    return seen(target, subject, item, other);
  },
});

async function seen(target: Target, subject: SearchSubject, item: CreatedItem, text: string): Promise<Outcome> {
  const { page, items } = await found(target, subject, text);
  const asked = `${subject.about ?? ""}=${text}`;
  if (items === undefined) return inconclusive(`${asked} was answered ${describeAnswer(page)}`, "see status.success");
  const id = showScalar(item.id);
  const isThere = items.some((one) => showScalar(idOf(subject.resource.identifier, one) ?? null) === id);
  if (isThere || items.length >= largestCount(subject.resource)) return PASS;
  return fail(`the item ${id} for ${asked}`, `${items.length} other items`, item.exchange, page);
}

export const searchChecks = [finds];
