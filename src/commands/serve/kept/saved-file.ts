// A file that `serve` keeps up to date: written after changes, and a last time on every way out of the process. It is
// complete at every moment: new content is written next to it, flushed to disk and then renamed. All of this is
// synchronous, because nothing can be awaited while a process exits.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "../../given-file.ts";

/** A large file is written less often, to leave most of the time for clients. */
const SHARE = 10;

/** Which file is written, and how. */
export interface SavedPlace {
  /** The flag that asked for it. */
  readonly flag: string;
  /** The name as given, and the folder it starts from. */
  readonly name: string;
  readonly cwd: string;
  /** The shortest time between two writes, in milliseconds. */
  readonly pause: number;
  /** Whether another process's changes are left alone. */
  readonly isShared?: boolean;
}

/** What is written. */
export interface SavedContent {
  /** Changes whenever there is something new to write. */
  readonly revision: () => string;
  readonly text: () => string;
  /** What is lost if the last write fails, for the message. */
  readonly lost: () => string;
}

/** Writes a file from time to time. */
export class SavedFile {
  readonly path: string;
  readonly #place: SavedPlace;
  readonly #content: SavedContent;
  readonly #complain: (message: string) => void;
  #written: string | undefined;
  /** The file as last seen, to avoid overwriting another writer's changes. */
  #seen: string | undefined;
  #failed = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param complain is called once for each reason why the file cannot be written */
  constructor(place: SavedPlace, content: SavedContent, complain: (message: string) => void) {
    this.path = resolve(place.cwd, place.name);
    this.#place = place;
    this.#content = content;
    this.#complain = complain;
  }

  /** Starts to write what changes. */
  start(): void {
    process.once("exit", this.#atExit);
    this.#plan(this.#place.pause);
  }

  /** Writes what has changed. @returns why it could not be written, if it could not */
  save(): string | undefined {
    const revision = this.#content.revision();
    if (revision === this.#written) return undefined;
    const { flag, name, isShared } = this.#place;
    try {
      const now = isShared === true ? stateOf(this.path) : undefined;
      if (this.#seen !== undefined && now !== undefined && now !== this.#seen) {
        return `${flag} does not write ${name}: another process has written it`;
      }
      replaceFile(this.path, this.#content.text());
      this.#seen = stateOf(this.path);
      this.#written = revision;
      this.#failed = "";
      return undefined;
    } catch (error) {
      return `${flag} cannot write ${name}: ${codeOf(error)}`;
    }
  }

  /** Writes also what looks unchanged. */
  touch(): void {
    this.#written = undefined;
  }

  /** Writes what has changed, and stops. @returns what could not be written, and why */
  close(): string | undefined {
    clearTimeout(this.#timer);
    process.off("exit", this.#atExit);
    const failed = this.save();
    return failed === undefined ? undefined : `${failed}; lost: ${this.#content.lost()}`;
  }

  readonly #atExit = (code: number): void => {
    const lost = this.close();
    if (lost === undefined) return;
    this.#complain(lost);
    if (code === 0) process.exitCode = LOST;
  };

  #plan(pause: number): void {
    this.#timer = setTimeout(() => {
      const began = performance.now();
      const failed = this.save();
      if (failed !== undefined && failed !== this.#failed) this.#complain(`${failed}; it is tried again`);
      this.#failed = failed ?? "";
      this.#plan(Math.max(pause, (performance.now() - began) * SHARE));
    }, pause).unref();
  }
}

/** The exit code if output was lost. */
const LOST = 2;

/** Writes a text to a file, completely or not at all. A failure leaves nothing beside it. */
export function replaceFile(path: string, text: string): void {
  const beside = `${path}.new`;
  // Remove what another process left or somebody planted there: a link would be followed, and a named pipe would block.
  rmSync(beside, { force: true });
  try {
    const file = openSync(beside, "wx");
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    attempt(() => rmSync(beside, { force: true }));
    throw error;
  }
  // The new name has to reach the disk too. Systems that cannot flush a folder, such as Windows, write it soon anyway.
  attempt(() => {
    const folder = openSync(dirname(path), "r");
    attempt(() => fsyncSync(folder));
    closeSync(folder);
  });
}

/** Does something that may fail without consequences. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // See above.
  }
}

/** Identifies the file at a path and its last change; undefined if there is none. */
function stateOf(path: string): string | undefined {
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch {
    return undefined;
  }
}
