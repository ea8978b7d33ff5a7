// What the schema does not allow is refused, as documented, and leaves nothing behind.
import { only } from "../../../src/json/parts.ts";
import { isRefused } from "../../../src/contract/representation/forms/form-writer.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import type { Tested } from "../../requirements/tested.ts";
import { BOUNDS } from "../tests.ts";
import { WRONG_BODY, ofProperties } from "./tests.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { refused } from "../../judgements/refused.ts";
import { type ResourceSubject, blame, defineCheck, inconclusive } from "../../check.ts";
import { blameOf } from "../../causes/large-integers.ts";
import { statusOf } from "../../client/exchange.ts";
import { keptFor } from "../../../src/memo.ts";
import type { Plan } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { marksOf } from "../../items/bodies/marks.ts";
import type { Marks } from "../../../src/schema/generate/strategies/plain.ts";
import { STRUCTURES, type WrongValue } from "../../../src/schema/generate/strategies/wrong.ts";
import { keywordsOf } from "../../../src/schema/keywords.ts";
import { refusedValues } from "../../items/bodies/sample.ts";
import { markedBody } from "../../items/bodies/variants.ts";
import { findMarked } from "../../judgements/refused-items.ts";
import { short } from "../../judgements/difference.ts";
import { creators } from "./subjects.ts";
import { CHANGE_EXISTING } from "../../client/undecidable.ts";
import { plainName, singular } from "../../../src/resource/paths.ts";
import { writeRemedy } from "../../client/remedies.ts";
import type { Operation } from "../../../src/contract/model.ts";
import type { Schema } from "../../../src/schema/model.ts";
import { Work } from "../../../src/schema/work.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { markedFor, brokenBodies, mediaType } from "./unreadable.ts";

interface WrongSubject extends ResourceSubject {
  /** Absent if it stands for properties whose wrong values were not generated because there are too many. */
  readonly wrong?: Wrong;
}

/** A way to make a valid body invalid. */
interface Wrong {
  readonly kind: WrongValue["kind"] | "missing";
  readonly property: string;
  readonly what: string;
  /** Only a part of it has another type. */
  readonly isConverted?: boolean;
  readonly spoil: (valid: JsonObject) => JsonObject;
}

const SPOILED: Marks = { text: "spoiled", integer: 7 };

interface Wrongs {
  readonly found: readonly Wrong[];
  /** The number of properties left untried when the work limit was reached. */
  readonly untried: number;
}

/** Keyed by operation: every operation belongs to one contract. */
const known = new WeakMap<Operation, Wrongs>();

/** Units of work for generating the wrong bodies of an operation: a second or two. */
const MOST_WORK = 8_000_000;

/** Changes of one property that make a valid body invalid. */
function wrongsOf(plan: Plan, subject: ResourceSubject): Wrongs {
  const schema = bodySchema(subject.operation);
  const valid = markedBody(plan, subject, SPOILED);
  if (schema === undefined || valid === undefined) return { found: [], untried: 0 };
  const { document } = plan.contract;
  const { properties, form } = schemaAt(document, schema.pointer, "request");
  const work = new Work(MOST_WORK);
  const judged: Schema = { ...schema, validate: (value) => schema.validate(value, work) };
  const ofProperty = (property: string, pointer: string): Wrong[] => {
    const lack = form.required.has(property) ? [missing(property)] : [];
    const values = refusedValues(document, within(judged, valid, property, pointer));
    return [
      ...lack.filter(({ spoil }) => isRefused(judged.validate(spoil(valid)))),
      ...values.map(({ kind, of, value, what }) => ({
        kind,
        isConverted: of === "type" || of === "null",
        property,
        what: `${property}: ${short(writeJson(value))} (${what})`,
        spoil: (body: JsonObject) => ({ ...body, [property]: value }),
      })),
    ];
  };
  let untried = 0;
  // A service may ignore what is readOnly, or refuse it.
  const open = [...properties].filter(([, { annotations }]) => !annotations.readOnly);
  const found = open.flatMap(([property, { pointer }]) => {
    const own = untried > 0 ? undefined : Work.within(() => ofProperty(property, pointer));
    if (own === undefined) untried++;
    return own ?? [];
  });
  return { found, untried };
}

function missing(property: string): Wrong {
  const spoil = (body: JsonObject): JsonObject => only(body, (name) => name !== property);
  return { kind: "missing", property, what: `a body without ${property}`, spoil };
}

/** The schema of a property, judged in its place in the body. */
function within(schema: Schema, valid: JsonObject, property: string, pointer: string): Schema {
  return { pointer, origin: "derived", validate: (value) => schema.validate({ ...valid, [property]: value }) };
}

/** True for a property called like things that the service has: "writer", "articles". */
function mayName({ resources }: Plan, property: string): boolean {
  const name = plainName(singular(property));
  return resources.some(({ collection }) => plainName(singular(collection.split("/").at(-1) ?? "")) === name);
}

const WRONG = [
  {
    id: "create.refuses-missing",
    kinds: ["missing"],
    tests: [{ part: "request-body", keywords: ["required"], depth: 1, by: "named" }],
    signs: { wrongBody: "basic" },
    claim: "a body without a required property must be refused",
  },
  {
    id: "create.refuses-null",
    kinds: ["null"],
    tests: ofProperties("type"),
    signs: { wrongBody: "special", mistake: "body-types" },
    claim: "null must be refused where the schema does not allow it",
  },
  {
    id: "create.refuses-type",
    kinds: ["type"],
    tests: ofProperties("type", "const"),
    signs: { wrongBody: "basic", mistake: "body-types" },
    claim: "a value of another type must be refused, not converted",
  },
  {
    id: "create.refuses-unlisted",
    kinds: ["enum", "enum-case"],
    tests: ofProperties("enum", "const"),
    signs: { wrongBody: "basic" },
    claim: "a value that is not in the enum must be refused",
  },
  {
    id: "create.refuses-bound",
    kinds: ["bound", "length", "pattern", "format", ...STRUCTURES],
    tests: ofProperties(...BOUNDS, ...keywordsOf("count", "unique")),
    signs: { wrongBody: "special" },
    claim: "a value outside its constraints must be refused",
  },
] as const satisfies readonly { readonly tests: readonly Tested[]; readonly [key: string]: unknown }[];

function wrongSubjects(plan: Plan, subject: ResourceSubject, kinds: readonly Wrong["kind"][]): WrongSubject[] {
  const { properties } = schemaAt(plan.contract.document, subject.pointer, "request");
  const { found, untried } = keptFor(known, subject.operation, () => wrongsOf(plan, subject));
  const subjects = found
    .filter(({ kind }) => kinds.includes(kind))
    .map((wrong) => ({
      ...subject,
      wrong,
      about: wrong.what,
      pointer: properties.get(wrong.property)?.pointer ?? subject.pointer,
    }));
  return untried === 0 ? subjects : [...subjects, { ...subject, about: `wrong values of ${untried} more properties` }];
}

const wrongChecks = WRONG.map(({ id, kinds, tests, signs, claim }) =>
  defineCheck<WrongSubject>({
    id,
    claim,
    basis: "the schema of the request body",
    fault: "F101",
    signs,
    stage: "refusing",
    writes: true,
    tests: [...tests, WRONG_BODY],
    applies: (plan) => creators(plan).flatMap((subject) => wrongSubjects(plan, subject, kinds)),
    run: async (subject, target) => {
      const { operation, wrong } = subject;
      if (wrong === undefined) return inconclusive("looking for them takes too much work", "a smaller request body");
      const json = wrong.spoil(markedFor(target, subject));
      // A lenient service reads true as 1, and moves what has that identifier to the new item.
      if (mayName(target.plan, wrong.property) && /\d|true/.test(writeJson(json[wrong.property] ?? null)))
        return inconclusive("it may name an item that existed before, which would change", CHANGE_EXISTING);
      const outcome = refused(await target.ask({ operation, intent: "invalid", json }), operation, wrong.what);
      const known = blameOf(json[wrong.property]);
      // What converts a value converts its parts, too.
      return blame(outcome, wrong.isConverted === true ? { cause: { kind: "body-types" }, ...known } : known);
    },
  }),
);

const notKept = defineCheck<ResourceSubject>({
  id: "create.refused-not-kept",
  claim: "an item that was refused must not be in the store",
  basis: "the create and list operations; RFC 9110 section 15.5",
  fault: "F206",
  signs: { wrongBody: "special" },
  stage: "early",
  quiet: true,
  writes: true,
  tests: [WRONG_BODY],
  applies: (plan) => creators(plan, ({ operations }) => operations.list !== undefined),
  run: async ({ resource, operation }, target) => {
    const { list } = resource.operations;
    const turned = target.session.recordOf(operation).filter((one) => one.intent === "invalid" && statusOf(one) >= 400);
    if (list === undefined || turned.length === 0)
      return inconclusive("nothing was refused", writeRemedy(target.session, "a target that refuses what is wrong"));
    const page = await target.view({ operation: list, query: largestPage(resource), intent: "edge" });
    if (itemsOf(page) === undefined) return inconclusive("there is no list to look at", "see lists.untouched");
    return findMarked(target.session, page, resource, marksOf(target.session, "refused"));
  },
});

export const refusedChecks = [...wrongChecks, brokenBodies, mediaType, notKept];
