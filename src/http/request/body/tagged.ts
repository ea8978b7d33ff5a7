// The faults of a value that may be one of several kinds: a tag says which kind is meant, and only its faults count.
import { appendPointer } from "../../../json/pointer.ts";
import { quoted } from "../../../json/quote.ts";
import type { Violation } from "../../../schema/model.ts";

const TAG = /^(.*)\/properties\/([^/]+)\/(?:const|enum)$/;

/** The violations without those of kinds that the value does not claim to be. */
export function ofTaggedKind(violations: readonly Violation[]): readonly Violation[] {
  let all = violations;
  for (const group of violations) {
    const isOpen =
      (group.keyword === "oneOf" && (group.params.matching ?? []).length === 0) || group.keyword === "anyOf";
    if (isOpen) all = withoutOthers(all, group);
  }
  return all;
}

function withoutOthers(violations: readonly Violation[], group: Violation): readonly Violation[] {
  const inside = violations.filter((one) => one !== group && isAtOrBelow(one.at, group.at));
  const tags = inside.flatMap((one) => {
    const [, kind, name] = TAG.exec(one.pointer) ?? [];
    const isOwn = kind !== undefined && name !== undefined && one.at === appendPointer(group.at, name);
    return isOwn ? [{ violation: one, kind, name }] : [];
  });
  const [first] = tags;
  if (first === undefined || tags.some(({ name }) => name !== first.name)) return violations;
  const isOther = ({ pointer }: Violation): boolean => tags.some(({ kind }) => pointer.startsWith(`${kind}/`));
  const own = inside.filter((one) => !isOther(one));
  const outside = violations.filter((one) => one !== group && !inside.includes(one));
  if (own.length > 0) return [...outside, ...own];
  // No kind has such a tag.
  const values = tags.flatMap(({ violation }) => violation.params.values ?? []);
  const message = `must be one of ${values.map(quoted).join(", ")}`;
  return [...outside, { ...first.violation, keyword: "enum", params: { values }, message }];
}

const isAtOrBelow = (at: string, top: string): boolean => at === top || at.startsWith(`${top}/`);
