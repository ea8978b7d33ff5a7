// What the page of the suite and `--explain` say of the checks of "HTTP itself".
import type { ProseOf } from "./model.ts";

export const PROTOCOL: ProseOf<"protocol"> = {
  title: "HTTP itself",
  checks: {
    "protocol.whole-answers": {
      says: "The operation has a response for every request; a missing or truncated response is not one (RFC 9112 section 8).",
      alsoRight: "Closing an idle connection, after which the suite tries again; closing on a body that is too large.",
      why: "A body that is cut short, or a connection that closes without an answer, is data lost.",
      fix: "Look for crashes, timeouts of a proxy, and a wrong `Content-Length`.",
    },
    "protocol.steady": {
      says: "Nothing: the check is about what is in front of the service.",
      alsoRight: "429 or 503 with `Retry-After`: the suite waits.",
      why: "A gateway that sometimes answers 502, 503, 504 or 429, or drops a connection, hides the service from its clients. The suite repeats a safe request up to five times: it judges the service's answer, and counts the earlier ones here, once for the whole run. An answer that comes back each time while other requests work counts as the service's own and fails the checks it breaks. A request that changes something is never repeated; if it got such an answer, the claims that depend on it are inconclusive. If nothing is answered any more, the finding shows the first request without an answer: it may have brought the service down.",
      fix: "Check the log of what is in front of the service: timeouts, connection limits, health checks, rate limits.",
    },
    "protocol.charset": {
      says: "Nothing about a charset: RFC 8259 section 8.1 allows only UTF-8.",
      alsoRight: "No charset; `utf-8` in any case.",
      why: "JSON between systems is UTF-8 (RFC 8259); a client that trusts another charset reads the wrong letters.",
      fix: "Send `charset=utf-8`, or no charset.",
    },
    "protocol.in-time": {
      says: "Nothing: you give the limit.",
      alsoRight: "Any time, without `--max-ms`.",
      why: "You gave the limit with `--max-ms`; the document has none.",
      fix: "Find what is slow, or raise the limit.",
    },
    "protocol.response-size": {
      says: "Nothing: you give the limit.",
      alsoRight: "A larger limit.",
      why: "An endless response uses up the memory of its reader, and so does a small one that decodes to a large one. The suite reads 4 MiB, decodes the same amount, and closes the connection; claims about such a response are inconclusive.",
      fix: "Answer in pages, or raise the limit: `--max-body 32MiB`.",
    },
    "protocol.conditional": {
      says: "Nothing: RFC 9110 section 13.1 defines these requests.",
      alsoRight:
        "The full response, which ignores the condition; 304 for a tag that is current; 206 or 416 to a range.",
      why: "Caches send conditional requests. A 304 for something that changed, or with a body, makes clients show old data.",
      fix: "Compare the tag of the current content; answer 304 without a body.",
    },
    "protocol.etag": {
      says: "Nothing: RFC 9110 section 8.8.1 defines the tag.",
      alsoRight: "No tag, or a weak one.",
      why: "If the tag stays the same while the content changes, caches keep outdated content.",
      fix: "Derive the tag from the content or its version.",
    },
    "protocol.compressed": {
      says: "Nothing: RFC 9110 section 12.5.3 lets a client ask for a coding.",
      alsoRight: "Not compressing.",
      why: "Clients cannot read a body that is compressed without saying so, or that differs from the plain one.",
      fix: "Let one component compress, and set `Content-Encoding`.",
    },
    "protocol.coding-unasked": {
      says: "Nothing: RFC 9110 section 12.5.3 says what `identity` means.",
      alsoRight: "Compressing for clients that accept it.",
      why: "The suite sends `Accept-Encoding: identity`, like a client that cannot decompress; such a client could not read a compressed body.",
      fix: "Compress only what `Accept-Encoding` allows, and name that header in `Vary`.",
    },
    "protocol.accept": {
      says: "The success response has a media type, which `*/*` covers (RFC 9110 section 12.5.1).",
      alsoRight: "Any of several media types.",
      why: "`*/*` is what most clients send.",
      fix: "Answer with the documented media type.",
    },
    "protocol.unknown-path": {
      says: "Nothing about such a path. The documented errors share one body, and the decision applies it to all errors.",
      alsoRight:
        "404 with a body of the documented error. A service that requires the key first is not judged without one.",
      why: "A mistyped path should get an error like every other, not a page of the framework.",
      fix: "Register a handler for unknown paths that returns the error body.",
    },
    "protocol.unlisted-method": {
      says: "The path lists its methods. RFC 9110 section 15.5.6 defines 405 for others.",
      alsoRight: "404, 405 or 501 with a body of the documented error; any answer to OPTIONS below 400.",
      why: "A method that the document does not list should be refused, in the documented shape; 404 and 405 are both fine.",
      fix: "Register a handler for wrong methods that returns the error body.",
    },
    "protocol.allow": {
      says: "The path lists its methods; RFC 9110 section 15.5.6 says that a 405 MUST have `Allow`.",
      alsoRight: "Other supported methods, such as HEAD. 404 and 501 need no `Allow`.",
      why: "RFC 9110 demands `Allow` on a 405: it tells the client which methods are supported.",
      fix: "Send `Allow` with the methods of the path.",
    },
    "protocol.unlisted-no-action": {
      says: "The path lists its methods: no other method is documented to do anything.",
      alsoRight: "Any refusal.",
      why: "An undocumented method that still has an effect is a back door.",
      fix: "Route only the documented methods.",
    },
    "protocol.override": {
      says: "The operation is a GET, which is safe (RFC 9110 section 9.2.1).",
      alsoRight: "Ignoring the header, or refusing the request.",
      why: "Frameworks that honor `X-HTTP-Method-Override` let a harmless-looking request delete something.",
      fix: "Switch the override off.",
    },
    "protocol.trace": {
      says: "Nothing: RFC 9110 section 9.3.8 says what TRACE repeats.",
      alsoRight: "Any refusal; `message/http` without the credential.",
      why: "TRACE returns the request, including its credential, to anyone who can make a browser send it.",
      fix: "Refuse TRACE at the edge.",
    },
    "protocol.head": {
      says: "Nothing, or the GET: RFC 9110 section 9.3.2 says that HEAD is answered like GET.",
      alsoRight: "404, 405 or 501; leaving out headers that are known only with the body, such as `Content-Length`.",
      why: "Tools probe with HEAD. A status or headers that differ from those of GET mislead them.",
      fix: "Answer HEAD with the handler of GET, and leave out the body.",
    },
  },
};
