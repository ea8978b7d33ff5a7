// Which of several examples of an operation a request asks for: the one whose name is that of the example that was sent,
// or is the very text that was sent.
import type { Operation } from "../../contract/model.ts";
import { concreteStatus, isSuccessStatus } from "../../contract/responses.ts";
import { type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { once } from "../../memo.ts";

/** The parts of a request that examples show. */
export interface Sent {
  /** The value of each parameter, in the order of the operation's parameters. */
  readonly values: readonly (JsonValue | undefined)[];
  readonly body?: JsonValue | undefined;
}

/** An example of a response. */
export interface FittingExample {
  readonly name: string;
  readonly status: number;
}

type Choice = (sent: Sent) => FittingExample | undefined;

/** The example that fits a request; undefined if none does, or if the operation has no more than one. */
export const fittingExample = (operation: Operation, sent: Sent): FittingExample | undefined =>
  choiceOf(operation).choose?.(sent);

const choiceOf = once((operation: Operation): { choose: Choice | undefined } => ({ choose: makeChoice(operation) }));

function makeChoice({ parameters, body, responses }: Operation): Choice | undefined {
  const answers = new Map<string, number>();
  for (const { status, content } of responses.toSorted((one, other) => rank(one.status) - rank(other.status)))
    for (const { examples } of content)
      for (const { name } of examples)
        if (name !== undefined && !answers.has(name)) answers.set(name, Number(concreteStatus(status)));
  if (answers.size < 2) return undefined;
  const asked = [...answers].map(([name, status]) => ({
    name,
    status,
    values: parameters.flatMap(({ examples }, at): [number, JsonValue][] => {
      const example = examples.find((one) => one.name === name);
      return example === undefined ? [] : [[at, example.value]];
    }),
    bodies: (body?.content ?? []).flatMap(({ examples }) => examples.filter((one) => one.name === name)),
  }));
  return ({ values, body: sentBody }) => {
    const same = asked.find(
      (one) =>
        one.values.length + one.bodies.length > 0 &&
        one.values.every(([at, value]) => values[at] !== undefined && equalJson(values[at], value)) &&
        (one.bodies.length === 0 || one.bodies.some(({ value }) => equalJson(value, sentBody ?? null))),
    );
    if (same !== undefined) return same;
    const texts = new Set(textsIn([...values, sentBody]));
    return asked.find(({ name, status }) => status < 400 && texts.has(name.toLowerCase()));
  };
}

/** Successes first. */
const rank = (status: string): number => (isSuccessStatus(status) ? 0 : 1);

/** The texts of a request, and of the properties of its body. */
function textsIn(values: readonly (JsonValue | undefined)[]): string[] {
  return values
    .flatMap((value) => (isObject(value) ? Object.values<JsonValue>(value) : [value]))
    .flatMap((value) => (typeof value === "string" ? [value.toLowerCase()] : []));
}
