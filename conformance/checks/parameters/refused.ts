// Parameter values that the schema refuses. Careless parsers accept some of them.
import { BOUNDS } from "../tests.ts";
import { ofRefusal } from "./tests.ts";
import type { Operation, Parameter } from "../../../src/contract/model.ts";
import { type SchemaNode, isType, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { valueAt } from "../../../src/json/pointer.ts";
import { type JsonValue, isObject } from "../../../src/json/value.ts";
import { parameterReader } from "../../../src/contract/serialization/strict.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { refused } from "../../judgements/refused.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import { validProbe } from "../../items/operation.ts";
import { type CheckId, type Outcome, PASS, blame, inconclusive, defineCheck, judgeEach } from "../../check.ts";
import type { Probe } from "../../client/request.ts";
import { refusedValues } from "../../items/bodies/sample.ts";
import type { Target } from "../../client/target.ts";
import { type ParameterSubject, parametersOf, show } from "./subjects.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { namesInPath } from "../../../src/contract/parameters.ts";

/** True for a parameter that the document allows without a value. */
function mayBeEmpty({ contract: { document } }: Plan, { pointer }: Parameter): boolean {
  const definition = valueAt(document.root, pointer);
  return isObject(definition) && definition["allowEmptyValue"] === true;
}

/** True for a parameter that has a value even if a request does not contain it: an object without members. */
function isThereUnsaid({ contract: { document } }: Plan, parameter: Parameter): boolean {
  return parameterReader(document, parameter)([]).kind === "value";
}

const isPageSize = (plan: Plan, operation: Operation, parameter: Parameter): boolean =>
  resourceOf(plan, operation)?.pageSize?.parameter === parameter;

/** What an answer may repeat of a text: a list may show the size of its page as the number that it took it for. */
function repeatedAs(text: string): JsonValue[] {
  const number = Number(text);
  if (Number.isFinite(number)) return [text, number];
  return /^(?:Infinity|NaN)$/.test(text) ? [text, null] : [text];
}

/** Sends an otherwise valid request with one error, which must be refused. @param texts what is wrong */
async function sendWrong(
  target: Target,
  operation: Operation,
  wrong: Partial<Probe>,
  { what, texts }: { readonly what: string; readonly texts: readonly string[] },
): Promise<Outcome> {
  const valid = validProbe(target, operation);
  const exchange = await target.ask({ ...valid, ...wrong, intent: "invalid" });
  const values = texts.flatMap(repeatedAs);
  return (
    undecidedPath(valid, exchange) ??
    blame(refused(exchange, operation, what), values.length === 0 ? undefined : { values })
  );
}

function sendTexts(target: Target, { operation, parameter }: ParameterSubject, ...texts: string[]): Promise<Outcome> {
  const pairs = texts.map((text) => [parameter.name, text] as const);
  return sendWrong(target, operation, parameter.in === "query" ? { query: pairs } : { headers: pairs }, {
    what: show(pairs),
    texts,
  });
}

async function sendRaw(target: Target, { operation, parameter }: ParameterSubject, text: string): Promise<Outcome> {
  if (parameter.in !== "query") return PASS;
  const rawQuery = `${encodeURIComponent(parameter.name)}=${text}`;
  return sendWrong(target, operation, { rawQuery, without: parameter.name }, { what: rawQuery, texts: [text] });
}

interface Syntax {
  readonly id: CheckId;
  readonly claim: string;
  readonly texts: readonly string[];
  /** Sent in the URL unescaped. */
  readonly raw?: readonly string[];
}

/** Spellings that are not JSON integers, but that careless parsers accept as such. */
const SYNTAX: readonly Syntax[] = [
  { id: "parameters.text", claim: "text should be refused where an integer is required", texts: ["abc", "5abc"] },
  {
    id: "parameters.fraction",
    claim: "a fraction should be refused where an integer is required",
    texts: ["1.5"],
  },
  {
    id: "parameters.exponent",
    claim: "a fraction with an exponent should be refused for an integer",
    texts: ["15e-1"],
  },
  { id: "parameters.sign", claim: "a plus sign should be refused before an integer", texts: ["+5"], raw: ["+5"] },
  {
    id: "parameters.hexadecimal",
    claim: "hexadecimal should be refused where an integer is required",
    texts: ["0x10"],
  },
  {
    id: "parameters.infinity",
    claim: "Infinity and NaN should be refused where an integer is required",
    texts: ["Infinity", "NaN"],
  },
  { id: "parameters.empty", claim: "an empty value should be refused where an integer is required", texts: [""] },
];

const syntax = SYNTAX.map(({ id, claim, texts, raw = [] }) =>
  defineCheck<ParameterSubject>({
    id,
    level: "should",
    claim,
    basis: "the parameter's type; spec/decisions.md#parameter-syntax",
    signs: { mistake: "integer-syntax" },
    tests: ofRefusal("type"),
    applies: (plan) =>
      parametersOf(
        plan,
        (schema, parameter) => isType(schema, "integer") && !(texts.includes("") && mayBeEmpty(plan, parameter)),
      ),
    run: (subject, target) => {
      const sent = texts.map((text) => () => sendTexts(target, subject, text));
      // In a query a plus sign may mean a space, which many number parsers ignore.
      const bare = raw.map((text) => () => sendRaw(target, subject, text));
      return judgeEach([...sent, ...bare], (send) => send());
    },
  }),
);

const repeated = defineCheck<ParameterSubject>({
  id: "parameters.repeated",
  level: "should",
  claim: "a parameter that is not a list should be refused when sent twice",
  basis: "the parameter's type; spec/decisions.md#repeated-parameter",
  tests: ofRefusal("type"),
  applies: (plan) =>
    parametersOf(plan, (schema, parameter) => {
      const scalar = schema.types?.some((type) => type === "array" || type === "object") === false;
      return parameter.in === "query" && scalar && twoValues(schema) !== undefined;
    }),
  run: (subject, target) => sendTexts(target, subject, ...(twoValues(subject.schema) ?? ["1", "2"])),
});

function twoValues(schema: SchemaNode): [string, string] | undefined {
  const [first, second] = schema.form.values?.map(String) ?? [];
  if (first !== undefined && second !== undefined) return [first, second];
  if (!isType(schema, "integer")) return undefined;
  const low = Number(schema.form.bounds.minimum ?? 1);
  return [String(low), String(low + 1)];
}

const WRONG = [
  {
    id: "parameters.not-listed",
    kinds: ["enum"],
    keywords: ["enum", "const"],
    signs: { mistake: "listed-values" },
    claim: "a parameter value that is not in the enum should be refused",
  },
  {
    id: "parameters.other-case",
    kinds: ["enum-case"],
    keywords: ["enum"],
    signs: { mistake: "listed-values" },
    claim: "an enum value in another case should be refused in a parameter",
  },
  {
    id: "parameters.out-of-bounds",
    kinds: ["bound", "length", "pattern", "format"],
    keywords: BOUNDS,
    signs: {},
    claim: "a parameter value outside its constraints should be refused",
  },
] as const;

/** A wrong text as a header can carry it, without surrounding whitespace (RFC 9110 section 5.5). */
function inHeader(text: string, { schema }: Parameter): string[] {
  const own = text.replaceAll(/[^\x20-\x7e]/g, "~").trim();
  return own === text || schema.validate(own).length > 0 ? [own] : [];
}

// A page size out of bounds may be refused or clamped; the paging family judges that.
const wrongChecks = WRONG.map(({ id, kinds, keywords, signs, claim }) => {
  const texts = (plan: Plan, parameter: Parameter): string[] => {
    const near = refusedValues(plan.contract.document, parameter.schema)
      .filter(({ kind, value }) => (kinds as readonly string[]).includes(kind) && typeof value !== "object")
      .map(({ value }) => showScalar(value))
      .flatMap((text) => (parameter.in === "header" ? inHeader(text, parameter) : text))
      // A numeric bound does not apply to a text.
      .filter((text) => parameter.schema.validate(text).length > 0)
      .filter((text) => text !== "" || !mayBeEmpty(plan, parameter));
    const listed = schemaAt(plan.contract.document, parameter.schema.pointer, "request").form.values ?? [];
    return near.length > 0 && id === "parameters.not-listed" && listed.length > 1
      ? [...near, listed.slice(0, 2).map(String).join(",")]
      : near;
  };
  return defineCheck<ParameterSubject>({
    id,
    level: "should",
    claim,
    basis: "the parameter's schema; spec/decisions.md#filter-out-of-range",
    fault: "F101",
    signs,
    tests: ofRefusal(...keywords),
    applies: (plan) =>
      parametersOf(
        plan,
        (_, parameter, operation) => !isPageSize(plan, operation, parameter) && texts(plan, parameter).length > 0,
      ),
    run: (subject, target) =>
      judgeEach(texts(target.plan, subject.parameter), (text) => sendTexts(target, subject, text)),
  });
});

const required = defineCheck<ParameterSubject>({
  id: "parameters.required",
  claim: "a request without a required parameter must be refused",
  basis: "the parameter's required",
  tests: [{ part: "parameter", fields: ["required"], by: "subject" }, ...ofRefusal()],
  applies: (plan) => parametersOf(plan, (_, parameter) => parameter.required && !isThereUnsaid(plan, parameter)),
  run: ({ operation, parameter: { name } }, target) =>
    sendWrong(target, operation, { without: name }, { what: `a request without ${name}`, texts: [] }),
});

export const refusalChecks = [...syntax, repeated, ...wrongChecks, required];

const isNowhere = (exchange: Exchange): boolean => [404, 410].includes(statusOf(exchange));

/** The outcome if a path with a made-up value was not found, or refused; undefined if the answer can be judged. */
export function undecidedPath(
  { operation, path = {} }: Probe,
  exchange: Exchange,
  isUndecided: (exchange: Exchange) => boolean = isNowhere,
): Outcome | undefined {
  const isMadeUp = namesInPath(operation.path).some((name) => path[name] === undefined);
  if (!isMadeUp || !isUndecided(exchange)) return undefined;
  return inconclusive("no item is known to exist", "a store that holds one, and an operation that lists it");
}
