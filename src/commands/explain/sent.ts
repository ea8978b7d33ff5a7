// What the mock sends by itself, and when: webhooks by what their names tell, callbacks after their operation.
import type { Contract, DescribedOperation } from "../../contract/model.ts";
import { parseTemplate } from "../../contract/runtime-expression.ts";
import { type Topic, topicsOf } from "../../resource/events/topics.ts";
import { once } from "../../memo.ts";
import { oneLine } from "../../report/text.ts";
import type { Inference } from "../../resource/model.ts";

/** True for what the mock sends by itself. */
export function isSent(contract: Contract, { kind, problems, callback }: DescribedOperation): boolean {
  if (problems.length > 0) return false;
  return kind === "webhook" || followed(contract).has(callback?.operation ?? "");
}

/** What callbacks may follow: operations, and what is itself sent. */
const followed = once(
  ({ operations, unserved }: Contract) =>
    new Set(
      [...operations, ...unserved.filter((one) => one.kind !== "path" && one.problems.length === 0)].map(
        ({ name }) => name,
      ),
    ),
);

/** What the mock sends by itself, and when. */
export function sentText(contract: Contract, inference: Inference): string {
  const topics = new Map(topicsOf(contract, inference).map((topic) => [topic.webhook, topic] as const));
  const lines = contract.unserved
    .filter((one) => isSent(contract, one))
    .map((described) => {
      const topic = topics.get(described);
      if (topic !== undefined) return `sent: ${described.name}, ${whenOf(topic)}`;
      const template = parseTemplate(described.path);
      return `sent: ${described.name}${"fault" in template ? `, never: its URL ${template.fault}` : ""}`;
    });
  return lines.map(oneLine).join("\n");
}

/** "after a creation of orders" */
function whenOf({ resource, kinds, states, changed }: Topic): string {
  if (resource === undefined || kinds.size === 0) return "when somebody asks for it";
  const what = states.length > 0 ? [`a change to ${states.join(", ")}`] : [...kinds].map((kind) => CHANGES[kind]);
  return `after ${what.join(", ")} of ${resource.name}${changed.length > 0 ? ` that changes ${changed.join(", ")}` : ""}`;
}

const CHANGES = { created: "a creation", updated: "an update", removed: "a deletion" } as const;

/** The same as values. */
export function sentJson(contract: Contract, inference: Inference): object[] {
  const topics = new Map(topicsOf(contract, inference).map((topic) => [topic.webhook, topic] as const));
  return contract.unserved
    .filter((one) => isSent(contract, one))
    .map((described) => {
      const { name, kind, method, path, callback } = described;
      const topic = topics.get(described);
      return {
        name,
        kind,
        method,
        path,
        ...(callback === undefined ? {} : { follows: callback.operation }),
        ...(topic?.resource === undefined
          ? {}
          : { resource: topic.resource.name, changes: [...topic.kinds], states: topic.states }),
      };
    });
}
