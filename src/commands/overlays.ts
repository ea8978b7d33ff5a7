// `--overlay FILE`: changes a document for any command that reads one, without editing its file.
import { resolve } from "node:path";
import type { DocumentProblem } from "../document/document.ts";
import { showLocation } from "../document/location.ts";
import type { Overlays } from "../document/overlay/overlay.ts";
import { oneLine } from "../text/foreign.ts";
import { texts } from "./flags.ts";
import type { CommandIo } from "./io.ts";

export const OVERLAYS = texts(
  "--overlay <file>",
  "apply an OpenAPI Overlay 1.0 to the document, repeatable; the file itself stays unchanged",
);

/**
 * Reads overlays. An action without effect is reported once, however often the overlay is applied.
 * @returns undefined if there are none
 * @throws DocumentError for a file that is not an overlay
 */
export async function readOverlays(
  files: readonly string[],
  command: string,
  { cwd, stderr }: Pick<CommandIo, "cwd" | "stderr">,
): Promise<Overlays | undefined> {
  if (files.length === 0) return undefined;
  const { readOverlay } = await import("../document/overlay/overlay.ts");
  const { matches } = await import("../schema/pattern/engine.ts");
  const { UNLIMITED } = await import("../schema/work.ts");
  const matching = (pattern: string, text: string): boolean => matches(pattern, text, UNLIMITED);
  const list = await Promise.all(files.map((file) => readOverlay(resolve(cwd, file), file, matching)));
  const tell = ({ location, message }: DocumentProblem): void =>
    stderr(`${oneLine(`animal-store ${command}: ${showLocation(location)}: ${message}`)}\n`);
  return { list, tell };
}
