// What the page can be filtered by. A finding may be about hundreds of operations, so it names them by number.
import type { Finding } from "../finding.ts";
import { compareText } from "../text.ts";

/** The value of an option, and its text. */
type Option = readonly [value: string, text: string];

export class Filters {
  readonly operations: readonly Option[];
  readonly tags: readonly Option[];
  readonly #operation: ReadonlyMap<string, string>;
  readonly #tag: ReadonlyMap<string, string>;

  constructor(findings: readonly Finding[]) {
    this.#operation = numbered(findings.flatMap(operationsOf));
    this.#tag = numbered(findings.flatMap(({ tags = [] }) => tags));
    this.operations = [...this.#operation].map(([name, number]) => [number, name]);
    this.tags = [...this.#tag].map(([name, number]) => [number, name]);
  }

  /** The attributes of a finding's element, with the numbers between blanks. */
  attributesOf(finding: Finding): string {
    const numbers = (names: readonly string[], of: ReadonlyMap<string, string>): string =>
      names.map((name) => ` ${of.get(name) ?? ""}`).join("");
    const { tags = [] } = finding;
    const tag = tags.length === 0 ? "" : ` data-tag="${numbers(tags, this.#tag)} "`;
    return `data-subject="${numbers(operationsOf(finding), this.#operation)} "${tag}`;
  }
}

function operationsOf({ operations, subject }: Finding): readonly string[] {
  return operations === undefined || operations.length === 0 ? [subject] : operations;
}

function numbered(names: readonly string[]): Map<string, string> {
  return new Map([...new Set(names)].sort(compareText).map((name, index) => [name, index.toString(36)]));
}
