// Folds operations that came or went together: a path prefix of which all came, or all went, is one line.
import { groupsOf } from "../../memo.ts";
import { compareText, count } from "../../report/text.ts";
import { isObject } from "../../json/value.ts";
import { pathOf } from "../summary.ts";
import type { ListedOperation } from "../surface/model.ts";

export interface OperationLine {
  readonly text: string;
  readonly operations: readonly string[];
}

/** Fewer are listed one by one, with their summaries. */
const FEWEST_FOLDED = 4;

/**
 * @param all every operation of the document
 * @param named those that the lines are about
 */
export function operationLines(all: readonly ListedOperation[], named: ReadonlySet<string>): OperationLine[] {
  const left = new Set(all.filter(({ name }) => named.has(name)));
  const folded: OperationLine[] = [];
  const foldBy = (
    keysOf: (one: ListedOperation) => readonly string[],
    say: (key: string, number: string) => string,
  ) => {
    const groups = groupsOf(
      all.flatMap((operation) => keysOf(operation).map((key) => ({ key, operation }))),
      ({ key }) => key,
    );
    for (const [key, members] of [...groups].sort(([one], [other]) => one.length - other.length)) {
      const operations = members.map(({ operation }) => operation);
      const isWhole = operations.every((one) => named.has(one.name)) && operations.every((one) => left.has(one));
      if (operations.length < FEWEST_FOLDED || !isWhole) continue;
      for (const one of operations) left.delete(one);
      const text = say(key, count(operations.length, "operation"));
      folded.push({ text, operations: operations.map(({ name }) => name) });
    }
  };
  foldBy(prefixesOf, (prefix, number) => `\`${prefix}\`: ${number}`);
  foldBy(tagsOf, (tag, number) => `tag \`${tag}\`: ${number}`);
  const single = [...left].map(({ name, value }) => {
    const { summary } = value;
    const told = typeof summary === "string" && summary.trim() !== "" ? `: ${summary.trim()}` : "";
    return { text: `\`${name}\`${told}`, operations: [name] };
  });
  return [...folded, ...single].sort((one, other) => compareText(pathOf(one), pathOf(other)));
}

/** Steps of a path that may be a prefix of others. */
const MOST_STEPS = 40;

/** "/users", "/users/{id}" of "/users/{id}/keys". */
function prefixesOf({ path, kind }: ListedOperation): string[] {
  const steps = path.split("/", MOST_STEPS + 1).slice(1);
  return kind === "path" ? steps.map((_, index) => `/${steps.slice(0, index + 1).join("/")}`) : [];
}

/** The tags that an operation names. */
export function tagsOf({ value }: ListedOperation): string[] {
  const { tags } = value;
  return Array.isArray(tags) && !isObject(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}
