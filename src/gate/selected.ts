// `--only` and `--except`: selects the changes of some operations.
import type { JsonObject } from "../json/value.ts";
import { type Selectable, type Selection, isSelected, selectionFault } from "../selection/selection.ts";
import { tagsWithParents } from "../selection/tags.ts";
import type { Change, GateResult } from "./model.ts";
import type { ListedOperation } from "./surface/model.ts";
import { listedOperations } from "./surface/read.ts";

type Selected =
  | { readonly ok: true; readonly changes: readonly Change[] }
  /** One sentence about a term that matches nothing. */
  | { readonly ok: false; readonly message: string };

/**
 * The changes that affect a selected operation, listing only selected operations. A change of the whole document, such
 * as its version, is reported unless `--only` selects operations.
 */
export function selectChanges({ base, revision, changes }: GateResult, selection: Selection): Selected {
  const operations = [base, revision].flatMap((document) =>
    listedOperations(document).map((one) => ({ name: one.name, names: namesOf(one, document.root) })),
  );
  const message = selectionFault(
    selection,
    operations.map(({ names }) => names),
  );
  if (message !== undefined) return { ok: false, message };
  const wanted = new Set(operations.filter(({ names }) => isSelected(selection, names)).map(({ name }) => name));
  return {
    ok: true,
    changes: changes.flatMap((change) => {
      if (change.operations.length === 0) return selection.only.length === 0 ? [change] : [];
      const left = change.operations.filter((name) => wanted.has(name));
      return left.length === 0 ? [] : [{ ...change, operations: left }];
    }),
  };
}

function namesOf({ name, path, value }: ListedOperation, root: JsonObject): Selectable {
  const { operationId, tags } = value;
  return {
    operation: typeof operationId === "string" ? [operationId, name] : [name],
    path: [path],
    tag: tagsWithParents(root, tags),
  };
}
