// `Location` in the answer to a creation: only where the document declares it, and absolute where it wants a whole URI.
import type { Header, Operation } from "../../contract/model.ts";
import { responseFor } from "../../contract/responses.ts";

/** The `Location` of what one operation creates. */
export class Locations {
  readonly #operation: Operation;
  readonly #basePath: string;
  readonly #declared = new Map<number, Header | undefined>();

  /** @param basePath the path prefix under which the mock serves */
  constructor(operation: Operation, basePath: string) {
    this.#operation = operation;
    this.#basePath = basePath;
  }

  /**
   * The header of an answer that says where an item is.
   * @param path the item's path; not asked for unless the header is declared
   * @param url the URL of the request, whose host an absolute URI repeats
   */
  lines(status: number, path: () => string, url: () => string): readonly string[] | undefined {
    const header = status >= 200 && status < 300 ? this.#headerOf(status) : undefined;
    if (header === undefined) return undefined;
    // The document may write its paths without escapes, which a URL needs.
    const relative = `${this.#basePath}${path()}`.replaceAll(/[^!-~]+/g, encodeURIComponent);
    if (header.schema.validate(relative).length === 0) return ["Location", relative];
    const absolute = `${new URL(url()).origin}${relative}`;
    return ["Location", header.schema.validate(absolute).length === 0 ? absolute : relative];
  }

  #headerOf(status: number): Header | undefined {
    if (!this.#declared.has(status)) {
      const headers = responseFor(this.#operation.responses, status)?.headers ?? [];
      const declared = headers.find(({ name }) => name.toLowerCase() === "location");
      this.#declared.set(status, declared);
    }
    return this.#declared.get(status);
  }
}
