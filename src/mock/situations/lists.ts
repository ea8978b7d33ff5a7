// Makes a list empty, or as full as a page may be, whatever the store contains.
import type { Contract, Operation } from "../../contract/model.ts";
import type { Schema } from "../../schema/model.ts";
import { readJson } from "../../json/read.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { nthValue } from "../../realistic/seeded-values.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Resource } from "../../resource/model.ts";
import type { MockRequest } from "../roles/basis.ts";
import type { ResourcePlan } from "../resource-plan.ts";
import { jsonResponse } from "../response.ts";
import { Pagination } from "../lists/pagination.ts";
import { parameterIndex } from "../../contract/parameters.ts";

/** What a list should be instead. */
type ListWish = "empty" | "full";

/** The number of items on a full page without a maximum. */
const FULL = 100;
/** The maximum number of items generated for one answer. */
const MOST = 1_000;

/** Builds the other list for an operation's answer with a status. */
export interface ListParts {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The plan of the items that the operation lists, if it has a role. */
  readonly plan: ResourcePlan | undefined;
}

/**
 * The text of a body with its list emptied or filled; for an object, with each list in it that may be.
 * @returns undefined if there is no list, or none that the contract allows
 */
export function otherList(parts: ListParts, { status, text, wish, request }: ListAnswer): string | undefined {
  const reading = readJson(text);
  if ("fault" in reading) return undefined;
  const schema = jsonResponse(parts.operation, status)?.schema;
  const { value } = reading;
  if (Array.isArray(value)) return writeJson(wish === "empty" ? [] : filled(parts, schema, request));
  if (!isObject(value)) return undefined;
  let changed: JsonObject = value;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(part)) continue;
    const next: JsonObject = { ...changed, [name]: wish === "empty" ? [] : repeated(part) };
    if (schema === undefined || schema.validate(next).length === 0) changed = next;
  }
  return changed === value ? undefined : writeJson(changed);
}

/** An answer whose list is replaced. */
export interface ListAnswer {
  readonly status: number;
  readonly text: string;
  readonly wish: ListWish;
  readonly request: MockRequest;
}

function filled({ contract, operation, plan }: ListParts, schema: Schema | undefined, request: MockRequest): JsonValue {
  const limit = plan === undefined ? FULL : new Pagination(operation, plan.resource).read(request.values).limit;
  const node = schema === undefined ? undefined : schemaAt(contract.document, schema.pointer, "response");
  const most = Number(node?.form.bounds.maxItems ?? MOST);
  const count = Math.min(Number.isFinite(limit) ? limit : FULL, most, MOST);
  if (plan !== undefined) return fitting(plan.make(count), plan.resource, operation, request);
  if (node?.items === undefined) return [];
  const place = ValuePlace.at(contract.document, node.items.pointer, "response");
  return Array.from({ length: count }, (_, turn) => nthValue(place, turn) ?? null);
}

/** Items changed to match the filters of a request, if the schema allows it. */
function fitting(
  items: readonly JsonObject[],
  { filters, item: schema }: Resource,
  operation: Operation,
  { values }: MockRequest,
): readonly JsonObject[] {
  const wanted = filters.flatMap(({ parameter, property }): [string, JsonValue][] => {
    const value = values[parameterIndex(operation, parameter)];
    const [first] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    return first === undefined ? [] : [[property, first]];
  });
  if (wanted.length === 0) return items;
  return items.map((item) => {
    const filtered = { ...item, ...Object.fromEntries(wanted) };
    return schema.validate(filtered).length === 0 ? filtered : item;
  });
}

function repeated(list: readonly JsonValue[]): readonly JsonValue[] {
  return list.length === 0 ? list : Array.from({ length: FULL }, (_, at) => list[at % list.length] as JsonValue);
}
