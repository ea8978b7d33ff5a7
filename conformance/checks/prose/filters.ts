// What the page of the suite and `--explain` say of the checks of "Filters".
import type { ProseOf } from "./model.ts";

export const FILTERS: ProseOf<"filters"> = {
  title: "Filters",
  checks: {
    "filters.only-matching": {
      says: "The filter parameter returns only items with the value, and has the name or the schema of a property.",
      alsoRight:
        "An empty list, if nothing matches. A parameter that filters by something else does not count as a filter; correct the suite with `x-resource` if it is wrong.",
      why: "An item that does not match, or lacks the property, is not what was asked for.",
      fix: "Compare the property itself; an absent one equals no value.",
    },
    "filters.all-matching": {
      says: "The filter parameter returns the items with the value: all of them.",
      alsoRight: "A list that is cut to the page size; items that others change meanwhile are checked again.",
      why: "A filter that loses items hides them from everybody who relies on it.",
      fix: "Look at every item; one value of an enumeration is easily forgotten.",
    },
    "filters.before-limit": {
      says: "The filter chooses the items, and the page size bounds how many of those are returned.",
      alsoRight: "Fewer, if fewer items match.",
      why: "A list that is cut first and filtered afterwards comes back short, or empty, although items match.",
      fix: "Filter first, and cut then.",
    },
    "filters.compared": {
      says: "A query parameter compares a property by its name: `customerId`, `createdAfter`, `min_price`, `country` for `address.country`, `tag` for `tags`.",
      alsoRight:
        "A bound may be inside or outside. Texts may be compared without case or by a part, and must be where the text of the parameter says so: that it contains the text, or in any case. Days and times may differ by the time zone. An item without the value may be left out.",
      why: "An ignored filter looks right while there is little data. The value is one that some known items have and others have not.",
      fix: "Apply the filter before the list is cut into pages.",
    },
    "filters.together": {
      says: "Two query parameters each keep items by a property.",
      alsoRight:
        "The same as for one filter. The two values are those of one item, and another one has only one of them.",
      why: "Conditions that are joined by OR, or where the last one wins, show when two are used at once.",
      fix: "Join the conditions by AND.",
    },
    "filters.search": {
      says: "A parameter such as `q` searches the texts of items. Its description may name the property and say that case does not matter.",
      alsoRight:
        "Finding more properties than the description names. Without one that names a property, only a search for what nobody wrote is judged.",
      why: "A search that is ignored shows everything, and one that compares bytes does not find what a person types.",
      fix: "Compare both sides in lower case if the description says so, and search the property that it names.",
    },
  },
};
