// Errors: each has the documented body, states its own status, and reveals nothing internal.
import { names } from "../../src/resource/items/bodies.ts";
import { CONSTRAINTS } from "../requirements/tested.ts";
import { type Use, isGeneral, propertyOf } from "../requirements/uses.ts";
import type { MediaType } from "../../src/contract/model.ts";
import { isErrorStatus } from "../../src/contract/responses.ts";
import { eachOperation, eachWith } from "./subjects.ts";
import { recordCheck } from "../judgements/record.ts";
import { errorFault, statusFault } from "../judgements/error-body.ts";
import { bodyFault, mediaTypeFault } from "../judgements/body.ts";
import type { Subject } from "../check.ts";
import { type Exchange, statusOf, textOf } from "../client/exchange.ts";
import type { Plan } from "../plan.ts";
import { describedResponse } from "../operations.ts";

const isError = (exchange: Exchange): boolean => statusOf(exchange) >= 400;
/** Errors that the service itself returns for a request that it has read; others may come from a gateway. */
const isOwn = (exchange: Exchange): boolean => [400, 401, 404, 409, 410, 415, 422].includes(statusOf(exchange));

function describesErrors(plan: Plan): Subject[] {
  return eachWith(plan, ({ responses }) =>
    responses.find(({ status, content }) => isErrorStatus(status) && content.length > 0),
  );
}

/** The documented content for the status of the answer. */
function contentOf(exchange: Exchange): readonly MediaType[] {
  return describedResponse(exchange)?.content ?? [];
}

const isStatusField = (use: Use, { error }: Plan): boolean =>
  error?.status !== undefined && propertyOf(use) === error.status.property;

/** The description of an error's body as a whole, or of its code and its message. */
const isWholeOrText = (use: Use, { error }: Plan): boolean =>
  propertyOf(use) === undefined
    ? use.depth === 0
    : [error?.code?.property, error?.message?.property].includes(propertyOf(use));

const mediaType = recordCheck({
  id: "errors.media-type",
  claim: "an error must have the documented media type",
  signs: { mistake: "error-body" },
  basis: "the content of the error responses",
  fault: "F101",
  tests: [{ part: "media-type", side: "response", status: ["error"], fields: ["self"] }],
  applies: describesErrors,
  select: (exchange) => isError(exchange) && contentOf(exchange).length > 0,
  judge: (exchange) => mediaTypeFault(exchange, contentOf(exchange)),
});

const body = recordCheck({
  id: "errors.body",
  claim: "an error must carry the documented body",
  signs: { mistake: "error-body" },
  basis: "the schema of the error responses",
  fault: "F101",
  tests: [
    { part: "response", status: ["error"], fields: ["self", "description"], where: isGeneral },
    { part: "response", status: ["error"], keywords: CONSTRAINTS },
    { part: "response", status: ["error"], keywords: ["description"], where: isWholeOrText },
  ],
  applies: describesErrors,
  select: (exchange) => isError(exchange) && contentOf(exchange).some(({ schema }) => schema !== undefined),
  judge: (exchange, { contract: { document } }) => {
    const fault = bodyFault(document, exchange, contentOf(exchange));
    if (fault === undefined) return undefined;
    return [fault.kind === "json" ? "a JSON body" : "a body that the schema of the error allows", fault.message];
  },
});

const status = recordCheck({
  id: "errors.status-field",
  claim: "the status in the body of an error must be the HTTP status",
  basis: "the description of the error's status property; RFC 9457 section 3.1.2",
  tests: [{ part: "response", status: ["error"], keywords: ["description"], where: isStatusField }],
  applies: (plan) => (plan.error?.status === undefined ? [] : describesErrors(plan)),
  select: (exchange) => isError(exchange) && contentOf(exchange).length > 0,
  judge: (exchange, plan) => statusFault(exchange, plan.error?.status?.property),
});

const others = recordCheck({
  id: "errors.not-described",
  level: "should",
  claim: "an undocumented error should have the body of documented ones",
  signs: { mistake: "error-body" },
  basis: "the error responses of the document; spec/decisions.md#other-errors",
  fault: "F101",
  applies: (plan) => (plan.error === undefined ? [] : eachOperation(plan, (operation) => !names(operation, "default"))),
  select: () => true,
  judge: (exchange, plan) => {
    const isExpected = describedResponse(exchange) !== undefined || exchange.request.method === "HEAD";
    return isExpected || !isOwn(exchange) ? undefined : errorFault(exchange, plan);
  },
});

/** Signs in a body that the internals of a server leak. */
const INTERNALS: readonly (readonly [what: string, sign: RegExp])[] = [
  ["a stack trace", /\bat [\w$.<>]+ \([^()\s]+:\d+:\d+\)/],
  ["a stack trace", /\bat (?:[\w$.<>[\] ]+ )?\(?(?:node:|file:|\/|[A-Z]:\\)[^\s)"]+:\d+(?::\d+)?\)?/],
  [
    "a stack trace",
    /Traceback \(most recent call last\)|^\s*File ".+", line \d+|\.java:\d+\)|\.py", line|goroutine \d+ \[|\.rb:\d+:in |\.cs:line \d+|\.php(?::| on line )\d+/m,
  ],
  [
    "the name of an exception",
    /\b(?:[a-z]+\.){2,}[A-Z]\w*(?:Exception|Error)\b|\b(?:NullPointerException|TypeError|ReferenceError|RangeError|SyntaxError|KeyError|ValueError|AttributeError|NoMethodError|ArrayIndexOutOfBounds\w*)\b\s*[:(]|\bCannot read propert(?:y|ies) of (?:undefined|null)\b|\bthread '\w+' panicked\b/,
  ],
  [
    "a file of the server",
    /\b[\w-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|scala|php|cs|exs?|erl|cpp):\d+\b|\/[\w.-]+\/[\w.-]+\.(?:[cm]?[jt]s|py|rb|go|rs|java|php|cs|db|sqlite3?|sql|conf|ini|env|log)\b/,
  ],
  [
    "a path of the server's file system",
    /(?:^|[\s"'(=:])(?:\/(?:home|usr|var|srv|opt|app|etc|root|Users|node_modules|tmp|workspace)\/[\w.@-]+|[A-Z]:\\{1,2}\w+\\|\\{2}\w+\\\w+)/,
  ],
  [
    "the words of a database",
    /\b(?:E11000|PSQLException|\w*(?:Mongo|Sequelize|Prisma|Sqlite|MySQL|Hibernate)\w*(?:Error|Exception)|psycopg2?\.|no such table|(?:relation|column|table) "?\w+"? does not exist|(?:UNIQUE|FOREIGN KEY|NOT[ -]NULL|CHECK) constraint|invalid input syntax for (?:type )?\w+|Cast to ObjectId failed)\b/i,
  ],
  [
    "SQL",
    /\b(?:SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|syntax error at or near|error in your SQL syntax|ORA-\d{5}|SQLSTATE|SQLITE_\w+|duplicate key value violates|mysql_|PG::|ER_\w+_ENTRY)\b|\bWHERE\s+\w+\s*(?:[=<>]|LIKE\b|IN\b)/i,
  ],
  [
    "an address inside the network",
    /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}:\d{2,5}\b|\b(?:ECONNREFUSED|getaddrinfo ENOTFOUND|ETIMEDOUT|ENOENT|EACCES|EPERM)\b/,
  ],
];

const internals = recordCheck({
  id: "errors.no-internals",
  level: "should",
  claim: "an error should not show stack traces, paths or queries",
  basis: "RFC 9457 section 5; CWE-209",
  fault: "F209",
  everything: true,
  applies: (plan) => eachOperation(plan),
  select: isError,
  judge: (exchange) => {
    const sent =
      new TextDecoder().decode(exchange.request.body ?? new Uint8Array()) + decodeURI(safeUrl(exchange.request.url));
    // What a page loads is no file of the server's own.
    const text = unescaped(textOf(exchange)).replace(/\b(?:src|href)=(?:"[^"]*"|'[^']*')/gi, "");
    for (const [what, sign] of INTERNALS) {
      const found = sign.exec(text)?.[0];
      // A message may repeat what the client itself sent.
      if (found !== undefined && !sent.includes(found.trim()))
        return ["an error without internals", `${what}: ${found.trim().slice(0, 80)}`];
    }
    return undefined;
  },
});

function unescaped(text: string): string {
  return text.replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll('\\"', '"').replaceAll("\\/", "/");
}

function safeUrl(url: string): string {
  try {
    decodeURI(url);
    return url;
  } catch {
    return "";
  }
}

export const errorChecks = [mediaType, body, status, others, internals];
