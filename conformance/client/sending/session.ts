// The session of a run with its target: the base URL under test, its credential and its write budget. It counts what it
// sends and creates, and records every exchange.
import type { Operation } from "../../../src/contract/model.ts";
import type { CreatedItem, UnnamedCreation } from "../../items/created.ts";
import { Ledger } from "../../items/ledger.ts";
import type { Resource } from "../../../src/resource/model.ts";
import type { Plan } from "../../plan.ts";
import { protection } from "../../operations.ts";
import { keptFor } from "../../../src/memo.ts";
import { BodyBudget } from "../bodies/body-budget.ts";
import type { Credential } from "../target/credential.ts";
import { type Carrier, type Exchange, isRefusal, isSuccess, statusOf } from "../exchange.ts";
import { RecordIndex } from "../record-index.ts";
import { type Probe, SAFE } from "../request.ts";
import { Guard } from "../../guard/guard.ts";
import { Sender, type SenderParts } from "./sender.ts";
import { Writes } from "./writes.ts";
import { type Stage } from "../stage.ts";
import type { KeyWatch } from "./key-watch.ts";
import type { Steadiness } from "./steadiness.ts";
import { Stop } from "../stop.ts";
import { ServiceSecrets } from "../target/service-secrets.ts";
import type { Keyring } from "../target/keyring.ts";
import { type TargetOptions, keyringOf } from "../target/options.ts";
import { Undecidable } from "../undecidable.ts";

const READ_ONLY = new Set(["GET", "HEAD", "OPTIONS"]);

const isPlain = ({ intent }: Exchange): boolean => intent === "valid" || intent === "edge";

/** What all checks of a run share: the connection, the counters, the record. */
export class Session {
  readonly plan: Plan;
  readonly options: TargetOptions;
  readonly stop: Stop;
  readonly guard: Guard;
  readonly keyring: Keyring;
  readonly secrets: ServiceSecrets;
  record: Exchange[] = [];
  readonly #ledger: Ledger;
  /** Supplies the path parameters of the parents above an operation; absent if there are none. */
  ways:
    | {
        pathFor(probe: Probe): Promise<Readonly<Record<string, string>>>;
        isInvented(probe: Probe, isMissing: boolean): boolean;
        forget(): void;
      }
    | undefined;
  /** Adds the condition under which alone a document carries out a change. */
  condition: ((probe: Probe) => Promise<Probe>) | undefined;
  /** Waits until it is known which request an operation accepts. @throws Undecidable if it accepts none */
  working: ((operation: Operation) => Promise<void>) | undefined;
  /** Waits for what was accepted but not yet done. @throws Undecidable if it takes too long */
  later: ((exchange: Exchange) => Promise<void>) | undefined;
  stage: Stage = "untouched";
  /** True while nothing may be written, because checks compare what lists show. */
  #isQuiet = false;
  readonly #bodies = new BodyBudget();
  readonly #index = new RecordIndex();
  readonly #memory = new Map<string, Promise<unknown>>();
  readonly #sender: Sender;
  readonly #writes: Writes;
  readonly #turns = new Map<string, Promise<unknown>>();
  #names = 0;

  constructor(plan: Plan, options: TargetOptions, transport: Carrier) {
    this.plan = plan;
    this.options = options;
    this.keyring = keyringOf(options);
    this.stop = options.stop ?? new Stop();
    this.#ledger = new Ledger(plan, options.marker);
    this.guard = new Guard(this);
    this.secrets = new ServiceSecrets(plan.contract.document);
    const admit: SenderParts["admit"] = (probe, request) => this.guard.admit(probe, request);
    const { keyring, stop } = this;
    this.#sender = new Sender({ plan, options, keyring, transport, stop, admit }, (exchange) => this.#keep(exchange));
    this.#writes = new Writes({
      plan,
      options,
      sender: this.#sender,
      created: (resource) => this.createdOf(resource),
      alone: (name, act) => this.alone(name, act),
    });
  }

  get requests(): number {
    return this.#sender.requests;
  }

  /** Counts a request that somebody else has sent. */
  readonly count = (): number => ++this.#sender.requests;

  /** Requests still unanswered when the run ended: their outcome is unknown. */
  get cut(): Sender["cut"] {
    return this.#sender.cut;
  }

  /** What became of the key during the run. */
  get keyWatch(): Pick<KeyWatch, "story" | "hasEnded"> {
    return this.#sender.keyWatch;
  }

  /** Whether the target answers every request itself. */
  get steadiness(): Steadiness {
    return this.#sender.steadiness;
  }

  /** The exchanges of an operation so far, in order. */
  recordOf(operation: Operation): readonly Exchange[] {
    return this.#index.of(this.record, operation);
  }

  /** Requests that may have been carried out although no answer of the service says so. */
  get unclear(): readonly Exchange[] {
    return this.#index.unclear(this.record);
  }

  /** The items that the run created, for the report and the cleanup. */
  get created(): CreatedItem[] {
    return this.#ledger.created;
  }

  /** Creations whose answer does not say what they made. */
  get unnamed(): readonly UnnamedCreation[] {
    return this.#ledger.unnamed;
  }

  /** The items of a resource that the run created. */
  createdOf(resource: Resource): readonly CreatedItem[] {
    return this.#ledger.createdOf(resource);
  }

  /** The items that the run created and that the path of a resource leads to. */
  createdAt(home: Resource): readonly CreatedItem[] {
    return this.#ledger.createdAt(home);
  }

  /** Records an item as created by the run, which removes it at the end. */
  adopt(made: Parameters<Ledger["adopt"]>[0]): void {
    this.#ledger.adopt(made);
  }

  /** The valid credential for an operation. */
  credential(operation: Operation): Credential {
    return this.#sender.credential(operation);
  }

  /** The credential of the second identity; undefined if it has none for the operation. */
  otherCredential(operation: Operation): Credential | undefined {
    const { other } = this.options;
    const schemes = protection(operation);
    return other === undefined || schemes.length === 0 || !other.fits(schemes) ? undefined : other.credential(schemes);
  }

  /** Decides which doubtful answers came from the service, and removes the others from the record. */
  async settle(): Promise<void> {
    await this.#sender.settle();
    this.record = this.steadiness.settle(this.record);
  }

  /** Does something once per run, however many checks ask for it. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    return keptFor(this.#memory, name, make) as Promise<T>;
  }

  /** Replaces what was done under a name by something better. */
  replace(name: string, made: Promise<unknown>): void {
    this.#memory.set(name, made);
  }

  /** Does something while no other check does so under the same name. */
  alone<T>(name: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(act);
    this.#turns.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** Does something during which this run changes nothing at the target. */
  async quietly<T>(act: () => Promise<T>): Promise<T> {
    this.#isQuiet = true;
    try {
      return await act();
    } finally {
      this.#isQuiet = false;
    }
  }

  /** A text that no other item of the run contains. */
  nextName(): string {
    return `${this.options.marker}-${++this.#names}`;
  }

  /** How many more items may be created in this stage. */
  get writesLeft(): number {
    return this.#writes.left(this.stage);
  }

  /** How many items the run has created, as far as its answers say. */
  get writes(): number {
    return this.#writes.count;
  }

  /** Whether writes are so few that checks share items. */
  get isTight(): boolean {
    return this.#writes.isTight;
  }

  #keep(exchange: Exchange): void {
    this.record.push(exchange);
    this.#bodies.add(exchange);
    this.guard.note(exchange);
    this.secrets.note(exchange);
  }

  /**
   * Sends a probe and records the exchange.
   * @throws Undecidable when the budget, the time limit or the server's rate limit does not allow it
   */
  async send(asked: Probe): Promise<Exchange> {
    const way = await this.ways?.pathFor(asked);
    const led = way === undefined ? asked : { ...asked, path: { ...way, ...asked.path } };
    const probe = (await this.condition?.(led)) ?? led;
    const method = probe.method ?? probe.operation.method;
    const kind = SAFE.has(method) ? "safe" : method === "DELETE" ? "removal" : "write";
    if (this.options.readOnly && !READ_ONLY.has(method)) {
      throw new Undecidable("the run is read-only", "a run without --read-only");
    }
    if (this.#isQuiet && kind !== "safe") throw new Error(`a quiet check sent ${method} ${probe.operation.path}`);
    const sent = kind === "write" ? await this.#writes.send(probe, this.stage) : await this.#sender.send(probe, kind);
    // Nobody made what the path leads through, so a refusal says nothing about the rest of the request.
    const isMissing = [403, 404].includes(statusOf(sent));
    const isLost = isRefusal(sent) && isPlain(sent) && this.ways?.isInvented(asked, isMissing) === true;
    const exchange: Exchange = isLost ? { ...sent, intent: "invalid" } : sent;
    this.#keep(exchange);
    const { settleMs = 0 } = this.options;
    if (settleMs > 0 && kind !== "safe" && isSuccess(exchange)) await this.stop.sleep(settleMs);
    if (kind === "write" && isSuccess(exchange)) this.#ledger.noteCreated(exchange, probe);
    // What is removed later may not be removed at all.
    if (statusOf(exchange) === 202 && kind !== "safe") await this.later?.(exchange);
    if (method === "DELETE" && isSuccess(exchange)) this.#ledger.noteRemoved(exchange);
    if (statusOf(exchange) === 429) {
      throw new Undecidable(
        "the target limits the rate of requests",
        "a lower --rate-limit, or a target without a limit",
      );
    }
    return exchange;
  }
}
