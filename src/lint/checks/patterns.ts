// Patterns that a backtracking engine, as most clients and servers have one, can take for ever to match.
import { appendPointer } from "../../json/pointer.ts";
import { ambiguityOf } from "../../schema/pattern/ambiguity.ts";
import { patternsIn } from "../../schema/keywords.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";

/** Patterns with a repetition that can read a text in two ways, so that n such texts can be read in 2^n ways. */
export function backtrackingPatterns(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) =>
    patternsIn(value).flatMap(({ pattern, steps }) => {
      const found = ambiguityOf(pattern);
      if (found === undefined) return [];
      const said = `${found.part} repeats and can match ${JSON.stringify(found.text)} in more than one way, so the time doubles with each repetition`;
      return [{ pointer: appendPointer(pointer, ...steps), said }];
    }),
  );
}
