// The normal forms of constraints in a conjunction that no schema of the document describes.
import { type Member, exactText } from "../form/conjunction.ts";
import { ANYTHING, type NormalForm } from "../form/normal-form.ts";

type Written = Extract<Member, { pointer: string }>;

const EVERY_TYPE_BUT_NULL: ReadonlySet<string> = new Set(["string", "number", "boolean", "array", "object"]);

/** True for a schema of the document, whole or in part. */
export function isWritten(member: Member): member is Written {
  return "pointer" in member;
}

/** The normal form of such a constraint. */
export function unwrittenForm(member: Exclude<Member, Written>): NormalForm {
  switch (member.kind) {
    case "type":
      return { ...ANYTHING, types: new Set([member.type]) };
    case "not null":
      return { ...ANYTHING, types: EVERY_TYPE_BUT_NULL };
    case "not empty":
      return { ...ANYTHING, bounds: { minLength: 1 } };
    case "value":
      return { ...ANYTHING, values: [member.value] };
    case "tag": {
      const properties = new Map([[member.property, exactText(member.value)]]);
      return { ...ANYTHING, properties, required: new Set([member.property]) };
    }
  }
}
