// The tokens of one operation: those that its answers issue, that a logout ends, and that a refresh must show.
import type { Contract, Operation } from "../../contract/model.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { readJson } from "../../json/read.ts";
import { writeJson } from "../../json/write.ts";
import { hasPassword, makesKnown, registers } from "../../mock/tokens/registered.ts";
import { registered } from "../../mock/roles/around/registering.ts";
import { lazy } from "../../memo.ts";
import { type Issue, endsSession, tokenIssuer } from "../../mock/tokens/tokens.ts";
import type { Answer } from "../../mock/response.ts";
import type { ExampleAnswer } from "../../mock/documented.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import { refusedLogin } from "../../mock/tokens/refusals.ts";
import type { Visit } from "./visit.ts";

export interface TokenDeskParts {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Who asks in a world, if a request does not say it. */
  readonly usualUser?: ((world: Visit["world"]) => JsonObject | undefined) | undefined;
  /** Every credential is accepted. */
  readonly takesAny?: boolean;
  /** What answers in place of the document, which issues nothing. */
  readonly handler?: unknown;
}

export class TokenDesk {
  readonly #parts: TokenDeskParts;
  /** Read when something is answered: large documents have thousands of operations. */
  readonly #issuer: () => Issue | undefined;
  readonly #ends: boolean;

  constructor(parts: TokenDeskParts) {
    const { contract, operation, handler } = parts;
    this.#parts = parts;
    this.#issuer = lazy(() => (handler === undefined ? tokenIssuer(contract, operation) : undefined));
    this.#ends = endsSession(operation);
  }

  /** Why a login or a refresh is refused; undefined for everything else. */
  objection({ world }: Visit, body: JsonValue | undefined): Refusal | undefined {
    return this.#issuer() && refusedLogin(this.#parts.operation, body, world, this.#parts.takesAny === true);
  }

  /** The answer with new tokens, if the operation issues any; a logout ends those of the request. */
  told<One extends Answer | ExampleAnswer>(visit: Visit, answer: One, body: JsonValue | undefined): One {
    const { operation } = this.#parts;
    if (answer.status >= 400) return answer;
    const { tokens } = visit.world;
    const shown = registers(operation) && hasPassword(body) ? shownIn(answer.text) : undefined;
    const made = shown === undefined ? shown : registered(visit.world, shown);
    const told = this.#issued(visit, made === shown ? answer : { ...answer, text: writeJson(made ?? null) }, body);
    if (!hasPassword(body)) return told;
    if (makesKnown(operation, answer.status)) tokens.register(body, () => shownIn(told.text));
    else if (this.#issuer() === undefined) tokens.forgetPasswords();
    return told;
  }

  #issued<One extends Answer | ExampleAnswer>(visit: Visit, answer: One, body: JsonValue | undefined): One {
    const { tokens, clock } = visit.world;
    const issue = this.#issuer();
    if (this.#ends) tokens.revokeIn([...visit.req.rawHeaders, writeJson(body ?? null)].join("\n"));
    if (issue === undefined) return answer;
    const user = answer.status === 201 ? undefined : this.#parts.usualUser?.(visit.world);
    const { text, lines } = issue({ text: answer.text, body, tokens, now: clock.now(), user });
    const own =
      "lines" in answer ? { lines: [...answer.lines, ...lines] } : { headers: [...(answer.headers ?? []), ...lines] };
    return { ...answer, text, ...own };
  }
}

function shownIn(text: string | undefined): JsonValue | undefined {
  const reading = text === undefined ? undefined : readJson(text, Infinity);
  return reading === undefined || "fault" in reading ? undefined : reading.value;
}
