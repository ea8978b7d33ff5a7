// Breaks that no difference explains: they are reported with a difference that could not be judged otherwise.
import type { Draft, Witness } from "../../model.ts";
import type { Stabilities } from "../../surface/stabilities.ts";

/** A draft without a verdict, and a witness at its place that is about something else. */
export interface Spare {
  readonly draft: Draft;
  readonly witness: Witness;
}

/** The drafts, with such a break in place of the first draft that could show it. */
export function withSpares(drafts: readonly Draft[], spares: readonly Spare[], stabilities: Stabilities): Draft[] {
  const broken = new Set(
    drafts.filter(({ witness }) => witness !== undefined).flatMap(({ operations }) => [...operations]),
  );
  return drafts.map((draft) => {
    const spare = spares.find((one) => one.draft === draft);
    if (spare === undefined || [...draft.operations].some((name) => broken.has(name))) return draft;
    for (const name of draft.operations) broken.add(name);
    const { reason: _, ...rest } = draft;
    return { ...rest, ...stabilities.breaking(draft.operations), witness: spare.witness };
  });
}
