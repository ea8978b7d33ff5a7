// Faults of the whole error body: its shape, its media type, and what it reveals.
import { type Change, amend, headers, members, raw, rewrite } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import {
  all,
  badBody,
  badParameter,
  failed,
  method,
  missingItem,
  not,
  status,
  unknownPath,
  wrongMediaType,
  wrongMethod,
} from "../../when.ts";

const says = (message: string): Change => members({ message });
const typed = (name: string): Change => headers({ "Content-Type": name });
const shaped = (make: (value: Record<string, unknown>) => unknown): Change => rewrite((value) => make(value));

const TRACE =
  "TypeError: Cannot read properties of undefined (reading 'name')\n    at create (/srv/app/dist/store.js:42:17)\n" +
  "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)";
const JAVA =
  'For input string: "abc"; nested exception is java.lang.NumberFormatException\n' +
  "\tat java.base/java.lang.NumberFormatException.forInputString(NumberFormatException.java:67)";
const PYTHON =
  'Traceback (most recent call last):\n  File "/usr/src/app/views.py", line 31, in get\nValueError: invalid literal for int()';
const SQL = "SQLSTATE[22P02]: SELECT * FROM pets WHERE status = 'lost' ORDER BY id LIMIT 20";

export const SHAPES: readonly Fault[] = faults({
  "errors.wrapped: Errors come as {error: …}.": amend(
    failed,
    shaped((error) => ({ error })),
  ),
  "errors.wrapped-fetch: The 404 of a fetch comes as {error: …}.": amend(
    missingItem,
    shaped((error) => ({ error })),
  ),
  "errors.array: Errors come in an array.": amend(failed, (answer) => ({ ...answer, json: [answer.json] })),
  "errors.array-create: The 400 of a creation is an array of faults.": amend(badBody, (answer) => ({
    ...answer,
    json: [answer.json],
  })),
  "errors.list-of-errors: The 400 of a list comes as {errors: […]}.": amend(
    badParameter,
    shaped((error) => ({ errors: [error] })),
  ),
  "errors.text: The 404 of a fetch is a JSON string.": amend(missingItem, (answer) => ({
    ...answer,
    json: "not found",
  })),
  "errors.framework-shape: The 404 of a fetch has statusCode, error and message.": amend(
    missingItem,
    shaped(() => ({ statusCode: 404, error: "Not Found", message: "no such item" })),
  ),
  "errors.spring-shape: The 405 has timestamp, status, error and path.": amend(
    wrongMethod,
    shaped((value) => ({
      timestamp: "2026-11-20T10:00:00Z",
      status: value["status"],
      error: "Method Not Allowed",
      path: "/v1/pets",
    })),
  ),
  "errors.django-shape: The 404 of an unknown path is {detail: …}.": amend(
    unknownPath,
    shaped(() => ({ detail: "Not found." })),
  ),
  "errors.capital-names: The members of errors begin with capitals.": amend(
    failed,
    shaped((value) => ({ Code: value["code"], Message: value["message"], Status: value["status"] })),
  ),
  "errors.problem: Errors are problem details.": amend(failed, (answer, call) =>
    typed("application/problem+json")(
      { ...answer, json: { type: "about:blank", title: "Error", status: answer.status } },
      call,
    ),
  ),
  "errors.problem-media-type: Errors have the right shape as application/problem+json.": amend(
    failed,
    typed("application/problem+json"),
  ),
  "errors.problem-media-type-fetch: The 404 of a fetch is application/problem+json.": amend(
    missingItem,
    typed("application/problem+json"),
  ),
  "errors.plain-media-type-401: The 401 is text/plain that holds the right JSON.": amend(
    status(401),
    typed("text/plain"),
  ),
  "errors.html-media-type-create: The 400 of a creation is text/html that holds the right JSON.": amend(
    badBody,
    typed("text/html; charset=utf-8"),
  ),
  "errors.plain-media-type-list: The 400 of a list is text/plain that holds the right JSON.": amend(
    badParameter,
    typed("text/plain"),
  ),
  "errors.no-media-type: Errors have no Content-Type.": amend(failed, headers({ "Content-Type": undefined })),
  "errors.no-media-type-405: The 405 has no Content-Type.": amend(wrongMethod, headers({ "Content-Type": undefined })),
  "errors.empty-create: The 400 of a creation has no body.": amend(badBody, raw("")),
  "errors.empty-list: The 400 of a list has no body.": amend(badParameter, raw("")),
  "errors.empty-method: The 405 has no body.": amend(wrongMethod, raw("")),
  "errors.empty-media-type: The 415 has no body.": amend(wrongMediaType, raw("")),
  "errors.empty-path: The 404 of an unknown path has no body.": amend(unknownPath, raw("")),
  "errors.html-path: The 404 of an unknown path is an HTML page.": amend(
    unknownPath,
    raw("<h1>Not Found</h1>", "text/html"),
  ),
  "errors.plain-path: The 404 of an unknown path is plain text.": amend(
    unknownPath,
    raw("404 page not found\n", "text/plain; charset=utf-8"),
  ),
  "errors.html-method: The 405 is an HTML page.": amend(wrongMethod, raw("<h1>Method Not Allowed</h1>", "text/html")),
  "errors.plain-media-type-415: The 415 is plain text.": amend(
    wrongMediaType,
    raw("Unsupported Media Type", "text/plain"),
  ),
  "errors.html-list: The 400 of a list is an HTML page.": amend(badParameter, raw("<h1>Bad Request</h1>", "text/html")),
  "errors.stack-create: The 400 of a creation has a stack trace for a message.": amend(badBody, says(TRACE)),
  "errors.stack-list: The 400 of a list names a Java exception.": amend(badParameter, says(JAVA)),
  "errors.stack-fetch: The 404 of a fetch has a traceback for a message.": amend(missingItem, says(PYTHON)),
  "errors.stack-member: Errors carry a stack trace in a member of their own.": amend(failed, members({ trace: TRACE })),
  "errors.stack-path: The 404 of an unknown path has a stack trace.": amend(unknownPath, members({ stack: TRACE })),
  "errors.sql-list: The 400 of a list shows its SQL.": amend(badParameter, says(SQL)),
  "errors.sql-fetch: The 404 of a fetch shows its SQL.": amend(
    missingItem,
    says("no rows for SELECT id, name FROM pets WHERE id = $1"),
  ),
  "errors.file-path-fetch: The 404 of a fetch names a file of the server.": amend(
    missingItem,
    says("ENOENT: no such file or directory, open '/var/lib/store/pets/99.json'"),
  ),
  "errors.file-path-create: The 400 of a creation names a source file and its line.": amend(
    badBody,
    says("schema mismatch at C:\\app\\src\\validators\\pet.cs:line 88"),
  ),
  "errors.truncated: The body of errors lacks its last brace.": amend(all(failed, not(method("HEAD"))), (answer) => ({
    ...answer,
    raw: JSON.stringify(answer.json).slice(0, -1),
  })),
});
