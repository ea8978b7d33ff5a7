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
import type { Direction } from "../../document/grammar.ts";
import { writeYaml } from "../../document/yaml/write.ts";
import { partAt, withPart } from "../../json/parts.ts";
import { pointerSteps, valueAt } from "../../json/pointer.ts";
import { readJsonBytes } from "../../json/read.ts";
import { type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { keptFor } from "../../memo.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { nthValue } from "../../realistic/seeded-values.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import { writeGiven } from "../judging-flags.ts";
import { UsageError } from "../usage.ts";
import type { Passed } from "../upstream/forwarding.ts";
import { Masking } from "./masking.ts";

/** Examples kept for each description of a body, and the characters of each. */
const MOST_EXAMPLES = 5;
const MOST_CHARACTERS = 20_000;
const MOST_ROWS = 20;
/** Operations that are named of those with something left out. */
const MOST_NAMED = 3;
/** Different values that are invented. */
const MOST_TURNS = 10_000;
/** Masks that are replaced in one body. */
const MOST_INVENTED = 1_000;

const HEAD = `# What came by a proxy: "animal-store serve DOCUMENT --overlay THIS-FILE" starts with it. Secrets and personal values are
# replaced as far as names and forms tell them: read this before you commit it.
`;

/** The description of a body. */
interface Body {
  readonly media: MediaType;
  readonly direction: Direction;
}

export class Recording {
  readonly #file: string;
  readonly #contract: Contract;
  readonly #masking: Masking;
  /** By the pointer of the media type, each example by its text. */
  readonly #kept = new Map<string, Map<string, { readonly value: JsonValue; readonly from: string }>>();
  /** Why what came from an operation is not among them. */
  readonly #left = new Map<string, string>();

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
    if (media !== undefined) this.#keep({ media, direction: "response" }, answered(passed), passed);
    const type = header(request.headers, "content-type") ?? "";
    const sent =
      isSuccess(passed) && passed.objection === undefined ? mediaFor(operation.body?.content ?? [], type) : undefined;
    const reading = sent && request.body && readJsonBytes(request.body);
    if (sent !== undefined && reading !== undefined && "value" in reading)
      this.#keep({ media: sent, direction: "request" }, reading.value, passed);
  }

  #keep(body: Body, given: JsonValue | undefined, { operation, request }: Exchange): void {
    if (given === undefined || operation === undefined) return;
    const { media } = body;
    const from = `${request.method} ${operation.path}`;
    const name = operation.path.split("/").findLast((step) => step !== "" && !step.includes("{")) ?? "";
    const shown = shortened(given);
    const value = fitting(this.#contract, body, this.#masking.masked(shown, name), shown);
    const text = writeJson(value);
    const kept = keptFor(this.#kept, media.pointer, () => new Map());
    if (kept.has(text) || kept.size >= MOST_EXAMPLES) return;
    // What breaks the contract is no example of it.
    if (text.length > MOST_CHARACTERS) this.#left.set(from, "too large");
    else if (media.schema?.validate(value).length !== 0) this.#left.set(from, "not what the document allows");
    else kept.set(text, { value, from });
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
    const named = [...this.#left].slice(0, MOST_NAMED).map(([from, why]) => `${from} (${why})`);
    const more = this.#left.size > MOST_NAMED ? ` and ${this.#left.size - MOST_NAMED} more` : "";
    const left = named.length === 0 ? "" : `; left out: ${named.join(", ")}${more}`;
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

/** A masked value, with an invented value in place of each mask that the document does not allow. */
function fitting(
  { document }: Contract,
  { media: { schema }, direction }: Body,
  masked: JsonValue,
  given: JsonValue,
): JsonValue {
  let whole = masked;
  if (schema === undefined) return whole;
  for (const { at } of schema.validate(masked).slice(0, MOST_INVENTED)) {
    const steps = pointerSteps(at);
    const [own, former] = [partAt(masked, steps), partAt(given, steps)];
    if (own === undefined || former === undefined || equalJson(own, former)) continue;
    let place = ValuePlace.at(document, schema.pointer, direction);
    let holder: JsonValue = masked;
    for (const step of steps) {
      const chosen: ValuePlace = place.holding(holder);
      place = Array.isArray(holder) ? chosen.item(Number(step)) : chosen.property(step);
      holder = partAt(holder, [step]) ?? null;
    }
    // The same for the same value, so that what refers to something still does.
    const made = nthValue(place, hashOf(writeJson(former)) % MOST_TURNS);
    if (made !== undefined && !equalJson(made, former)) whole = withPart(whole, steps, made);
  }
  return whole;
}

/** Lists of the answer with their first rows. */
function shortened(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).slice(0, MOST_ROWS);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries<JsonValue>(value).map(([name, one]) => [name, Array.isArray(one) ? one.slice(0, MOST_ROWS) : one]),
  );
}
