// A key with which a creation can be sent again: the same request adds nothing, and another one does not pass for it.
import type { Parameter } from "../../../src/contract/model.ts";
import { equalJson } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import { PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { describeAnswer, isRefusal, isSuccess, statusOf } from "../../client/exchange.ts";
import { freshKey } from "../../client/fresh-key.ts";
import { plainBody, plainOf } from "../../items/create.ts";
import { itemIn } from "../../places.ts";
import { saidOf } from "../../probes/said.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { creators } from "./subjects.ts";
import { idempotencyKeyIn } from "../../../src/contract/conventions.ts";

interface KeyedSubject extends ResourceSubject {
  readonly key: Parameter;
}

/** True if the document says that a repeated request is answered like the first. */
const answersAgain = (said: string): boolean =>
  /\b(?:same|original|first|previous|earlier|cached|stored) (?:answer|response|result|booking|order|item|object|resource)|\breplay/i.test(
    said,
  );

/** True if the document says that a key does not serve for two bodies. */
function refusesOthers({ operation }: KeyedSubject, said: string): boolean {
  const responses = operation.responses.filter(({ status }) => status === "409" || status === "422");
  const texts = [said, ...responses.map(({ description }) => description)];
  return responses.length > 0 && texts.some((text) => /\b(?:other|another|different|differs?|mismatch)/i.test(text));
}

export const idempotencyKey = defineCheck<KeyedSubject>({
  id: "create.idempotency-key",
  claim: "a creation sent twice under one key must create one item",
  basis: "the operation's Idempotency-Key parameter",
  fault: "F103",
  signs: { isIgnored: true },
  stage: "creating",
  writes: true,
  tests: ofMeaning(),
  applies: (plan) =>
    creators(plan).flatMap((subject) => {
      const key = subject.operation.parameters[idempotencyKeyIn(subject.operation)];
      return key === undefined ? [] : [{ ...subject, key, pointer: key.pointer, about: key.name }];
    }),
  run: async (subject, target) => {
    const { resource, operation, key } = subject;
    const { session } = target;
    const plain = plainOf(target, subject);
    const headers = [[key.name, freshKey(session.nextName(), key)]] as const;
    const json = plainBody(target, subject, plain);
    const first = await target.ask({ operation, json, headers, intent: "edge" });
    const id = isSuccess(first) ? idOf(resource.identifier, itemIn(first)) : undefined;
    if (id === undefined || statusOf(first) === 202)
      return inconclusive(`the creation was answered ${describeAnswer(first)}`, "a target on which creation works");
    const again = await target.ask({ operation, json, headers, intent: "invalid" });
    const second = isSuccess(again) ? idOf(resource.identifier, itemIn(again)) : undefined;
    if (second !== undefined && !equalJson(second, id))
      return fail(`the item ${writeJson(id)} for the same key`, `the item ${writeJson(second)}`, first, again);
    const said = saidOf(target.plan, key);
    if (isRefusal(again) && answersAgain(said)) return fail(`the item ${writeJson(id)} for the same key`, again, first);
    if (!refusesOthers(subject, said)) return PASS;
    const body = plainBody(target, subject, plain);
    if (equalJson(body, json)) return PASS;
    const other = await target.ask({ operation, json: body, headers, intent: "invalid" });
    const wanted = ["409", "422"].filter((status) => names(operation, status)).join(" or ");
    return isSuccess(other) ? fail(`${wanted} for another body under the key`, other, first) : PASS;
  },
});
