// `--team FILE`: what a team knows of its service and no document says. Never found by itself: a pull request must not
// steer a run that holds a key.
import { type KnownFailure, knownFailure } from "../../../conformance/report/known-failing.ts";
import { noteForms } from "../../../conformance/bodies.ts";
import type { HeaderPairs } from "../../../conformance/client/exchange.ts";
import { buildRequest } from "../../../conformance/client/request.ts";
import { isCalled, protection, showOperation } from "../../../conformance/operations.ts";
import { askOnce } from "../../../conformance/client/connection.ts";
import type { Contract, Example, Operation } from "../../contract/model.ts";
import { quoted } from "../../json/quote.ts";
import type { JsonValue } from "../../json/value.ts";
import type { CommandIo } from "../io.ts";
import { UsageError } from "../usage.ts";
import type { Access } from "./access/access.ts";
import { type VerifyCommandOptions, headerOf } from "./options.ts";
import { PlacedFile, type Placed, fieldOf, withVariables } from "./placed-file.ts";

/** A request before or after the run. */
interface TeamRequest {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly body: JsonValue | undefined;
}

interface OperationExamples {
  readonly bodies: readonly JsonValue[];
  readonly parameters: ReadonlyMap<string, JsonValue>;
}

/** A team's knowledge. */
export interface Team {
  readonly name: string;
  readonly examples: ReadonlyMap<Operation, OperationExamples>;
  readonly headers: HeaderPairs;
  readonly leaveOut: ReadonlyMap<Operation, string>;
  readonly expected: readonly KnownFailure[];
  readonly settleMs: number;
  readonly setup: readonly TeamRequest[];
  readonly teardown: readonly TeamRequest[];
}

const FIELDS = ["examples", "headers", "leave-out", "expected", "settle", "setup", "teardown"];

interface Reading {
  readonly contract: Contract;
  readonly checks: ReadonlySet<string>;
  readonly io: Pick<CommandIo, "cwd" | "env">;
  /** Receives the variables that the file names. */
  readonly secrets: string[];
}

/** Reads the file. @throws UsageError with file and line of each mistake */
export function readTeam(name: string, reading: Reading): Team {
  const reader = new TeamReader(name, reading);
  const team = {
    name,
    examples: reader.examples(),
    headers: reader.headers(),
    leaveOut: reader.leaveOut(),
    expected: reader.expected(),
    settleMs: reader.settleMs(),
    setup: reader.requests("setup"),
    teardown: reader.requests("teardown"),
  };
  reader.finish();
  return team;
}

class TeamReader {
  readonly #file: PlacedFile;
  readonly #reading: Reading;

  constructor(name: string, reading: Reading) {
    this.#file = new PlacedFile("--team", name, reading.io.cwd);
    this.#reading = reading;
    this.#file.entries(this.#file.root, "a team file", FIELDS);
  }

  finish(): void {
    this.#file.finish();
  }

  examples(): Team["examples"] {
    const examples = new Map<Operation, OperationExamples>();
    for (const [own, part] of this.#file.entries(this.#field("examples"), "examples")) {
      const operation = this.#operation({ ...part, value: own });
      this.#file.entries(part, "the examples of an operation", ["body", "bodies", "parameters"]);
      const body = this.#resolved(fieldOf(part, "body"));
      const bodies = this.#file.members(fieldOf(part, "bodies"), "bodies").flatMap((one) => this.#resolved(one) ?? []);
      const parameters = new Map<string, JsonValue>();
      for (const [parameter, value] of this.#file.entries(fieldOf(part, "parameters"), "parameters")) {
        const isThere = operation?.parameters.some((one) => one.name === parameter) ?? true;
        if (!isThere) this.#file.complain(value, `the operation has no parameter ${quoted(parameter)}`);
        parameters.set(parameter, this.#resolved(value) ?? null);
      }
      if (operation === undefined) continue;
      examples.set(operation, { bodies: [...(body === undefined ? [] : [body]), ...bodies], parameters });
    }
    return examples;
  }

  headers(): HeaderPairs {
    const place = this.#field("headers");
    return Object.entries(this.#texts(place, "headers")).flatMap(([own, text]) => {
      const value = this.#resolved({ ...fieldOf(place, own), value: text });
      try {
        return [headerOf({ text: `${own}: ${typeof value === "string" ? value : ""}`, source: "headers" })];
      } catch {
        this.#file.complain(fieldOf(place, own), `${quoted(own)} cannot be sent as a header`);
        return [];
      }
    });
  }

  leaveOut(): Team["leaveOut"] {
    const leaveOut = new Map<Operation, string>();
    for (const part of this.#file.members(this.#field("leave-out"), "leave-out")) {
      this.#file.entries(part, "an operation to leave out", ["operation", "reason"]);
      const operation = this.#operation(fieldOf(part, "operation"));
      const reason = this.#file.text(fieldOf(part, "reason"), "reason");
      if (operation !== undefined && reason !== undefined) leaveOut.set(operation, reason);
    }
    return leaveOut;
  }

  expected(): KnownFailure[] {
    const listed = {
      checks: this.#reading.checks,
      placeOf: (pointer: string) => this.#file.placeOf({ pointer }),
      complain: (pointer: string, message: string) => this.#file.complain({ pointer }, message),
    };
    return this.#file
      .members(this.#field("expected"), "expected")
      .map(({ value, pointer }) => knownFailure(value, pointer, listed));
  }

  settleMs(): number {
    const settle = this.#field("settle");
    if (settle.value === undefined) return 0;
    const ms = millisecondsOf(settle.value);
    if (ms === undefined) this.#file.complain(settle, "settle must be a duration such as 500ms or 2s");
    return ms ?? 0;
  }

  requests(field: string): TeamRequest[] {
    return this.#file.members(this.#field(field), field).flatMap((part) => {
      this.#file.entries(part, `a request of ${field}`, ["operation", "path", "body"]);
      const operation = this.#operation(fieldOf(part, "operation"));
      const path = this.#texts(fieldOf(part, "path"), "path");
      return operation === undefined ? [] : [{ operation, path, body: this.#resolved(fieldOf(part, "body")) }];
    });
  }

  #field(name: string): Placed {
    return fieldOf(this.#file.root, name);
  }

  #operation(part: Placed): Operation | undefined {
    const text = typeof part.value === "string" ? part.value : "";
    const { operations } = this.#reading.contract;
    const found = operations.find((one) => isCalled(one, text));
    return found ?? this.#file.complain(part, `the document has no operation ${quoted(text)}`);
  }

  #resolved(part: Placed): JsonValue | undefined {
    const { io, secrets } = this.#reading;
    return this.#file.resolved(part, io.env, secrets);
  }

  #texts(part: Placed, what: string): Record<string, string> {
    const all = this.#file.entries(part, what).map(([own, inner]) => {
      const { value } = inner;
      return [own, typeof value === "number" ? `${value}` : (this.#file.text(inner, quoted(own)) ?? "")] as const;
    });
    return Object.fromEntries(all);
  }
}

function millisecondsOf(value: JsonValue): number | undefined {
  const match = typeof value === "string" ? /^(\d+(?:\.\d+)?)(ms|s)$/.exec(value) : null;
  const ms = Number(match?.[1]) * (match?.[2] === "s" ? 1000 : 1);
  return ms > 0 && ms <= 60_000 ? ms : undefined;
}

/** `--example OPERATION=FILE`: the same as an example body in a team file. @throws UsageError */
export function readExamples(
  given: readonly string[],
  { contract, io, secrets }: Omit<Reading, "checks">,
): Team["examples"] {
  const examples = new Map<Operation, OperationExamples>();
  for (const words of given) {
    const at = Math.max(0, words.indexOf("="));
    const [name, path] = [words.slice(0, at), words.slice(at + 1)];
    const operation = contract.operations.find((one) => isCalled(one, name));
    if (operation === undefined)
      throw new UsageError(
        `--example ${words}: give an operation of the document and a file, as in --example createOrder=order.json`,
      );
    const missing: string[] = [];
    const body = withVariables(new PlacedFile("--example", path, io.cwd).root.value ?? null, io.env, secrets, missing);
    if (missing[0] !== undefined) throw new UsageError(`--example ${words}: the variable ${missing[0]} is not set`);
    examples.set(operation, { bodies: [...(examples.get(operation)?.bodies ?? []), body], parameters: new Map() });
  }
  return examples;
}

/** The contract as the team knows it: with its examples first, and without what it leaves out. */
export function asTheTeamKnows(contract: Contract, examples: Team["examples"], leaveOut: Team["leaveOut"]): Contract {
  if (examples.size + leaveOut.size === 0) return contract;
  const first = (value: JsonValue, pointer: string): Example => ({ value, pointer });
  const operations = contract.operations
    .filter((operation) => !leaveOut.has(operation))
    .map((operation): Operation => {
      const own = examples.get(operation);
      if (own === undefined) return operation;
      const parameters = operation.parameters.map((parameter) => {
        const value = own.parameters.get(parameter.name);
        return value === undefined
          ? parameter
          : { ...parameter, examples: [first(value, parameter.pointer), ...parameter.examples] };
      });
      const { body } = operation;
      const content = body?.content.map((media) => ({
        ...media,
        examples: [...own.bodies.map((value) => first(value, media.pointer)), ...media.examples],
      }));
      return {
        ...operation,
        parameters,
        ...(body === undefined || content === undefined ? {} : { body: { ...body, content } }),
      };
    });
  return { ...contract, operations };
}

/** Sends the requests of `setup` or `teardown`, one after another. @throws UsageError if one is refused */
export async function sendAll(
  requests: readonly TeamRequest[],
  {
    contract,
    options,
    access,
    team,
  }: { contract: Contract; options: VerifyCommandOptions; access: Access; team: Team },
): Promise<void> {
  noteForms(contract);
  for (const { operation, path, body } of requests) {
    const credential = access.keyring.credential(protection(operation));
    const common = { baseUrl: options.baseUrl, headers: [...options.headers, ...team.headers] };
    const request = buildRequest(
      { operation, path, ...(body === undefined ? {} : { json: body }) },
      credential,
      common,
      () => undefined,
    );
    // oxlint-disable-next-line no-await-in-loop -- one may need what the one before it made
    const answer = await askOnce(request.url, request, { timeoutMs: options.timeoutMs, tls: access.tls });
    const said = "response" in answer ? `${answer.response.status}` : answer.failure;
    if (!("response" in answer) || answer.response.status >= 400)
      throw new UsageError(`${team.name}: ${showOperation(operation)} was answered ${said}`);
  }
}
