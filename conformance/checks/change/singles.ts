// Singletons, such as settings: what was sent must be shown. They existed before the run, so they are changed only with
// --change-existing or below an item of the run's own, and then restored.
import { only } from "../../../src/json/parts.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import type { Singleton } from "../../../src/resource/model.ts";
import type { Schema } from "../../../src/schema/model.ts";
import { type SchemaNode, isType, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { PASS, type Subject, defineCheck, fail, inconclusive } from "../../check.ts";
import { describeAnswer, isServed, isSuccess, statusOf } from "../../client/exchange.ts";
import type { Session } from "../../client/target.ts";
import { sampleBody } from "../../items/bodies/body.ts";
import { itemIn } from "../../places.ts";
import type { Plan } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { MEDIA } from "../create/tests.ts";
import { MEANING } from "../tests.ts";

interface SingleSubject extends Subject {
  readonly single: Singleton;
}

function singles(plan: Plan, role: "replace" | "update"): SingleSubject[] {
  return plan.singletons.flatMap((single) => {
    const operation = single.operations[role];
    const isShown = single.operations.fetch !== undefined;
    return operation === undefined || !isShown || bodySchema(operation) === undefined
      ? []
      : [{ operation, single, pointer: operation.pointer }];
  });
}

/** True if changing it for a moment affects nobody else. */
function mayChange({ options, created }: Session, { parent }: Singleton): boolean {
  if (options.changeExisting === true) return true;
  return created.some(({ isWay, resource }) => isWay === true && resource.collection === parent?.resource.collection);
}

/** A change of one property, and the body that reverts it. */
interface Change {
  readonly name: string;
  readonly body: JsonObject;
  readonly back: JsonObject;
}

/** A valid body that changes one property; undefined if none can be built. */
function changeOf(
  session: Session,
  { operation, single }: SingleSubject,
  before: JsonObject,
  isPartial: boolean,
): Change | undefined {
  const schema = bodySchema(operation);
  if (schema === undefined) return undefined;
  const { document } = session.plan.contract;
  const { properties } = schemaAt(document, schema.pointer, "request");
  const sample = sampleBody(session.plan, operation, { text: session.nextName(), integer: 42 });
  const writable = [...properties].filter(([, own]) => !own.annotations.readOnly);
  const names = new Set(writable.map(([name]) => name));
  const old = only(before, (name) => names.has(name));
  for (const [name, node] of writable) {
    // The response schema may be narrower than the request schema, and then cannot show every value.
    const shown = single.properties.find((property) => property.name === name)?.schema;
    const isShowable = (one: JsonValue): boolean => shown === undefined || isValid(shown, one);
    const value = before[name] === undefined ? undefined : otherValue(session, node, before[name], isShowable);
    if (value === undefined) continue;
    const whole = { ...(isObject(sample) ? sample : {}), ...old };
    for (const base of isPartial ? [{}, old, whole] : [old, whole]) {
      const change = { name, body: { ...base, [name]: value }, back: { ...base, [name]: before[name] as JsonValue } };
      if (isValid(schema, change.body) && isValid(schema, change.back)) return change;
    }
  }
  return undefined;
}

const isValid = (schema: Schema, value: JsonValue): boolean => schema.validate(value).length === 0;

/** Another value for a property; for texts, only one that means nothing to a machine. */
function otherValue(
  session: Session,
  node: SchemaNode,
  before: JsonValue,
  isShowable: (value: JsonValue) => boolean,
): JsonValue | undefined {
  const { values, formats, patterns } = node.form;
  if (values !== undefined) return values.find((one) => !equalJson(one, before) && isShowable(one));
  const other = (): JsonValue | undefined => {
    if (isType(node, "boolean")) return before !== true;
    if (isType(node, "integer") && typeof before === "number") return before + 1;
    return isType(node, "string") && formats.length + patterns.length === 0 ? session.nextName() : undefined;
  };
  const value = other();
  return value === undefined || !isShowable(value) ? undefined : value;
}

const ED = { replace: "replaced", update: "updated" } as const;

export const singleChecks = (["replace", "update"] as const).map((role) =>
  defineCheck<SingleSubject>({
    id: `change.single-${role}`,
    claim: `a single thing that was ${ED[role]} must be shown as it was sent`,
    basis: "the operation, and the one that shows the thing",
    stage: "changing",
    writes: true,
    tests: [MEANING, MEDIA, { part: "request-body", fields: ["self"] }],
    applies: (plan) => singles(plan, role),
    // Two concurrent changes of the same thing could not be distinguished.
    run: (subject, target) =>
      target.session.alone(subject.single.path, async () => {
        const { session } = target;
        const { operation, single } = subject;
        const fetch = single.operations.fetch as Operation;
        const first = await target.ask({ operation: fetch });
        const before = itemIn(first);
        if (!isServed(first) || before === undefined)
          return inconclusive(`it is not shown: ${describeAnswer(first)}`, "a target that shows it");
        if (!mayChange(session, single))
          return inconclusive("it was there before the run", "--change-existing, which changes it and puts it back");
        const change = changeOf(session, subject, before, role === "update");
        if (change === undefined)
          return inconclusive("no property of it can be changed and put back", "a schema with a plain property");
        const changed = await target.ask({ operation, json: change.body });
        if (!isSuccess(changed) || statusOf(changed) === 202)
          return inconclusive(`the change was answered ${describeAnswer(changed)}`, "see status.success");
        const again = await target.ask({ operation: fetch });
        await target.send({ operation, json: change.back, intent: "edge" });
        const seen = itemIn(again)?.[change.name];
        if (seen !== undefined && equalJson(seen, change.body[change.name] ?? null)) return PASS;
        const wanted = `${change.name}: ${writeJson(change.body[change.name] ?? null)}`;
        return fail(wanted, `${change.name}: ${writeJson(seen ?? null)}`, changed, again);
      }),
  }),
);
