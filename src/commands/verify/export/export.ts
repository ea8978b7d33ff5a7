// `verify --export KIND=FILE`: the valid requests of a run for other tools.
import { resolve } from "node:path";
import type { Run } from "../../../../conformance/run.ts";
import { quoted } from "../../../json/quote.ts";
import { count } from "../../../report/text.ts";
import { reason } from "../../../report/writing/unwritten.ts";
import { writeWhole } from "../../../report/writing/whole-file.ts";
import type { CommandIo } from "../../io.ts";
import type { Export } from "./kinds.ts";
import { FORMATS } from "./formats.ts";
import { stepsOf } from "./steps.ts";

/** Writes each file. @returns false if one could not be written */
export async function exportRun(run: Run, exports: readonly Export[], io: CommandIo): Promise<boolean> {
  if (exports.length === 0) return true;
  const steps = stepsOf(run);
  let isWritten = true;
  for (const { kind, file } of exports) {
    try {
      await writeWhole(resolve(io.cwd, file), FORMATS[kind](steps));
      io.stderr(`animal-store verify: wrote ${count(steps.steps.length, "request")} to ${quoted(file)}\n`);
    } catch (error) {
      isWritten = false;
      io.stderr(`animal-store verify: --export cannot write ${quoted(file)}: ${reason(error)}\n`);
    }
  }
  return isWritten;
}
