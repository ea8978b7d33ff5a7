// What an error says of the request and its time: the path that was asked for, a number of the request, when it was.
import type { Document } from "../../document/document.ts";
import { readJson } from "../../json/read.ts";
import { partAt, withPart } from "../../json/parts.ts";
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { plainName } from "../../resource/paths.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { momentOf } from "../../realistic/texts/moments.ts";
import type { Schema } from "../../schema/model.ts";
import { type SchemaNode, isType } from "../../schema/normal/schema-node.ts";
import { isWorse } from "../allowed.ts";

/** A request that is refused. */
export interface Asked {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly now: number;
}

type Say = (asked: Asked, former: JsonValue) => JsonValue;

/** A property that tells of the request. */
export interface Fact {
  readonly steps: readonly string[];
  readonly say: Say;
}

const TIME = /^(timestamp|time|date|datetime|at|occurredat|servertime)$/;
const PATH = /^(path|instance|requestpath|requesturi|uri|endpoint|requesturl)$/;
const NUMBER = /^(trace|request|correlation|error|transaction|incident|span|log)(id|identifier|number)$/;
const HELP = /^(docs?|help|documentation|moreinfo|info|reference)(url|uri|link)?$/;

/** True for the path of a request, and not of the part of it that is wrong. */
export const isAskedPath = (name: string, node: SchemaNode): boolean =>
  PATH.test(plainName(name)) &&
  [...node.properties.keys()].some((one) => /^(status|status_?code|timestamp)$/i.test(one));

/** The properties of an error, or of the object inside, that tell of the request. @param steps where the object is */
export function factsIn(document: Document, node: SchemaNode, steps: readonly string[]): Fact[] {
  return [...node.properties].flatMap(([name, part]): Fact[] => {
    const say = sayOf(document, name, part, node);
    return say === undefined ? [] : [{ steps: [...steps, name], say }];
  });
}

function sayOf(document: Document, name: string, part: SchemaNode, around: SchemaNode): Say | undefined {
  const plain = plainName(name);
  if (TIME.test(plain)) {
    const moment = momentOf(name, ValuePlace.at(document, part.pointer, "response"));
    return moment && (({ now }) => moment.write(now));
  }
  if (!isType(part, "string") || part.form.values !== undefined) return undefined;
  if (isAskedPath(name, around) || plain === "instance") return ({ path }) => path;
  if (plain === "method" || plain === "requestmethod") return ({ method }) => method;
  if (HELP.test(plain)) return () => "https://example.com/docs/errors";
  if (!NUMBER.test(plain)) return undefined;
  // The same requests since the start have the same numbers.
  let count = 0;
  return ({ method, path }, former) =>
    typeof former === "string" ? likeNumber(former, hashOf(`${method} ${path} ${count++}`)) : former;
}

/** Another number of the same length and signs. */
function likeNumber(former: string, seed: number): string {
  let state = seed;
  const isUuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/.test(former);
  return former.replaceAll(/[\da-f]/g, (one, at: number) => {
    // The version and the variant of a UUID stay.
    if (isUuid && (at === 14 || at === 19)) return one;
    state = hashOf(`${state} ${one}`);
    return (state % 16).toString(16);
  });
}

/** The text of an error with what it says of the request. */
export function withAsked(text: string, facts: readonly Fact[], schema: Schema, asked: Asked): string {
  const reading = readJson(text);
  if ("fault" in reading) return text;
  let value = reading.value;
  for (const { steps, say } of facts) {
    const former = partAt(value, steps);
    if (former === undefined) continue;
    const next = withPart(value, steps, say(asked, former));
    if (!isWorse(schema, next, value)) value = next;
  }
  return writeJson(value);
}
