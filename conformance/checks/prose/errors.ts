// What the page of the suite and `--explain` say of the checks of "Errors".
import type { ProseOf } from "./model.ts";

export const ERRORS: ProseOf<"errors"> = {
  title: "Errors",
  checks: {
    "errors.media-type": {
      says: "The response for the status, or `default`, has `content` with a media type.",
      alsoRight:
        "Parameters such as `charset`; any of several media types. An error that no response describes is not judged.",
      why: "Clients parse errors by their media type; an HTML page from a framework or a proxy is not one they expect.",
      fix: "Set the media type of the error responses, also in the handlers for unknown paths and broken bodies.",
    },
    "errors.body": {
      says: "The response for the status, or `default`, has `content` with a schema.",
      alsoRight: "Properties that the schema does not name, unless it is closed; any text in `message`.",
      why: "An error in another shape hides what went wrong from the client.",
      fix: "Build every error in one place, with one function.",
    },
    "errors.status-field": {
      says: "The description of the property says that it repeats the HTTP status, or the body is a problem (RFC 9457 section 3.1.2).",
      alsoRight: "Leaving the property out, if it is optional; `errors.body` judges that.",
      why: "The status in the body remains when the HTTP status is lost, for example in a log. Two different ones are worse than one.",
      fix: "Fill the field from the status that is sent.",
    },
    "errors.not-described": {
      says: "Nothing about these statuses. The documented errors share one body, and the decision applies it to all errors.",
      alsoRight: "Any body of the documented media type that its schema allows.",
      why: "A client reads all errors the same way, including those that nobody thought of. The check applies to operations without a `default` response.",
      fix: "Build every error in one place, and describe the others with a `default` response.",
    },
    "errors.no-internals": {
      says: "Nothing: RFC 9457 section 5 warns of it.",
      alsoRight: "Any text that is meant for clients. Words that only look like a path or a query are not judged.",
      why: "Stack traces, paths and queries tell an attacker how the server is built.",
      fix: "Log the cause, and send a message written for clients.",
    },
  },
};
