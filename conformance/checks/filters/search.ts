// Searches: they find what was written, in another case where the text says so, and nothing that nobody wrote.
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { idText } from "../../../src/resource/items/identify.ts";
import { ANY_CASE } from "../../../src/resource/lists/comparing.ts";
import type { Chosen } from "../../../src/resource/model.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { writeRemedy } from "../../client/remedies.ts";
import type { CreatedItem } from "../../items/created.ts";
import { orUndecidable } from "../../client/undecidable.ts";
import { creation, someItems } from "../../items/create.ts";
import { plainVariant, singleVariant } from "../../items/bodies/variants.ts";
import { ownItems } from "../../items/known.ts";
import { type Plan } from "../../plan.ts";
import { saidOf } from "../../probes/said.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { allItems } from "../../probes/whole.ts";
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

/** The properties that the text names. */
function searched({ search, said }: SearchSubject): readonly string[] {
  const words = new Set(said.toLowerCase().match(/\w+/g));
  return search.properties.filter((name) => words.has(name.toLowerCase()));
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

/** Creates an item for each property that the text names, with a word that no other property of it has. */
async function someToFind(target: Target, subject: SearchSubject): Promise<void> {
  await someItems(target, subject.resource);
  const operation = subject.resource.operations.create as Operation;
  const creator = { resource: subject.resource, operation };
  const plain = plainVariant(target.plan, creator);
  const named = searched(subject);
  if (plain === undefined || named.length < 2) return;
  for (const property of named.slice(0, MOST_NAMED)) {
    const word = { property, name: "a word of its own", value: (text: string) => `${text}${WORD}` };
    await orUndecidable(creation(target, creator, singleVariant(target.plan, operation, plain, word)));
  }
}

const MOST_NAMED = 3;
const WORD = "w7q";

/** An item of the run's own with a plain text in the property, and the text; one that only this property has, first. */
function itemWith(target: Target, subject: SearchSubject, name: string): readonly [CreatedItem, string] | undefined {
  const { marker } = target.session.options;
  const plain = new RegExp(`^${marker}-\\d+(${WORD})?$`);
  const found = ownItems(target.session, subject.resource).flatMap((one) => {
    const value = one.item[name];
    const isPlain = typeof value === "string" && plain.test(value);
    return isPlain && subject.search.parameter.schema.validate(value).length === 0 ? [[one, value] as const] : [];
  });
  return found.find(([, text]) => text.endsWith(WORD)) ?? found[0];
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
  prepare: (subject, target) => someToFind(target, subject),
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
    const named = searched(subject);
    const names = named.length === 0 ? subject.search.properties : named;
    const pairs = names.slice(0, MOST_NAMED).flatMap((one) => {
      const pair = itemWith(target, subject, one);
      return pair === undefined ? [] : [pair];
    });
    if (pairs.length === 0)
      return inconclusive("no item of the run has a plain text to search for", writeRemedy(target.session));
    return judgeEach(named.length === 0 ? pairs.slice(0, 1) : pairs, async ([item, text]) => {
      const first = await seen(target, subject, item, text);
      // A text that names no property leaves open which of them are searched.
      if (first.verdict === "fail" && named.length === 0)
        return inconclusive("nothing says which properties are searched", "a description that names them");
      if (first.verdict !== "pass" || !ANY_CASE.test(subject.said)) return first;
      const other = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
      if (resource.identifier.steps.length === 0) return PASS;
      return seen(target, subject, item, other);
    });
  },
});

async function seen(target: Target, subject: SearchSubject, item: CreatedItem, text: string): Promise<Outcome> {
  const { page, items } = await found(target, subject, text);
  const asked = `${subject.about ?? ""}=${text}`;
  if (items === undefined) return inconclusive(`${asked} was answered ${describeAnswer(page)}`, "see status.success");
  const id = showScalar(item.id);
  if (items.length >= largestCount(subject.resource)) return PASS;
  const query = [...largestPage(subject.resource), [subject.search.parameter.name, text] as const];
  const all = await allItems(target, subject, query, page);
  if (all === undefined)
    return inconclusive(`the list for ${asked} goes on, and its other pages cannot be read`, "a page size");
  if (all.some((one) => idText(subject.resource.identifier, one) === id)) return PASS;
  return fail(`the item ${id} for ${asked}`, `${items.length} other items`, item.exchange, page);
}

export const searchChecks = [finds];
