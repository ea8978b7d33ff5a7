// Null as an alternative of its own: `anyOf: [X, { type: null }]`, where the other side has `type: [object, null]`, 3.0's
// `nullable`, or no null at all. What else is sent is compared with X.
import { branchNames } from "./branch-names.ts";
import type { Differences, FormPair, Graph } from "../graph.ts";
import { isExact } from "../../keywords/alternatives.ts";
import { isNullable, tellingKeywords } from "../../form/composition.ts";
import { type Conjunction, NOT_NULL, join, ofType } from "../../form/conjunction.ts";
import { type Group, type NormalForm, allowsType, isOnly } from "../../form/normal-form.ts";
import type { NormalForms, SchemaPart } from "../../normal/normal-forms.ts";

/** The differences if one side allows null as an alternative of its own, and the other in another way or not at all. */
export function nullAside(graph: Graph, { producer, given, consumer, wanted }: FormPair): Differences | undefined {
  const { sides } = graph;
  const sent = alternativeToNull(sides.producer, producer, given);
  const taken = alternativeToNull(sides.consumer, consumer, wanted);
  if (sent !== undefined && taken !== undefined) return undefined;
  if (sent === undefined && taken === undefined) return nullGone(graph, { producer, given, consumer, wanted });
  if (sent !== undefined) {
    const { group, other } = sent;
    const edges = [{ step: { kind: "branch", group, branch: other }, to: graph.pair(other, consumer) }] as const;
    // What is written in place of null is one of the texts.
    const isWritten = sides.textual && isAnyText(sides.producer, other);
    if (isWritten || isTypeOrNull(wanted)) return { facts: [], edges };
    if (mayBeNull(sides.consumer, wanted)) return undefined;
    const [names, known] = [branchNames(sides.producer, group.branches), branchNames(sides.producer, [other])];
    return { facts: [{ keyword: group.kind, producer: names, consumer: known }], edges };
  }
  if (taken === undefined) return undefined;
  const { group, other } = taken;
  const isBoth = isTypeOrNull(given);
  if (!isBoth && mayBeNull(sides.producer, given)) return undefined;
  const rest = isBoth ? join(producer, NOT_NULL, sides.work) : producer;
  const step = { kind: "branch", group: { ...group, branches: [rest] }, branch: rest } as const;
  const edges = [{ step, to: graph.pair(rest, other) }];
  if (isBoth) return { facts: [], edges };
  const [known, names] = [branchNames(sides.consumer, [other]), branchNames(sides.consumer, group.branches)];
  return { facts: [{ keyword: group.kind, producer: known, consumer: names, provedBy: "alternative-added" }], edges };
}

/** A type or null, where the consumer has only alternatives that are not null. */
function nullGone(graph: Graph, { producer, given, consumer, wanted }: FormPair): Differences | undefined {
  const [group] = wanted.groups;
  if (group === undefined || !isTypeOrNull(given) || mayBeNull(graph.sides.consumer, wanted)) return undefined;
  const [sent, known] = [[...group.branches, ofType("null")], group.branches].map((branches) =>
    branchNames(graph.sides.consumer, branches),
  );
  const rest = join(producer, NOT_NULL, graph.sides.work);
  const step = { kind: "branch", group: { ...group, branches: [rest] }, branch: rest } as const;
  const fact = { keyword: group.kind, producer: sent, consumer: known };
  return { facts: [fact], edges: [{ step, to: graph.pair(rest, consumer) }] };
}

interface Alternative {
  readonly group: Group;
  readonly other: Conjunction;
}

/** What a schema allows besides null, if it says nothing but that there are these two alternatives. */
function alternativeToNull(forms: NormalForms, conjunction: Conjunction, form: NormalForm): Alternative | undefined {
  const [group] = form.groups;
  if (group?.branches.length !== 2 || conjunction.members.length > 1) return undefined;
  const saysMore = ({ pointer, definition }: SchemaPart): boolean =>
    !isNullable(forms, pointer) && tellingKeywords(definition).length > 1;
  if (forms.definitions(conjunction).some(saysMore)) return undefined;
  const [first, second] = group.branches as readonly [Conjunction, Conjunction];
  const other = isNull(forms.form(second)) ? first : isNull(forms.form(first)) ? second : undefined;
  // If X allows null too, null matches both, which `oneOf` does not allow.
  if (other === undefined || (isExact(group) && mayBeNull(forms, forms.form(other)))) return undefined;
  return { group, other };
}

function isAnyText(forms: NormalForms, conjunction: Conjunction): boolean {
  const said = forms.definitions(conjunction).flatMap(({ definition }) => tellingKeywords(definition));
  return isOnly(forms.form(conjunction), "string") && said.every((keyword) => keyword === "type");
}

export function isNull(form: NormalForm): boolean {
  return isOnly(form, "null") && form.groups.length === 0;
}

/** True for a schema of certain types and null, without alternatives or conditions that may refuse null. */
export function isTypeOrNull({ types, values, groups, opaque }: NormalForm): boolean {
  const isPlain = values === undefined && groups.length + opaque.length === 0;
  return isPlain && types?.has("null") === true && types.size > 1;
}

/** False if a schema is certain not to allow null: by its types, or because none of its alternatives does. */
function mayBeNull(forms: NormalForms, form: NormalForm): boolean {
  if (!allowsType(form, "null")) return false;
  return form.groups.every(({ branches }) => branches.some((branch) => allowsType(forms.form(branch), "null")));
}
