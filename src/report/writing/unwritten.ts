// Explains why a file or a stream cannot be written.
import { oneLine } from "../../text/foreign.ts";

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EACCES: "permission denied",
    EPERM: "permission denied",
    EISDIR: "it is a folder",
    ENOTDIR: "a part of the path is not a folder",
    EEXIST: "a part of the path is not a folder",
    ENOENT: "the folder cannot be created",
    ENOSPC: "no space left on the device",
    EPIPE: "the reader has closed it",
    EIO: "input/output error",
    EROFS: "the file system is read-only",
    ENAMETOOLONG: "the name is too long",
  }),
);

/** Why a file or a stream cannot be written, in a few words. */
export function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS.get(code) ?? oneLine(error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
