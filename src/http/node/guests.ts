// Several mocks behind one address: each request goes to the one whose paths it names.
import type { IncomingMessage, ServerResponse } from "node:http";
import { filledPath } from "../../resource/paths.ts";
import { readTarget } from "../request/target.ts";
import type { Directory } from "../routing/dispatch.ts";
import type { Handler } from "./listener.ts";

/** What decides where a request belongs. */
type Reached = Pick<Directory, "paths" | "basePaths" | "control" | "pages">;

/** Better than any base path. */
const A_PATH = 10_000;
const ITS_OWN = 2 * A_PATH;

export class Guests {
  readonly #reached: () => Reached;
  readonly #handle: Handler;
  readonly #others: Guests[] = [];

  constructor(reached: () => Reached, handle: Handler) {
    this.#reached = reached;
    this.#handle = handle;
  }

  /** The first path prefix under which the mock serves; "" for none. */
  get basePath(): string {
    return this.#reached().basePaths[0] ?? "";
  }

  /** Lets another mock answer what is its own. */
  add(other: Guests): void {
    this.#others.push(other);
  }

  /** The first of some path templates that the mock has; undefined if it has none. */
  first(templates: readonly string[]): string | undefined {
    const { paths } = this.#reached();
    return templates.find((template) => paths.find(filledPath(template, "0")) !== undefined);
  }

  /** Answers requests, whoever they are for. @param track notes a request of another mock on its connection */
  handling(track: (req: IncomingMessage, res: ServerResponse) => void): Handler {
    return (req, res, expectation) => {
      const owner = this.#others.length === 0 ? this : this.#ownerOf(readTarget(req.url ?? "")?.path);
      if (owner !== this) track(req, res);
      owner.#handle(req, res, expectation);
    };
  }

  #ownerOf(path: string | undefined): Guests {
    if (path === undefined) return this;
    const all = [this, ...this.#others].map((one) => ({ one, nearness: one.#nearness(path) }));
    return all.reduce((best, next) => (next.nearness > best.nearness ? next : best)).one;
  }

  /** How surely a path belongs to a mock: its console and its control plane, then its paths, then what is below its base. */
  #nearness(path: string): number {
    const { paths, basePaths, control, pages } = this.#reached();
    if (paths.find(path) !== undefined) return A_PATH;
    const own = pages?.path ?? "";
    if (control?.owns(path) === true || (own !== "" && (path === own || path.startsWith(`${own}/`))))
      return ITS_OWN + own.length;
    const base = basePaths.filter((one) => path === one || path.startsWith(`${one}/`)).map((one) => one.length);
    return Math.max(-1, ...base);
  }
}
