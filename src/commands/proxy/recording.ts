// `proxy --record`: what came by, as an overlay with examples. The mock starts with the items in them, and answers with them
// what it has no other answer for.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Exchange, isSuccess, mediaTypeOf, header, valueOf } from "../../../conformance/client/exchange.ts";
import { ServiceSecrets } from "../../../conformance/client/target/service-secrets.ts";
import { Undecidable } from "../../../conformance/client/undecidable.ts";
import { mediaFor } from "../../contract/media.ts";
import type { Contract, MediaType } from "../../contract/model.ts";
import { responseFor } from "../../contract/responses.ts";
import { writeYaml } from "../../document/yaml/write.ts";
import { pointerSteps, valueAt } from "../../json/pointer.ts";
import { readJsonBytes } from "../../json/read.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { keptFor } from "../../memo.ts";
import { writeGiven } from "../judging-flags.ts";
import { UsageError } from "../usage.ts";
import type { Passed } from "../upstream/forwarding.ts";
import { Masking } from "./masking.ts";

/** Examples kept for each description of a body, and the characters of each. */
const MOST_EXAMPLES = 5;
const MOST_CHARACTERS = 20_000;
const MOST_ROWS = 20;

const HEAD = `# What came by a proxy: "animal-store serve DOCUMENT --overlay THIS-FILE" starts with it. Secrets and personal values are
# replaced as far as names and forms tell them: read this before you commit it.
`;

export class Recording {
  readonly #file: string;
  readonly #contract: Contract;
  readonly #masking: Masking;
  /** By the pointer of the media type, each example by its text. */
  readonly #kept = new Map<string, Map<string, { readonly value: JsonValue; readonly from: string }>>();
  #left = 0;

  /** @throws UsageError if the file exists */
  constructor(file: string, cwd: string, contract: Contract) {
    if (existsSync(resolve(cwd, file)))
      throw new UsageError(`--record cannot write ${file}: it exists already; name another file`);
    this.#file = file;
    this.#contract = contract;
    const secrets = new ServiceSecrets(contract.document);
    this.#masking = new Masking((name) => secrets.isSecret(name));
  }

  /** Keeps what an exchange shows. */
  note(passed: Passed): void {
    const { operation, request, response } = passed;
    if (operation === undefined || response === undefined || response.cut !== undefined) return;
    const described = responseFor(operation.responses, response.status);
    const media = described && mediaFor(described.content, mediaTypeOf(passed));
    if (media !== undefined) this.#keep(media, answered(passed), passed);
    const type = header(request.headers, "content-type") ?? "";
    const sent =
      isSuccess(passed) && passed.objection === undefined ? mediaFor(operation.body?.content ?? [], type) : undefined;
    const reading = sent && request.body && readJsonBytes(request.body);
    if (sent !== undefined && reading !== undefined && "value" in reading) this.#keep(sent, reading.value, passed);
  }

  #keep(media: MediaType, given: JsonValue | undefined, { operation, request }: Exchange): void {
    if (given === undefined || operation === undefined) return;
    const name = operation.path.split("/").findLast((step) => step !== "" && !step.includes("{")) ?? "";
    const value = this.#masking.masked(shortened(given), name);
    const text = writeJson(value);
    const kept = keptFor(this.#kept, media.pointer, () => new Map());
    if (kept.has(text) || kept.size >= MOST_EXAMPLES) return;
    // What breaks the contract, or does so without its secrets, is no example of it.
    if (text.length > MOST_CHARACTERS || media.schema?.validate(value).length !== 0) this.#left++;
    else kept.set(text, { value, from: `${request.method} ${operation.path}` });
  }

  /** Writes the overlay. @returns what to say of it @throws UsageError if it cannot be written */
  async write(cwd: string): Promise<string> {
    const { title, version, document } = this.#contract;
    const actions = [...this.#kept].flatMap(([pointer, kept]) => {
      if (kept.size === 0) return [];
      const target = `$${pointerSteps(pointer)
        .map((step) => `['${step.replaceAll(/['\\]/g, String.raw`\$&`)}']`)
        .join("")}`;
      const examples = [...kept.values()].map(({ value, from }, at) => [
        `recorded${at + 1}`,
        { summary: `recorded: ${from}`, value },
      ]);
      const found = valueAt(document.root, pointer);
      // A media type has either one example or several.
      const isTaken = isObject(found) && found["example"] !== undefined;
      const update = { target, update: { examples: Object.fromEntries(examples) as JsonValue } };
      return isTaken ? [{ target: `${target}['example']`, remove: true }, update] : [update];
    });
    const left = this.#left === 0 ? "" : `; ${this.#left} left out, too large or not what the document allows`;
    if (actions.length === 0) return `nothing to record came by, so there is no ${this.#file}${left}`;
    const overlay = { overlay: "1.0.0", info: { title: `Recorded: ${title}`, version }, actions };
    await writeGiven("--record", this.#file, cwd, HEAD + writeYaml(overlay));
    const all = [...this.#kept.values()].reduce((sum, kept) => sum + kept.size, 0);
    return `wrote ${all} examples to ${this.#file}${left}; read them before you commit them`;
  }
}

function answered(passed: Passed): JsonValue | undefined {
  try {
    return valueOf(passed);
  } catch (error) {
    if (error instanceof Undecidable) return undefined;
    throw error;
  }
}

/** Lists of the answer with their first rows. */
function shortened(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).slice(0, MOST_ROWS);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries<JsonValue>(value).map(([name, one]) => [name, Array.isArray(one) ? one.slice(0, MOST_ROWS) : one]),
  );
}
