// The prepared pipeline of one operation: everything after a request was routed and admitted.
import { linePairs } from "../../contract/header-lines.ts";
import { isGone } from "../../contract/lifecycle.ts";
import { type Report, reported } from "../../mock/answer/reports.ts";
import type { Answer } from "../../mock/response.ts";
import type { Behaviour, MockRequest } from "../../mock/roles/basis.ts";
import { GONE, NOT_FOUND, type Refusal } from "../../mock/errors/refusal.ts";
import { asksForStream } from "../../mock/answer/bodies.ts";
import { type Representer, representer } from "../answer/representer.ts";
import { type EventTest, eventTest } from "../answer/event-test.ts";
import { type ExampleAnswer, DocumentedAnswers } from "../../mock/documented.ts";
import { EVENTS } from "../../contract/media.ts";
import type { ResourcePlan } from "../../mock/resource-plan.ts";
import { breachOf } from "../../mock/situations/breach.ts";
import { otherList } from "../../mock/situations/lists.ts";
import type { Disturbance, Wish } from "../../mock/situations/situation.ts";
import { grant } from "../../mock/situations/wish.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { ArrivedFile } from "../../mock/answer/files.ts";
import { FileDesk } from "../answer/file-desk.ts";
import { Intake, type IntakeParts, type ReadBody } from "./intake.ts";
import { headerOf } from "../request/head.ts";
import { decodeFor } from "../../contract/serialization/styles.ts";
import { belowBase, urlOf } from "../request/url.ts";
import type { ParameterValues } from "../request/parameters.ts";
import { type LocationWriter, escapedPath, locationWriter } from "../answer/locations.ts";
import type { Replies } from "../answer/replies.ts";
import type { HandlerAnswer } from "../handlers.ts";
import { type Instead, answerByCode, parsed } from "./by-code.ts";
import { TokenDesk } from "./token-desk.ts";
import type { Visit } from "./visit.ts";
import { withRepairs } from "../../mock/answer/repairs.ts";

export interface EndpointParts extends IntakeParts {
  /** The path prefixes under which the mock serves; `Location` has the first. */
  readonly basePaths: readonly string[];
  /** What the operation does; absent for one that the mock does not model. */
  readonly behaviour?: Behaviour | undefined;
  /** False if the path leads through an item that is not there. */
  readonly leadsOn?: ((values: ParameterValues, world: Visit["world"]) => boolean) | undefined;
  /** What a report says about the store. */
  readonly report?: Report | undefined;
  /** Who asks in a world, if a request does not say it. */
  readonly usualUser?: ((world: Visit["world"]) => JsonObject | undefined) | undefined;
  /** Every credential is accepted. */
  readonly takesAny?: boolean;
  /** The collection that it belongs to, by the one that stores its items. */
  readonly home?: string | undefined;
  /** The plan of what it lists, if it lists items. */
  readonly lists?: ResourcePlan | undefined;
  /** What a user's code answers. */
  readonly code?: Omit<Instead, "standard" | "plainly"> | undefined;
  /** Answers in place of all of these. */
  readonly handler?: (visit: Visit, request: MockRequest) => void;
}

/** Answers the requests of one operation. */
export class Endpoint {
  readonly replies: Replies;
  readonly intake: Intake;
  readonly #parts: EndpointParts;
  readonly #files: FileDesk;
  readonly #hasSunset: boolean;
  readonly #locate: LocationWriter;
  /** Counts requested answers: each generated one is different. */
  #turn = 0;
  readonly #tokens: TokenDesk;
  readonly #asksForEvents: EventTest | undefined;
  readonly #represent: Representer | undefined;
  /** The answers of an operation without a role, prepared with the first request for it. */
  #answers: DocumentedAnswers | undefined;

  constructor(parts: EndpointParts) {
    const { contract, operation, replies } = parts;
    this.#parts = parts;
    this.replies = replies;
    this.intake = new Intake(parts);
    this.#files = new FileDesk(contract, operation);
    this.#hasSunset = operation.lifecycle.sunset !== undefined;
    this.#locate = locationWriter(operation, parts.basePaths[0] ?? "");
    this.#tokens = new TokenDesk(parts);
    this.#asksForEvents = eventTest(operation);
    this.#represent = representer(contract, operation);
    replies.prepare(NOT_FOUND);
    if (this.#hasSunset) replies.prepare(GONE);
  }

  /** Answers a request whose credential was accepted. */
  run(visit: Visit): void {
    if (this.#hasSunset && isGone(this.#parts.operation.lifecycle, visit.world.clock.today())) {
      this.replies.refuse(visit, GONE);
      return;
    }
    this.intake.take(visit, (values, body) => this.#finish(visit, values, body));
  }

  /** Why the document does not allow a request whose body was read. */
  objectionTo(visit: Visit): Refusal | undefined {
    return this.intake.objectionTo(visit);
  }

  /** Reads the body before anything else is decided. @param next gets its value, if it has one */
  readAhead(visit: Visit, next: (value: JsonValue | undefined) => void): void {
    this.intake.readAhead(visit, next);
  }

  /** Sends the requested answer. Nothing is carried out, so nothing else of the request is validated. */
  force(visit: Visit, wish: Wish, name: string): void {
    const { contract, operation } = this.#parts;
    const granted = grant({ contract, operation, wish, name, turn: this.#turn++ });
    if ("where" in granted) {
      visit.disturbance = undefined;
      this.replies.refuse(visit, granted);
    } else if (granted.kind === "error") this.replies.force(visit, granted.status, granted.refusal);
    else {
      const now = visit.world.clock.now();
      const request = { values: this.intake.valuesOf(visit), accept: headerOf(visit.req, "accept"), now };
      this.#sendExample(visit, granted.answers.answer(request));
    }
  }

  /** Prepares the body that replaces the usual one in a disturbed answer. */
  alter(visit: Visit, { list, body }: Disturbance): void {
    if (list === undefined && body !== "breach") return;
    const { contract, operation, lists } = this.#parts;
    visit.alter = (status, text) => {
      if (status >= 400) return undefined;
      const request = { values: this.intake.valuesOf(visit) };
      const listed =
        list === undefined
          ? text
          : otherList({ contract, operation, plan: lists }, { status, text, wish: list, request });
      return body === "breach" ? breachOf(contract, operation, status, listed ?? text) : listed;
    };
  }

  #finish(visit: Visit, values: ParameterValues, { value: body, file: sent }: ReadBody): void {
    const { handler } = this.#parts;
    visit.world.sent.note(body);
    const file = sent === undefined ? undefined : this.#files.arrived(visit, sent, values);
    if (file !== undefined && "kind" in file) {
      this.replies.refuse(visit, file);
      return;
    }
    const url = (): string => urlOf(visit.req, this.#parts.operation);
    const header = (name: string): string => headerOf(visit.req, name);
    const request: MockRequest = { values, body, file, header, url };
    visit.request = request;
    if (handler !== undefined) {
      handler(visit, request);
      return;
    }
    const { code } = this.#parts;
    if (code === undefined) this.#answerPlainly(visit, request);
    else {
      const plainly = (): void => this.#answerPlainly(visit, request);
      answerByCode(visit, request, { ...code, standard: () => this.#standard(visit, request), plainly });
    }
  }

  /** What the operation answers, carried out but not sent. */
  #standard(visit: Visit, request: MockRequest): Required<HandlerAnswer> {
    const { behaviour, contract, operation } = this.#parts;
    const { values, body } = request;
    const given =
      (behaviour && carriedOut(visit, behaviour, request)) ??
      (this.#answers ??= new DocumentedAnswers(contract, operation)).answer({
        values,
        body,
        accept: "",
        now: visit.world.clock.now(),
      });
    if (given.kind !== "answer") {
      const { status, text } = this.replies.told(given);
      return { status, headers: {}, body: parsed(text) };
    }
    const result = this.#tokens.told(visit, given, body);
    const location = "location" in result ? result.location : undefined;
    const lines = [
      ...((location && this.#locate(result.status, location, request.url ?? (() => ""))) ?? []),
      ...("lines" in result ? result.lines : (result.headers ?? [])),
    ];
    return { status: result.status, headers: Object.fromEntries(linePairs(lines)), body: parsed(result.text) };
  }

  #answerPlainly(visit: Visit, request: MockRequest): void {
    const { behaviour, operation, leadsOn } = this.#parts;
    const { body, file } = request;
    if (leadsOn?.(request.values, visit.world) === false) {
      this.replies.refuse(visit, NOT_FOUND);
      return;
    }
    if (behaviour === undefined || this.#asksForEvents?.(headerOf(visit.req, "accept"), body) === true) {
      this.#answerByExample(visit, request);
      return;
    }
    const kept = this.#files.find(visit) ?? this.#tokens.objection(visit, body);
    const result = kept ?? carriedOut(visit, behaviour, request);
    if ("bytes" in result) this.replies.file(visit, 200, result);
    else if (result.kind === "answer") {
      if (operation.method === "POST" && result.text !== undefined)
        visit.world.made.note({ ...operation, home: this.#parts.home }, result.text);
      this.#answer(visit, this.#tokens.told(visit, this.#kept(visit, result, file), body));
    } else this.replies.refuse(visit, result === NOT_FOUND ? this.#whyNotFound(visit) : result);
  }

  /** What is not here may have been created elsewhere. */
  #whyNotFound({ world, texts }: Visit): Refusal {
    const name = decodeFor("path", texts.at(-1) ?? "");
    const where =
      name === undefined ? undefined : world.made.whereElse(name, this.#parts.operation.path, this.#parts.home);
    if (where === undefined) return NOT_FOUND;
    return {
      ...NOT_FOUND,
      why: `${NOT_FOUND.why}; it was created at ${where}, which is another collection; x-resource joins them`,
    };
  }

  /** Keeps the file of a request, and tells about it in the answer. */
  #kept<One extends Answer | ExampleAnswer>(visit: Visit, answer: One, file: ArrivedFile | undefined): One {
    if (answer.status < 400) this.#files.forget(visit);
    if (file === undefined || answer.status >= 400) return answer;
    const item = "location" in answer ? answer.location?.() : undefined;
    const place = this.#files.placeOf(visit, item);
    visit.world.files.keep(place, file);
    if (item !== undefined || answer.text === undefined) return answer;
    return { ...answer, text: this.#files.told(answer.text, file, place) };
  }

  #answer(visit: Visit, answer: Answer | ExampleAnswer): void {
    if ("lines" in answer) {
      this.replies.example(visit, answer);
      return;
    }
    const { location, status, headers = [] } = answer;
    const url = (): string => urlOf(visit.req, this.#parts.operation);
    const lines = location === undefined ? headers : [...(this.#locate(status, location, url) ?? []), ...headers];
    const created = location && ((): string => new URL(escapedPath(this.#baseOf(visit), location()), url()).href);
    const other = this.#represent?.(status, answer.text, {
      accept: headerOf(visit.req, "accept"),
      own: (text) => this.replies.shown(visit, status, text, created),
    });
    if (other === undefined) this.replies.answer(visit, status, answer.text, { lines, created });
    else this.replies.example(visit, { kind: "answer", status, ...other, lines }, true);
  }

  /** The prefix under which a request came: what it created is the same when it is fetched there. */
  #baseOf({ path }: Visit): string {
    return path.slice(0, path.length - belowBase(path, this.#parts.operation.path).length);
  }

  #answerByExample(visit: Visit, { values, body, file }: MockRequest): void {
    const { contract, operation } = this.#parts;
    const kept = this.#files.find(visit) ?? this.#tokens.objection(visit, body);
    this.#answers ??= new DocumentedAnswers(contract, operation);
    const accept = asksForStream(operation, body) ? EVENTS : headerOf(visit.req, "accept");
    const events = visit.disturbance?.stream?.events;
    const asked = { values, body, accept, events, now: visit.world.clock.now() };
    const result = kept ?? reported(visit, this.#answers.answer(asked), this.#parts.report);
    if ("bytes" in result) this.replies.file(visit, this.#answers.status ?? 200, result);
    else if (result.kind !== "answer") this.replies.refuse(visit, result);
    else this.#sendExample(visit, this.#tokens.told(visit, this.#kept(visit, result, file), body));
  }

  #sendExample(visit: Visit, result: ExampleAnswer | Refusal): void {
    if (result.kind !== "answer") {
      this.replies.refuse(visit, result);
      return;
    }
    const url = (): string => urlOf(visit.req, this.#parts.operation);
    const lines = result.location && this.#locate(result.status, result.location, url);
    this.replies.example(visit, lines === undefined ? result : { ...result, lines: [...lines, ...result.lines] });
  }
}

/** Carries out a request, and notes what it changes and what of it is not in the answer. */
function carriedOut(visit: Visit, behaviour: Behaviour, request: MockRequest): ReturnType<Behaviour> {
  const { world } = visit;
  const { result, repairs } = withRepairs(() => behaviour(request, world));
  visit.repairs = repairs;
  visit.changes = world.outbox?.take();
  return result;
}
