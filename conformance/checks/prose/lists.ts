// What the page of the suite and `--explain` say of the checks of "Lists".
import type { ProseOf } from "./model.ts";

export const LISTS: ProseOf<"lists"> = {
  title: "Lists",
  checks: {
    "lists.untouched": {
      says: "The list's success response has a schema of an array, or of an object with one.",
      alsoRight: "Any number of items, including none. An object around the list, if the schema has one.",
      why: "Clients iterate over a list. An empty one is `[]`: neither 404, nor 204, nor an object.",
      fix: "Answer 200 with an empty array; do not unwrap a single item.",
    },
    "lists.no-duplicates": {
      says: "The list shows items, and each has an identifier: two entries with one identifier are one item.",
      alsoRight: "Any order; items that differ only in the identifier.",
      why: "An item that is listed twice is counted twice.",
      fix: "Check joins and the order of pages, and sort by something unique.",
    },
    "lists.created": {
      says: "The creation adds an item to what the list returns.",
      alsoRight:
        "A list that is full without it. A store that shows items later is not this API: the document names no delay.",
      why: "An item that is created but never listed is lost to every other client.",
      fix: "Write to the store that the list reads before you send the answer.",
    },
    "lists.as-created": {
      says: "The creation answers with the item, and the list shows items of the same properties.",
      alsoRight: "Showing less, if the schemas have less; a property that only the list has.",
      why: "The list and the creation are often written by two pieces of code that differ.",
      fix: "Build both with one function.",
    },
    "lists.created-once": {
      says: "The creation adds one item, with the identifier of its answer.",
      alsoRight:
        "Any refusal of the creation. Items that others add are not counted, and a copied value is none: two enrolments may show the title of one course.",
      why: "A retry inside the server, or a handler that runs twice, leaves two items.",
      fix: "Store once for each request.",
    },
    "lists.same-as-fetched": {
      says: "Both operations show the item with this identifier.",
      alsoRight: "Showing less, if the schemas have less; a difference that is gone when both are requested again.",
      why: "An item should look the same in both places.",
      fix: "Build list and item with one function.",
    },
    "lists.total": {
      says: "A property of the list's response counts its items, by its name, such as `total`.",
      alsoRight:
        "The property may be missing or null. Pages that are full, or that say that more follow, are not judged.",
      why: "A total that ignores the filter, or still counts removed items, contradicts the list beside it.",
      fix: "Count with the same conditions as the list.",
    },
    "lists.sorted": {
      says: "The list has a parameter such as `sort` or `orderBy` with an enumeration of values that name properties of the items.",
      alsoRight:
        "Any order of letters: upper and lower case, accents, numbers in texts. Items without a value may come first or last. Times are compared as the instants that they name, whatever their offset.",
      why: "An ignored sort parameter or direction looks right until there is data. The check reports only what no order of texts could explain, and only for plain values.",
      fix: "Sort before the page is cut, by the property and in the direction of the value.",
    },
  },
};
