// The meaning of a list's query parameters: filters on a property, the page size and the start of a page. `x-resource`
// comes before what names suggest.
import { defined } from "../../json/defined.ts";
import type { Operation, Parameter } from "../../contract/model.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { appendPointer } from "../../json/pointer.ts";
import type { JsonValue } from "../../json/value.ts";
import { boundedIntegers } from "../../schema/keywords/numbers.ts";
import { type SchemaNode, isType, presentAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";
import { keepsAll } from "./comparing.ts";
import type { Filter, HintProblem, ItemProperty, PageSize, PageStart } from "../model.ts";
import { HINT, type OperationHint } from "../hint.ts";
import { quoted } from "../../json/quote.ts";
import { shownNode } from "../items/bodies.ts";
import { plainName } from "../paths.ts";
import { PAGE_SIZES, PAGE_STARTS, pageName } from "./page-names.ts";

/** A list operation and its x-resource. */
export interface ListOperation {
  readonly operation: Operation;
  readonly hint: OperationHint;
}

/** The meaning of a list's query, and the x-resource hints that cannot be followed. */
export interface QueryMeaning {
  readonly filters: readonly Filter[];
  readonly pageSize?: PageSize;
  readonly pageStart?: PageStart;
  readonly problems: readonly HintProblem[];
}

/** For a resource that cannot be listed. */
export const NO_QUERY: QueryMeaning = { filters: [], problems: [] };

/** With a start, one of these means a range, usually of time. */
const END_NAMES = new Set(["end", "stop", "until", "finish"]);

/** Words for showing a part of each item, and words for selecting items. */
const SHOWS =
  /\b(?:includ|expand|embed|show|display|return|add|omit|hid|exclud|load|fetch|populat|calculat|comput)\w*/i;
const SELECTS = /\b(?:only|filter\w*|match\w*|whose|(?:that|which) (?:are|is|have|has)|by whether)\b/i;

/** Reads the query parameters of a list. */
export function readQuery(document: Document, list: ListOperation, properties: readonly ItemProperty[]): QueryMeaning {
  const reader = new QueryReader(document, list, properties);
  const pageSize = reader.pageSize();
  const pageStart = reader.pageStart();
  const paging = [pageSize?.parameter, pageStart?.parameter];
  return {
    filters: reader.filters().filter(({ parameter }) => !paging.includes(parameter)),
    ...defined({ pageSize, pageStart }),
    problems: reader.problems,
  };
}

class QueryReader {
  readonly problems: HintProblem[] = [];
  readonly #document: Document;
  readonly #list: ListOperation;
  readonly #properties: readonly ItemProperty[];
  readonly #parameters: readonly Parameter[];

  constructor(document: Document, list: ListOperation, properties: readonly ItemProperty[]) {
    this.#document = document;
    this.#list = list;
    this.#properties = properties;
    this.#parameters = queryParameters(list.operation);
  }

  /**
   * The query parameter that x-resource names, or else an integer one with a usual name, unless items have a property
   * with that name.
   */
  pageSize(): PageSize | undefined {
    const { pageSize: named } = this.#list.hint;
    if (named === false) return undefined;
    if (named !== undefined) {
      const parameter = this.#integer(named, ["pageSize"]);
      return parameter === undefined ? undefined : this.#sizeOf(parameter);
    }
    for (const parameter of this.#parameters) {
      if (!PAGE_SIZES.has(pageName(parameter.name)) || this.#isProperty(parameter) || !this.#isInteger(parameter))
        continue;
      const size = this.#sizeOf(parameter);
      // If 1 is not allowed, it is not a number of items.
      if (size.maximum === undefined || size.maximum >= 1) return size;
    }
    return undefined;
  }

  /**
   * The parameter that says where a page begins, found like the page size. A minimum or a default says whether the
   * first is 0 or 1; otherwise pages count from 1 and items from 0.
   */
  pageStart(): PageStart | undefined {
    const { pageStart: named } = this.#list.hint;
    if (named === false) return undefined;
    if (named !== undefined) {
      const parameter = this.#integer(named.parameter, ["pageStart"]);
      return parameter === undefined ? undefined : this.#startOf(parameter, named);
    }
    const isRange = this.#parameters.some((one) => END_NAMES.has(plainName(one.name)));
    const parameter = this.#parameters.find(
      (one) =>
        PAGE_STARTS.has(pageName(one.name)) &&
        !(isRange && plainName(one.name) === "start") &&
        !this.#isProperty(one) &&
        this.#isInteger(one),
    );
    return parameter === undefined ? undefined : this.#startOf(parameter);
  }

  /** The query parameters named like a property, and those that x-resource declares as filters. */
  filters(): Filter[] {
    const named = this.#list.hint.filters ?? new Map<string, string | false>();
    for (const name of named.keys()) this.#parameter(name, ["filters", name]);
    return this.#parameters.flatMap((parameter) => {
      const wanted = named.get(parameter.name);
      if (wanted === false) return [];
      const property = this.#properties.find(({ name }) => name === (wanted ?? parameter.name));
      // Only a property with a single scalar value can equal the text in a query.
      const isPlain = property !== undefined && this.#isPlain(property);
      if (wanted === undefined && this.#isSwitch(parameter)) return [];
      if (property !== undefined && isPlain)
        return [{ parameter, property: property.name, schema: this.#compared(parameter, property) }];
      if (wanted !== undefined) {
        const names = this.#properties.filter((one) => this.#isPlain(one)).map(({ name }) => name);
        const why = property === undefined ? "items have no such property" : "it is an object or a list";
        this.#problem(
          ["filters", parameter.name],
          `filters names the property ${quoted(wanted)}, but ${why}; a filter can compare ${names.join(", ")}`,
        );
      }
      return [];
    });
  }

  /**
   * A filter with an "off" default, such as a switch or an empty string, keeps every item while it is off, and so do
   * values such as "all". Only the other values are compared.
   */
  #compared(parameter: Parameter, { schema }: ItemProperty): Schema {
    const asked = presentAt(this.#document, parameter.schema.pointer, "request");
    const { values } = presentAt(this.#document, schema.pointer, "response").form;
    const usual = asked.annotations.default;
    const off = new Set((asked.form.values ?? []).filter((one) => keepsAll(one, values)));
    const isHidden = usual === false && HIDDEN.test(plainName(parameter.name));
    if ((usual === false && !isHidden) || usual === "") off.add(usual);
    if (off.size === 0) return schema;
    const { pointer } = schema;
    const refusal = { keyword: "const", params: {}, at: "", message: "must be a value that items can have", pointer };
    return Object.freeze({
      pointer,
      origin: "derived" as const,
      validate: (value: unknown) => (off.has(value as JsonValue) ? [refusal] : schema.validate(value)),
    });
  }

  #sizeOf(parameter: Parameter): PageSize {
    const { form, annotations } = presentAt(this.#document, parameter.schema.pointer, "request");
    const { least, most } = boundedIntegers(form);
    const [minimum, maximum, usual] = [least, most, annotations.default].map(whole);
    return Object.freeze({ parameter, ...defined({ minimum, maximum, default: usual }) });
  }

  #startOf(parameter: Parameter, said: Partial<Pick<PageStart, "counts" | "first">> = {}): PageStart {
    const { form, annotations } = presentAt(this.#document, parameter.schema.pointer, "request");
    const counts = said.counts ?? PAGE_STARTS.get(pageName(parameter.name)) ?? "items";
    const [least, usual] = [whole(boundedIntegers(form).least), whole(annotations.default)];
    const shown = counts === "pages" && annotations.examples.includes(0) ? 0 : undefined;
    const told = least === undefined ? ([0, 1].find((one) => one === usual) ?? shown) : Math.min(1, Math.max(0, least));
    // Services that call a page `number`, beside `totalElements`, count from 0; SCIM counts items from 1 (RFC 7644 section 3.4.2.4).
    const around = shownNode(this.#document, this.#list.operation)?.properties;
    const isFromZero = counts === "pages" && around?.has("totalElements") === true && around.has("number");
    const otherwise = !isFromZero && (counts === "pages" || plainName(parameter.name) === "startindex") ? 1 : 0;
    return Object.freeze({ parameter, counts, first: said.first ?? told ?? otherwise });
  }

  /** The integer parameter that x-resource names. If there is none, records a problem. */
  #integer(name: string, at: readonly string[]): Parameter | undefined {
    const parameter = this.#parameter(name, at);
    if (parameter === undefined || this.#isInteger(parameter)) return parameter;
    this.#problem(at, `${at[0]} names the query parameter ${quoted(name)}, which is not an integer`);
    return undefined;
  }

  #parameter(name: string, at: readonly string[]): Parameter | undefined {
    const found = this.#parameters.find((parameter) => parameter.name === name);
    if (found !== undefined) return found;
    const { method, path } = this.#list.operation;
    const names = this.#parameters.map((parameter) => parameter.name).join(", ") || "none";
    this.#problem(at, `${at[0]} names the query parameter ${quoted(name)}; ${method} ${path} has ${names}`);
    return undefined;
  }

  #problem(at: readonly string[], message: string): void {
    this.problems.push({ pointer: appendPointer(this.#list.operation.pointer, HINT, ...at), message });
  }

  #isProperty({ name }: Parameter): boolean {
    return this.#properties.some((property) => property.name === name);
  }

  #isInteger({ schema }: Parameter): boolean {
    const asked = presentAt(this.#document, schema.pointer, "request");
    // Frameworks for JavaScript describe every number as one.
    return isType(asked, "integer") || isType(asked, "number");
  }

  /** True for a switch that, by its description, decides what is shown of each item, not which items. */
  #isSwitch({ schema, pointer }: Parameter): boolean {
    const { types, annotations } = this.#asked(schema);
    if (types?.includes("boolean") !== true) return false;
    const said = `${descriptionAt(this.#document, pointer)} ${annotations.description ?? ""}`;
    return SHOWS.test(said) && !SELECTS.test(said);
  }

  #asked({ pointer }: Schema): SchemaNode {
    return presentAt(this.#document, pointer, "request");
  }

  #isPlain({ schema }: ItemProperty): boolean {
    const { types } = presentAt(this.#document, schema.pointer, "response");
    return types?.some((type) => type === "object" || type === "array") !== true;
  }
}

/** Things that nobody sees who does not ask for them. */
const HIDDEN = /^(?:is)?(?:archived|deleted|trashed|removed)$/;

/** True for a filter in words, as OData and search languages write it. */
export const isFilter = ({ in: place, name }: Pick<Parameter, "in" | "name">): boolean =>
  place === "query" && /^\$?filter$/i.test(name);

/** The query parameters of an operation. */
export function queryParameters({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === "query");
}

function whole(value: unknown): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}
