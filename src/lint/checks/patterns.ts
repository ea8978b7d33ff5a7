// Patterns that backtracking engines, which most clients and servers use, can take exponential time to match.
import { appendPointer } from "../../json/pointer.ts";
import { ambiguityOf } from "../../schema/pattern/ambiguity.ts";
import { patternsIn } from "../../schema/patterns-in.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import { quoted } from "../../json/quote.ts";

/**
 * Patterns with a repetition whose body matches some text in two ways, so n copies of it can be matched in 2^n ways.
 */
export function backtrackingPatterns(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) =>
    patternsIn(value).flatMap(({ pattern, steps }) => {
      const found = ambiguityOf(pattern, context.work);
      if (found === undefined) return [];
      const said = `${found.part} repeats and can match ${quoted(found.text)} in more than one way, so the time doubles with each repetition`;
      return [{ pointer: appendPointer(pointer, ...steps), said }];
    }),
  );
}
