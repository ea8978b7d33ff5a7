// Flags shared by `verify`, `gate` and `lint`: which reports and lists to write, and which part of a run to select.
import { resolve } from "node:path";
import { type Output, parseOutputs } from "../report/writing/outputs.ts";
import { writeNew } from "../report/writing/whole-file.ts";
import { type Selection, type SelectionKind, parseSelection } from "../selection/selection.ts";
import { type Flag, texts, typed } from "./flags.ts";
import { codeOf } from "./given-file.ts";
import { UsageError } from "./usage.ts";
import { quoted } from "../json/quote.ts";

/** `--report`. */
export function reports(help: string): Flag<readonly Output[]> {
  const { read, ...flag } = typed(texts("--report <kind=path>", help));
  return {
    ...flag,
    read(own, env) {
      const parsed = parseOutputs(read(own, {}), env);
      if (parsed.ok) return parsed.outputs;
      throw new UsageError(parsed.message);
    },
  };
}

/** The selection of `--only` and `--except`. @param kinds the kinds of terms that the command knows */
export function selectionOf(flags: Parameters<typeof parseSelection>[0], kinds?: readonly SelectionKind[]): Selection {
  const parsed = parseSelection(flags, kinds);
  if (!parsed.ok) throw new UsageError(parsed.message);
  return parsed.selection;
}

/**
 * Writes a file that must not exist yet, because an existing one contains reasons that somebody wrote. @throws
 * UsageError
 */
export async function writeGiven(flag: string, file: string, cwd: string, text: string): Promise<void> {
  try {
    await writeNew(resolve(cwd, file), text);
  } catch (error) {
    const code = codeOf(error);
    const why = code === "EEXIST" ? "it exists already; name another file" : code;
    throw new UsageError(`${flag} cannot write ${quoted(file)}: ${why}`);
  }
}
