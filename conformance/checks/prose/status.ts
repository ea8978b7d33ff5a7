// What the page of the suite and `--explain` say of the checks of "Status codes".
import type { ProseOf } from "./model.ts";

export const STATUS: ProseOf<"status"> = {
  title: "Status codes",
  checks: {
    "status.success": {
      says: "The operation documents one or more 2XX, which are the answer to a valid request.",
      alsoRight:
        "Any of them. A 404 does not count against an operation whose meaning is not known, or whose item may not exist. Neither does a listed 409, 412, 422 or 428, nor a listed 400 with a message: by these a service tells a rule that OpenAPI cannot state. If it accepts no request that the suite can find, the claim is undecided, and the report quotes what the service said.",
      why: "Clients branch on the status. A 2XX other than the documented one, or a refusal of a valid request, breaks them.",
      fix: "Answer with the documented status, or document the one that is sent.",
    },
    "status.documented": {
      says: "The operation lists its responses, each with a status. `default` covers every error, and every success where no other is listed.",
      alsoRight:
        "The statuses that HTTP itself may give to any request, such as 413 and 429; 422 for 400, if no refusal is documented.",
      why: "No client was written for a status that the document does not describe. Statuses that HTTP itself may give anywhere, such as 413, are not counted.",
      fix: "Add the response to the document, or answer with one that it has; a `default` response covers all errors.",
    },
    "status.refusal": {
      says: "The operation lists the 4xx with which it refuses requests, and has no `default`.",
      alsoRight:
        "Statuses that HTTP or a gateway gives on its own, such as 405, 413 and 415, and 404 where the path names a thing.",
      why: "A client that expects 422 shows the messages of a 400 nowhere.",
      fix: "List the status in the document, or answer with one that it lists.",
    },
    "status.no-server-error": {
      says: "The operation documents a success for what is valid and client errors for the rest. A 5xx, documented or not, says that the server erred (RFC 9110 section 15.6).",
      alsoRight: "501 where no success is documented, or to a method that the document does not list.",
      why: "A 5xx says that the server failed, whatever the client sent. It is often the sign of an input that nobody thought of.",
      fix: "Validate the input before it is used, and answer 4xx.",
    },
  },
};
