// What the page of the suite and `--explain` say of the checks of "Pages".
import type { ProseOf } from "./model.ts";

export const PAGING: ProseOf<"paging"> = {
  title: "Pages",
  checks: {
    "paging.exact": {
      says: "The parameter is the maximum number of items on a page, of the items that the operation returns. A page that ends early is read as the end of the list.",
      alsoRight:
        "More pages by a cursor: only a page that others could fill is judged, and only while the store is known to hold enough.",
      why: "One item too many or too few is the most common fault of a page, and the least noticed.",
      fix: "Cut the list to the requested size, for example with a database's LIMIT.",
    },
    "paging.at-most": {
      says: "The parameter is the maximum number of items on a page.",
      alsoRight: "Fewer; `paging.exact` judges that.",
      why: "More items than asked for break the layout and the memory of clients.",
      fix: "Apply the page size to every list, also to a filtered one.",
    },
    "paging.maximum": {
      says: "The parameter's schema allows its `maximum`, and the parameter says that this many are returned.",
      alsoRight:
        "Nothing less, while the store is known to have enough items. To cap lower, lower the `maximum` in the document.",
      why: "A server that caps below the documented maximum makes clients think that there are no more items.",
      fix: "Cap at the documented maximum, or lower it in the document.",
    },
    "paging.default": {
      says: "The parameter's schema has a `default`: the page size if none is given.",
      alsoRight: "Fewer, if the store has fewer.",
      why: "Clients that send no size rely on the documented one.",
      fix: "Use the `default` of the schema.",
    },
    "paging.above-maximum": {
      says: "The `maximum` bounds how many items are returned. The document does not say whether to refuse a larger size.",
      alsoRight: "Any refusal, or a page of the `maximum`.",
      why: "The maximum protects the server. It may refuse a larger size or clamp it; it may not exceed its own bound.",
      fix: "Refuse or clamp, also for numbers beyond 2^31 and 2^63.",
    },
    "paging.below-minimum": {
      says: "The parameter's schema does not allow the value. The document does not say how to handle it: `should`.",
      alsoRight: "Any refusal, or a page of the `minimum`.",
      why: 'Zero and negative sizes mean "all" to some databases.',
      fix: "Refuse them, or take the minimum.",
    },
    "paging.with-filter": {
      says: "The page size and the filter are parameters of one operation, and neither excludes the other.",
      alsoRight: "Fewer, if fewer items match; if others change items meanwhile, the result is inconclusive.",
      why: "The page size often works only for the plain list, because the filtered one has code of its own.",
      fix: "Apply the same page size to both.",
    },
    "paging.every-item": {
      says: "The list has a parameter for pages, an offset or a cursor.",
      alsoRight: "Any order of the items, and short pages by cursor.",
      why: "A client that pages through a list sees only what the pages show. An offset that is off by one, or a cursor that starts after the next item, hides an item from everybody. The suite pages through the list while the run writes nothing, and a second time before it reports anything.",
      fix: "Let each page begin with the item after the last one of the page before, in an order that does not change between requests.",
    },
    "paging.no-item-twice": {
      says: "The list has a parameter for pages, an offset or a cursor.",
      alsoRight: "Repeated items once everything was shown; `paging.ends` judges those.",
      why: "An item on two pages is counted, billed or imported twice. A cursor that includes the item it names is the usual cause.",
      fix: "Begin after the item that the cursor names, and sort by something unique.",
    },
    "paging.ends": {
      says: "The list has a parameter for pages, an offset or a cursor.",
      alsoRight: "A page beyond the end that is empty or refused (4xx).",
      why: "A client that follows cursors to the end never stops if the last page leads back to the first.",
      fix: "Leave the cursor out on the last page, and answer a page beyond the end with no items.",
    },
    "paging.has-more": {
      says: "The response has a flag such as `has_more` or `is_last`.",
      alsoRight: "A cursor on a full last page that leads to an empty one.",
      why: "Clients stop or continue according to `has_more`. The check compares it with a complete walk through the list.",
      fix: "Fetch one item more than the page size to find out whether there is another page.",
    },
    "paging.total": {
      says: "The response has a count of all items, such as `total`.",
      alsoRight: "No total, if the property is optional.",
      why: "A total that counts the page, deleted items or those of other tenants makes clients show pages that do not exist. The check compares it with a complete walk through the list.",
      fix: "Count with the conditions of the list, without its page size.",
    },
    "paging.next": {
      says: "The response has a property such as `next` that leads to the next page.",
      alsoRight: "No link, a relative or an absolute one.",
      why: "A link is built from the request's own parameters; if it loses the page size or repeats the offset, it does not lead to the next page.",
      fix: "Build the link from the parsed page size and the offset of the first item that was not shown.",
    },
    "paging.link-header": {
      says: "Nothing: the relation `next` is the RFC's.",
      alsoRight: "No Link header at all.",
      why: 'Generic clients follow `Link: <…>; rel="next"` without looking at the body.',
      fix: "Build the header from the same values as the page itself.",
    },
    "paging.full-last-page": {
      says: "A property of the list's response says whether more items follow, by its name. That `next` is null on the last page must be in its description.",
      alsoRight: "A `next` that leads to an empty page, if the description does not exclude it.",
      why: "`items.length === limit` is true on a last page that happens to be full. The page size is chosen so that it is.",
      fix: "Read one item more than the page shows, or compare with the total.",
    },
    "paging.after-end": {
      says: "A parameter counts pages or items to skip.",
      alsoRight: "An empty list, or a refusal (4xx).",
      why: "A number that is cut to the last page makes clients read that page for ever.",
      fix: "Answer an empty list for a page after the last one.",
    },
    "paging.sorted-pages": {
      says: "One parameter sorts the list, another one turns its pages.",
      alsoRight: "Any order among items with the same value, if it stays the same from page to page.",
      why: "Without a second key, items with equal values change places between two requests, and clients see some twice and others never.",
      fix: "Add the identifier as the last key of every order.",
    },
    "paging.backwards": {
      says: "The list has a cursor such as `ending_before` besides the one that leads forward, or its response a link or a cursor to the page before.",
      alsoRight: "Either order of the items on it; no way back in the answer.",
      why: "Paging backwards has its own code and is tested less: a cursor that includes its own item, or counts from the wrong end, shows users items twice or not at all. The check follows the way back from the second page.",
      fix: "Take the last items before the cursor, in the order of the list.",
    },
  },
};
