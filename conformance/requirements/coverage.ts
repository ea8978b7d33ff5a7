// Finds the checks that test each statement of a document: those that declare it, and really apply to that operation or
// to that parameter, property or response.
import type { Operation } from "../../src/contract/model.ts";
import { isErrorStatus, isSuccessStatus, successStatuses } from "../../src/contract/responses.ts";
import { appendPointer } from "../../src/json/pointer.ts";
import { isObject } from "../../src/json/value.ts";
import type { AnyCheck, Subject } from "../check.ts";
import { groupsOf, keptFor } from "../../src/memo.ts";
import type { Plan } from "../plan.ts";
import type { Statement } from "./statements.ts";
import type { Tested, TestedPart } from "./tested.ts";
import type { Side, Use } from "./uses.ts";

/** The operations and paths that a check applies to. */
interface Subjects {
  readonly of: ReadonlyMap<Operation, readonly Subject[]>;
  readonly paths: ReadonlySet<string>;
}

interface Claim {
  readonly id: string;
  readonly tested: Tested;
  readonly subjects: Subjects;
}

/** The checks that apply to a plan, with what they test and where. */
export class Asked {
  readonly #plan: Plan;
  /**
   * Indexed by the tested part and its field or keyword, because there are as many statements as lines in the document.
   */
  readonly #claims = new Map<string, Claim[]>();

  constructor(checks: readonly AnyCheck[], plan: Plan) {
    this.#plan = plan;
    for (const check of checks) {
      const subjects = subjectsOf(check, plan);
      for (const tested of check.tests) {
        const claim = { id: check.id, tested, subjects };
        const places = [
          ...(tested.fields ?? []).map((field) => placeOf(tested.part, field, false)),
          ...(tested.keywords ?? []).map((keyword) => placeOf(tested.part, keyword, true)),
        ];
        for (const place of new Set(places)) keptFor(this.#claims, place, () => []).push(claim);
      }
    }
  }

  /** The ids of the checks that test a statement in one of its uses. */
  covering(statement: Statement, use: Use): string[] {
    const inSchema = statement.holderKind === "schema";
    const part = inSchema ? PART_OF_SIDE[use.side] : statement.holderKind;
    const claims = this.#claims.get(placeOf(part, fieldOf(statement), inSchema)) ?? [];
    return claims
      .filter(
        ({ tested, subjects }) =>
          matches(tested, statement, use, this.#plan) && isAsked(tested, subjects, statement, use),
      )
      .map(({ id }) => id);
  }
}

const placeOf = (part: string, name: string, inSchema: boolean): string => `${part} ${String(inSchema)} ${name}`;

function subjectsOf(check: AnyCheck, plan: Plan): Subjects {
  const of = groupsOf(check.applies(plan), ({ operation }) => operation);
  return { of, paths: new Set([...of.keys()].map(({ path }) => path)) };
}

const PART_OF_SIDE = {
  operation: "operation",
  path: "parameter",
  query: "parameter",
  header: "parameter",
  cookie: "parameter",
  body: "request-body",
  response: "response",
  "response header": "header",
  security: "security-scheme",
} as const satisfies Readonly<Record<Side, TestedPart>>;

/** True if what a check tests of a part and its field or keyword covers the statement in this use. */
function matches(tested: Tested, statement: Statement, use: Use, plan: Plan): boolean {
  const { in: places, side, status, header, depth, where } = tested;
  const inSchema = statement.holderKind === "schema";
  // No check looks inside a text that is not JSON.
  if (inSchema && !use.json) return false;
  if (places !== undefined && (use.parameter === undefined || !places.includes(use.parameter.in))) return false;
  if (side !== undefined && (use.side === "body" ? "request" : "response") !== side) return false;
  if (status !== undefined && !status.some((one) => one === use.status || one === classOf(use))) return false;
  if (header !== undefined && header !== use.header) return false;
  if (depth !== undefined && inSchema && use.depth > depth) return false;
  return where?.(use, plan) ?? true;
}

/** The field or keyword of a statement; "self" for a part, and for a schema that is `true` or `false`. */
function fieldOf({ pointer, holder, key }: Statement): string {
  return pointer === holder ? "self" : key;
}

/** `default` means errors, unless it is described without any success. */
function classOf({ status = "", operation }: Use): "success" | "error" | "other" {
  if (isSuccessStatus(status)) return "success";
  if (status === "default") return successStatuses(operation).length > 0 ? "error" : "other";
  return isErrorStatus(status) ? "error" : "other";
}

function isAsked({ by = "operation" }: Tested, { of, paths }: Subjects, statement: Statement, use: Use): boolean {
  if (by === "path") return paths.has(use.operation.path);
  const own = of.get(use.operation) ?? [];
  if (by === "operation") return own.length > 0;
  if (by === "subject") return own.some(({ pointer }) => use.anchors.includes(pointer));
  const names = namesIn(statement).map((name) => appendPointer("", name));
  return own.some(({ pointer }) => names.includes(pointer.slice(pointer.lastIndexOf("/"))));
}

/** The properties that `required` lists. */
function namesIn({ value }: Statement): string[] {
  return Array.isArray(value) ? value.map(String) : isObject(value) ? Object.keys(value) : [];
}
