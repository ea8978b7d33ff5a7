// What the page of the suite and `--explain` say of the checks of "Deprecation and sunset".
import type { ProseOf } from "./model.ts";

export const LIFECYCLE: ProseOf<"lifecycle"> = {
  title: "Deprecation and sunset",
  checks: {
    "lifecycle.deprecation": {
      says: "The success response of the deprecated operation lists `Deprecation` with `required: true`.",
      alsoRight: "Absence, if the header is optional: then the check does not apply.",
      why: "The header tells running clients that an operation will be removed. The check applies if the document requires the header; an optional one may be absent.",
      fix: "Send `Deprecation` on every success of the operation, or make it optional in the document.",
    },
    "lifecycle.deprecation-on-errors": {
      says: "The error response of the deprecated operation lists `Deprecation` with `required: true`.",
      alsoRight:
        "Absence, if the header is optional: then the check does not apply. An error from something in front of the service is not judged.",
      why: "The operation is deprecated whatever it answers, and the document requires the header on its errors too.",
      fix: "Set it where the response of the operation is built, including errors.",
    },
    "lifecycle.sunset": {
      says: "The success response of the deprecated operation lists `Sunset` with `required: true`.",
      alsoRight: "Absence, if the header is optional: then the check does not apply.",
      why: "Without the day of removal, clients cannot plan. The check applies if the document requires the header; an optional one may be absent.",
      fix: "Send `Sunset` on every success of the operation, or make it optional in the document.",
    },
    "lifecycle.sunset-on-errors": {
      says: "The error response of the deprecated operation lists `Sunset` with `required: true`.",
      alsoRight:
        "Absence, if the header is optional: then the check does not apply. An error from something in front of the service is not judged.",
      why: "The operation is deprecated whatever it answers, and the document requires the header on its errors too.",
      fix: "Set it where the response of the operation is built, including errors.",
    },
    "lifecycle.link": {
      says: "The success response of the deprecated operation lists `Link` with `required: true`.",
      alsoRight: "Absence, if the header is optional: then the check does not apply.",
      why: "The link says what to use instead. The check applies if the document requires the header; an optional one may be absent.",
      fix: "Send `Link` on every success of the operation, or make it optional in the document.",
    },
    "lifecycle.link-on-errors": {
      says: "The error response of the deprecated operation lists `Link` with `required: true`.",
      alsoRight:
        "Absence, if the header is optional: then the check does not apply. An error from something in front of the service is not judged.",
      why: "The operation is deprecated whatever it answers, and the document requires the header on its errors too.",
      fix: "Set it where the response of the operation is built, including errors.",
    },
    "lifecycle.deprecation-syntax": {
      says: "The response lists the header `Deprecation`, which RFC 9745 section 2.1 defines; a schema of it has the same form.",
      alsoRight: "Absence, if it is optional; any day.",
      why: "RFC 9745 defines one form: `@` and seconds since 1970. `true` and HTTP dates belong to old drafts.",
      fix: "Write `@` and the Unix time of the day.",
    },
    "lifecycle.sunset-syntax": {
      says: "The response lists the header `Sunset`, which RFC 8594 section 3 defines as an HTTP date.",
      alsoRight: "Absence, if it is optional.",
      why: "RFC 8594 asks for an HTTP date, with the right day of the week.",
      fix: "Write it as `Thu, 05 Dec 2030 00:00:00 GMT`; `toUTCString` does.",
    },
    "lifecycle.sunset-day": {
      says: "The header has a `const`, or the operation an `x-sunset`: a day.",
      alsoRight: "Absence, if the header is optional; any time of that day.",
      why: "If two dates differ, the client has to guess.",
      fix: "Send the day that the document names, in GMT.",
    },
    "lifecycle.deprecation-before-sunset": {
      says: "Both headers are listed; RFC 9745 section 4 puts them in order.",
      alsoRight: "The same day; absence of either.",
      why: "Nothing is removed before it is deprecated (RFC 9745, section 4).",
      fix: "Check both dates; one of them uses other units or another time zone.",
    },
    "lifecycle.successor": {
      says: "The response lists `Link`, with a value that names relations.",
      alsoRight: "Absence, if the header is optional; any address and order, and further links.",
      why: "A link to the wrong place sends clients to the wrong place.",
      fix: "Send the target that the document gives, with the version prefix.",
    },
    "lifecycle.nowhere-else": {
      says: "The operation is not `deprecated` and lists no such header; RFC 9745 section 2.2 gives the header the scope of its resource.",
      alsoRight: "A header that the response lists.",
      why: "A client that is told to stop using a current operation has nothing to switch to. The header applies to the resource that it came with.",
      fix: "Set the headers on the deprecated operation only, not in a middleware for all.",
    },
    "lifecycle.gone": {
      says: "The operation has an `x-sunset`, and the day is over. What the answer is then is a decision: `should`.",
      alsoRight: "404, 405 or 410.",
      why: "Nobody should rely on it after the sunset.",
      fix: "Answer 404 or 410, with the error body.",
    },
  },
};
