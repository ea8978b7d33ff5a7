// Reads the small YAML files that a user writes for `verify`. Each complaint names the file and the line.
import { withTexts } from "../../json/parts.ts";
import { resolve } from "node:path";
import { type ParsedText, parseText, readText } from "../../document/read.ts";
import { nearestName } from "../../document/nearest-name.ts";
import { appendPointer } from "../../json/pointer.ts";
import { quoted } from "../../json/quote.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import { type Environment, UsageError } from "../usage.ts";

/** A part of the file and its place. */
export interface Placed {
  readonly value: JsonValue | undefined;
  readonly pointer: string;
}

export class PlacedFile {
  readonly name: string;
  readonly #text: ParsedText;
  readonly #problems: string[] = [];

  /** @throws UsageError for a file that is no YAML or JSON */
  constructor(flag: string, file: string, cwd: string) {
    const text = readText(resolve(cwd, file));
    if (typeof text !== "string") throw new UsageError(`${flag} ${file}: the file ${text.refused}`);
    const parsed = parseText(text);
    if ("fault" in parsed) throw new UsageError(`${file}:${parsed.fault.line}: ${parsed.fault.message}`);
    this.name = file;
    this.#text = parsed;
  }

  get root(): Placed {
    return { value: this.#text.value, pointer: "" };
  }

  /** "team.yaml:12". */
  placeOf({ pointer }: Pick<Placed, "pointer">): string {
    return `${this.name}:${this.#text.locate(pointer).line}`;
  }

  complain(part: Pick<Placed, "pointer">, message: string): undefined {
    this.#problems.push(`${this.placeOf(part)}: ${message}`);
  }

  /** @throws UsageError if there was anything to complain about */
  finish(): void {
    const [first, ...others] = this.#problems;
    if (first !== undefined) throw new UsageError(first, others);
  }

  /** The entries of an object. @param known the names that it may have; any if absent */
  entries(part: Placed, what: string, known?: readonly string[]): (readonly [string, Placed])[] {
    if (part.value === undefined || part.value === null) return [];
    if (!isObject(part.value)) {
      this.complain(part, `${what} must be a map${known === undefined ? "" : ` with ${known.join(", ")}`}`);
      return [];
    }
    const all = Object.entries<JsonValue>(part.value).map(
      ([name, value]) => [name, { value, pointer: appendPointer(part.pointer, name) }] as const,
    );
    if (known === undefined) return all;
    for (const [name, place] of all.filter(([one]) => !known.includes(one))) {
      const meant = nearestName(name, known);
      this.complain(
        place,
        `there is no ${quoted(name)} in ${what}: ${meant === undefined ? `it may have ${known.join(", ")}` : `did you mean ${quoted(meant)}?`}`,
      );
    }
    return all.filter(([name]) => known.includes(name));
  }

  /** The members of a list. */
  members(part: Placed, what: string): Placed[] {
    if (part.value === undefined || part.value === null) return [];
    if (!Array.isArray(part.value)) {
      this.complain(part, `${what} must be a list`);
      return [];
    }
    return part.value.map((value: JsonValue, index) => ({ value, pointer: appendPointer(part.pointer, index) }));
  }

  /** A text; undefined if it is none, after a complaint. */
  text(part: Placed, what: string): string | undefined {
    const { value } = part;
    if (typeof value === "string" && value.trim() !== "") return value;
    return this.complain(part, `${what} must be a text`);
  }

  /** A value with variables in it, `withVariables`, after a complaint for each that is not set. */
  resolved(part: Placed, env: Environment, secrets: string[]): JsonValue | undefined {
    const missing: string[] = [];
    const value = part.value === undefined ? undefined : withVariables(part.value, env, secrets, missing);
    for (const one of missing) this.complain(part, `the variable ${one} is not set`);
    return value;
  }
}

/** One field of an object. */
export function fieldOf({ value, pointer }: Placed, name: string): Placed {
  return { value: isObject(value) ? value[name] : undefined, pointer: appendPointer(pointer, name) };
}

/** A value in which each text "$NAME" or "${NAME}" is replaced by that variable; `missing` receives unset ones. */
export function withVariables(value: JsonValue, env: Environment, secrets: string[], missing: string[]): JsonValue {
  return withTexts(value, (written) => {
    const name = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(written)?.slice(1).find(Boolean);
    if (name === undefined) return written;
    const text = env[name];
    if (text === undefined || text === "") missing.push(name);
    else secrets.push(text);
    return text ?? "";
  });
}
