// Requests that carry an idempotency key, as the document describes it: a repetition gets the first answer again, and
// nothing is carried out twice.
import type { Operation } from "../../../contract/model.ts";
import { writeJson } from "../../../json/write.ts";
import { refuse } from "../../errors/refusal.ts";
import type { Behaviour, MockRequest } from "../basis.ts";
import { idempotencyKeyIn } from "../../../contract/conventions.ts";

/** A behaviour that carries out a request with a key only once; the same behaviour if the document has no such key. */
export function withKeys(operation: Operation, behaviour: Behaviour): Behaviour {
  const at = idempotencyKeyIn(operation);
  if (at === -1) return behaviour;
  const { name: header } = operation.parameters[at] as Operation["parameters"][number];
  const other = refuse("reused_key", `header ${header}`, `${header} was sent before with another request`);
  return (request, world) => {
    const key = request.values[at];
    if (typeof key !== "string" || key === "") return behaviour(request, world);
    const name = `${operation.method} ${operation.path} ${key}`;
    const asked = writeJson(askedBy(request, at));
    const kept = world.repeats.find(name, world.clock);
    if (kept !== undefined) return kept.asked === asked ? kept.answer : other;
    const answer = behaviour(request, world);
    if (answer.kind === "answer" && answer.status < 300) world.repeats.keep(name, { asked, answer }, world.clock);
    return answer;
  };
}

/** What a request asks for, without its key. */
function askedBy({ values, body = null, file }: MockRequest, at: number): Parameters<typeof writeJson>[0] {
  const others = values.map((value, index) => (index === at ? null : (value ?? null)));
  return [others, body, file === undefined ? null : [file.name ?? null, file.bytes.length]];
}
