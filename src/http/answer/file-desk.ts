// Files that clients send come back: at the path where they were sent to, at a path below the item that they made, or at
// an address of the mock's own.
import { concreteMedia, coversMedia, formatOf, preferredMedia } from "../../contract/media.ts";
import type { Contract, MediaType, Operation } from "../../contract/model.ts";
import { successes } from "../../contract/responses.ts";
import type { SentFile } from "../../contract/serialization/form.ts";
import { once } from "../../memo.ts";
import { isType, schemaAt } from "../../schema/normal/schema-node.ts";
import { type ArrivedFile, type FileTeller, fileTeller } from "../../mock/answer/files.ts";
import { NOT_FOUND, type Refusal, refuse } from "../../mock/errors/refusal.ts";
import { parameterIn, stepsOf } from "../../resource/paths.ts";
import type { KeptFile } from "../../store/files.ts";
import { headerOf } from "../request/head.ts";
import type { ParameterValues } from "../request/parameters.ts";
import { belowBase, urlOf } from "../request/url.ts";
import type { Exchange } from "../exchange.ts";

/** Below it are the files that the document has no path for. */
const OWN = "/_files";

/** A request that was routed. */
interface Asking extends Exchange {
  /** The path as sent. */
  readonly path: string;
}

const NO_ROOM = refuse("store_full", "body", "the mock has no room left for files; --capacity-bytes gives it more");

/** Keeps and finds the files of one operation. */
export class FileDesk {
  readonly #contract: Contract;
  readonly #operation: Operation;
  /** The media types of its answer if it gives a file, and nothing for a file that is not there. */
  readonly given: readonly MediaType[];
  readonly #mustBeSent: boolean;
  #teller: FileTeller | undefined;

  constructor(contract: Contract, operation: Operation) {
    this.#contract = contract;
    this.#operation = operation;
    this.given = operation.method === "GET" ? filesIn(contract, operation) : [];
    const isDocumented = operation.responses.some(({ status }) => status === "404");
    const content = successes(operation).flatMap((one) => one.content);
    // What has a form as JSON is an item of the store.
    this.#mustBeSent =
      this.given.length > 0 &&
      this.given.length === content.length &&
      isDocumented &&
      operation.path.endsWith("}") &&
      contract.operations.some((one) => one.path === operation.path && takesFiles(contract, one));
  }

  /** True if a file that is sent there is read there. */
  get #isHome(): boolean {
    const { method, path } = this.#operation;
    return /^P(?:UT|ATCH)$/.test(method) || givers(this.#contract).some((one) => one.path === path);
  }

  /** A file with what the mock knows about it, or the refusal if there is no room. */
  arrived(visit: Asking, file: SentFile, values: ParameterValues): ArrivedFile | Refusal {
    if (!visit.world.files.hasRoomFor(file)) return NO_ROOM;
    const name = file.name ?? this.#nameIn(visit, values);
    return {
      ...file,
      ...(name === undefined ? {} : { name }),
      url: (place) => this.#urlOf(visit, place, name),
    };
  }

  /** Forgets the files of what a request removes. */
  forget({ path, world }: Asking): void {
    if (this.#operation.method !== "DELETE" || world.files.isEmpty) return;
    world.files.removeBelow(belowBase(path, this.#operation.path));
  }

  /** The path of a file, below the base path. @param item the path of the item that it made */
  placeOf({ path, world }: Asking, item: string | undefined): string {
    const own = belowBase(path, this.#operation.path);
    return item ?? (this.#isHome ? own : `${own}/${world.files.next()}`);
  }

  /** The answer with what is known about the file. */
  told(text: string, file: ArrivedFile, place: string): string {
    this.#teller ??= fileTeller(this.#contract, this.#operation) ?? ((same) => same);
    return this.#teller(text, file, place);
  }

  /** The file that a request asks for; undefined if the document says what comes instead. */
  find(visit: Asking): KeptFile | Refusal | undefined {
    if (this.given.length === 0) return undefined;
    const { files } = visit.world;
    const place = belowBase(visit.path, this.#operation.path);
    const isBelow = !this.#operation.path.endsWith("}");
    const above = place.slice(0, place.lastIndexOf("/"));
    // What was sent below a patient may be read at `/documents/{id}/content`.
    const isPlain = stepsOf(above).length === 2 && parameterIn(stepsOf(this.#operation.path)[1]) !== undefined;
    const found =
      files.at(place) ?? (isBelow ? (files.at(above) ?? (isPlain ? files.endingIn(above) : undefined)) : undefined);
    if (found === undefined) return this.#mustBeSent ? NOT_FOUND : undefined;
    const content = successes(this.#operation).flatMap((one) => one.content);
    const preferred = preferredMedia(content, headerOf(visit.req, "accept")) ?? content[0];
    if (preferred === undefined || !this.given.includes(preferred)) return undefined;
    const isDescribed = found.type !== undefined && this.given.some(({ name }) => coversMedia(name, found.type ?? ""));
    return isDescribed ? found : { ...found, type: concreteMedia(preferred.name) };
  }

  /** The name of a file that is a whole body. */
  #nameIn({ req }: Asking, values: ParameterValues): string | undefined {
    const { parameters } = this.#operation;
    const named = values.find((value, at) => typeof value === "string" && FILE_NAME.test(parameters[at]?.name ?? ""));
    if (typeof named === "string") return named;
    return /filename="?([^";]+)/i.exec(headerOf(req, "content-disposition"))?.[1];
  }

  #urlOf(visit: Asking, place: string, name: string | undefined): string {
    const base = visit.path.slice(0, visit.path.length - belowBase(visit.path, this.#operation.path).length);
    const { origin } = new URL(urlOf(visit.req, this.#operation));
    const session = visit.session === undefined ? "" : `?${visit.sessionName}=${visit.session}`;
    const path =
      pathFor(givers(this.#contract), place) ?? `${OWN}${place}/${encodeURIComponent(name?.toWellFormed() ?? "file")}`;
    return `${origin}${base}${path}${session}`;
  }
}

const FILE_NAME = /^(x-)?(original-?|original_?)?(file)?[-_]?name$/i;

/** A file at an address of the mock's own. */
export function ownFile({ path, world }: Asking, basePaths: readonly string[]): KeptFile | undefined {
  if (world.files.isEmpty) return undefined;
  const base = basePaths.find((one) => path.startsWith(`${one}${OWN}/`));
  return base === undefined ? undefined : world.files.at(path.slice(base.length + OWN.length, path.lastIndexOf("/")));
}

/** True for a path at which the mock itself may have a file. */
export function mayBeOwnFile(path: string, basePaths: readonly string[]): boolean {
  return basePaths.some((base) => path.startsWith(`${base}${OWN}/`));
}

function takesFiles(contract: Contract, { method, body }: Operation): boolean {
  return (
    method !== "GET" &&
    body?.content.some((one) => formatOf(one.name) !== "form" && isFile(contract, one) && !isEvents(one)) === true
  );
}

const isEvents = ({ name }: MediaType): boolean => formatOf(concreteMedia(name)) === "events";

/** XML with properties is a thing like JSON, and what a document calls a text in JSON may be a file. */
function isFile({ document }: Contract, { name, schema }: MediaType, path = ""): boolean {
  const format = formatOf(concreteMedia(name));
  const isText = (): boolean =>
    schema !== undefined && isType(schemaAt(document, schema.pointer, "response"), "string");
  if (format === "json") return CONTENT.test(path) && isText();
  return format !== "xml" || schema === undefined || isText();
}

/** The descriptions of files in the success response. */
function filesIn(contract: Contract, operation: Operation): readonly MediaType[] {
  const content = successes(operation).flatMap((one) => one.content);
  return content.filter((one) => isFile(contract, one, operation.path) && !isEvents(one));
}

/** The operations that give files. */
const givers = once((contract: Contract) =>
  contract.operations.filter((one) => one.method === "GET" && filesIn(contract, one).length > 0),
);

/** The documented path at which a file is read that is kept at a place. */
function pathFor(operations: readonly Operation[], place: string): string | undefined {
  const steps = stepsOf(place);
  const fits = ({ path }: Operation): boolean => {
    const wanted = stepsOf(path);
    const isFitting = (step: string, at: number): boolean =>
      parameterIn(step) === undefined ? step === (steps[at] ?? step) : at < steps.length;
    return (wanted.length === steps.length || wanted.length === steps.length + 1) && wanted.every(isFitting);
  };
  const found = operations
    .filter(fits)
    .toSorted((a, b) => Number(CONTENT.test(b.path)) - Number(CONTENT.test(a.path)))
    .at(0);
  return found === undefined ? undefined : [place, ...stepsOf(found.path).slice(steps.length)].join("/");
}

const CONTENT = /\/(content|download|raw|file|data|media|body|\$value)$/i;
