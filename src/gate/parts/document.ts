// Subjects of the policy: the documents as a whole and their security schemes, before and after.
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import type { Subject } from "./model.ts";
import { schemesIn } from "./security.ts";

/** The whole documents and their security schemes as subjects. */
export function documentSubjects(base: JsonObject, revision: JsonObject): Subject[] {
  const whole: Subject = {
    on: "document",
    label: "the document",
    base,
    revision,
    basePointer: "/info",
    revisionPointer: "/info",
    operations: new Set(),
    direction: null,
  };
  const [before, after] = [schemesIn(base), schemesIn(revision)];
  const shared = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return [
    whole,
    ...shared.map((name): Subject => {
      const pointer = appendPointer("/components/securitySchemes", name);
      const [own, other] = [before[name], after[name]];
      return {
        ...whole,
        on: "scheme",
        label: `security scheme ${name}`,
        base: isObject(own) ? own : {},
        revision: isObject(other) ? other : {},
        basePointer: pointer,
        revisionPointer: pointer,
      };
    }),
  ];
}
