// What the page of the suite and `--explain` say of the checks of "Fetching one item".
import type { ProseOf } from "./model.ts";

export const FETCH: ProseOf<"fetch"> = {
  title: "Fetching one item",
  checks: {
    "fetch.same": {
      says: "The path parameter is the item's identifier, and the answer shows the item.",
      alsoRight:
        "Any item with that identifier; properties that change by themselves are compared only on items of the run.",
      why: "The item in the answer must be the requested one.",
      fix: "Look up by the identifier in the path, and return that item.",
    },
    "fetch.missing": {
      says: "The operation has a 404 or 410 for an item that does not exist.",
      alsoRight:
        "Either, if both are documented; 400 or 422 for a text that the parameter does not allow. Any success, if items\ncan only be fetched and neither is documented: then each may exist.",
      why: 'Clients tell "not there" from "broken" by the documented status.',
      fix: "Answer with the documented status (404) and the error body; an empty 200 is neither.",
    },
    "fetch.large-identifier": {
      says: "The identifier's format allows numbers beyond 2^31 or 2^53.",
      alsoRight: "The item, if one really has that identifier; otherwise the documented 404 or 410.",
      why: "Parsers that use doubles round identifiers above 2^53, and then find another item or none.",
      fix: "Read them as text, bigint or a 64-bit integer.",
    },
    "fetch.out-of-range": {
      says: "No item has such an identifier: the 404 is for items that do not exist. The document does not say whether to refuse the value first.",
      alsoRight: "404, 410, 400 or 422; the item, if one really has that identifier.",
      why: "No item has an identifier of zero, below it, or beyond the format; none of these may break the lookup.",
      fix: "Answer 404, or 400.",
    },
    "fetch.malformed": {
      says: "The path parameter's schema does not allow the text, so no item has it. The document does not say whether to refuse it first.",
      alsoRight: "404, 410, 400 or 422.",
      why: "Text, fractions and encoded characters in a path must find nothing and break nothing.",
      fix: "Answer 404 or 400 before the value reaches the database.",
    },
    "fetch.lenient": {
      says: "The path parameter is an integer, which the text is not. The document does not list the spellings of an integer: `should`.",
      alsoRight: "404, 410, 400 or 422. `01`, `1.0` and `+1` may be the integer 1, so they are not sent.",
      why: "If `/1abc`, `/1.5` and `/0x1` find item 1, one item has many addresses, and caches and access rules miss some of them. The check does not judge spellings of the same integer, such as `/01`.",
      fix: "Accept digits only, and refuse the rest before converting.",
    },
    "fetch.if-none-match": {
      says: "The operation has a 304 response, and its answers have an ETag.",
      alsoRight: "The whole item, if it has another tag by then, as a changed one has.",
      why: "Clients that keep a copy pay for each answer in full.",
      fix: "Compare If-None-Match with the tag before writing the body.",
    },
  },
};
