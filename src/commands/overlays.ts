// `--overlay FILE`: what every command that reads a document can change in it without touching its file.
import { resolve } from "node:path";
import type { DocumentProblem } from "../document/document.ts";
import { showLocation } from "../document/location.ts";
import { type Overlays, readOverlay } from "../document/overlay/overlay.ts";
import { oneLine } from "../text/foreign.ts";
import type { CommandIo } from "./io.ts";
import { pick } from "./usage.ts";

/** The flag, its help, and how several are collected. */
export const OVERLAY_OPTION = [
  "--overlay <file>",
  "change the document by an OpenAPI Overlay 1.0, repeatable; the document's file stays as it is",
  (value: string, list: readonly string[] = []): readonly string[] => [...list, value],
] as const;

/** The flag as it was typed. */
export interface OverlayFlags {
  readonly overlay?: readonly string[];
}

/** The files of a flag, else that of its variable. */
export function overlayFiles({ overlay }: OverlayFlags, env: CommandIo["env"]): readonly string[] {
  return overlay ?? [pick("overlay", undefined, env)?.text ?? []].flat();
}

/**
 * Reads overlays. What they do in vain is told once, however often they are applied.
 * @returns undefined where there are none
 * @throws DocumentError for what is no overlay
 */
export async function readOverlays(
  files: readonly string[],
  command: string,
  { cwd, stderr }: Pick<CommandIo, "cwd" | "stderr">,
): Promise<Overlays | undefined> {
  if (files.length === 0) return undefined;
  const list = await Promise.all(files.map((file) => readOverlay(resolve(cwd, file), file)));
  const tell = ({ location, message }: DocumentProblem): void =>
    stderr(`${oneLine(`animal-store ${command}: ${showLocation(location)}: ${message}`)}\n`);
  return { list, tell };
}
