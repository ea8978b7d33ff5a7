// What the page of the suite and `--explain` say of the checks of "Below other items".
import type { ProseOf } from "./model.ts";

export const NESTED: ProseOf<"nested"> = {
  title: "Below other items",
  checks: {
    "nested.missing": {
      says: "The operation has a 404, and its path leads through an item of another collection.",
      alsoRight: "410; 403 if it is documented; 400 or 422 for a text that the parameter does not allow.",
      why: "A handler that looks only at the last identifier answers for parents that do not exist. 403 is as good if the document describes it.",
      fix: "Look up the parent first, and answer 404 if there is none.",
    },
    "nested.nothing-added": {
      says: "The creation has a 404, and its path leads through an item of another collection.",
      alsoRight: "410; 403 if it is documented; 400 or 422 for a text that the parameter does not allow.",
      why: "An item below a missing parent belongs to nobody: no list shows it, and nothing removes it.",
      fix: "Check the parent in the transaction that inserts, or let a foreign key do so.",
    },
    "nested.apart": {
      says: "The path leads through an item of another collection.",
      alsoRight: "Identifiers that start over below each item.",
      why: "If the lookup ignores the parent, anyone with access to one parent can read the items of all others (CWE-639).",
      fix: "Look items up by both identifiers, and filter lists by the parent.",
    },
    "nested.removed": {
      says: "The path leads through an item that can be removed.",
      alsoRight: "A removal that is refused, or is carried out later (202): then the check is inconclusive.",
      why: "Items below a removed one that can still be fetched were not removed. A target that refuses to remove an item with others below it, or that removes later (202), is not judged.",
      fix: "Remove what belongs to an item together with it, in one transaction.",
    },
    "nested.same-key": {
      says: "The path leads through one item, and the client chooses the key of the other: by `PUT`, or in the body of a creation.",
      alsoRight: "Refusing the key the second time.",
      why: "Two customers may both have a box called `hats`. A lookup by the last key alone shows one customer what the other stored, or overwrites it (CWE-639).",
      fix: "Build the key from both identifiers.",
    },
  },
};
