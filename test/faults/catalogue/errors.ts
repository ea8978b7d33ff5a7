// Faults of the error body, on one status, on one operation or on all.
import {
  type Change,
  type Fault,
  type When,
  all,
  amend,
  failed,
  fault,
  headers,
  members,
  method,
  not,
  of,
  raw,
  rewrite,
  status,
} from "../craft.ts";

const onList = all(of("list"), status(400));
const onCreate = all(of("create"), status(400));
const onFetch = all(of("fetch"), status(404));
const unknownPath: When = (call, answer) => answer.status === 404 && call.operation === undefined;
const wrongMethod = status(405);
const mediaType = status(415);

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

export const ERRORS: readonly Fault[] = [
  fault("errors.code-missing", "Errors have no code.", amend(failed, members({ code: undefined }))),
  fault("errors.message-missing", "Errors have no message.", amend(failed, members({ message: undefined }))),
  fault("errors.status-missing", "Errors have no status.", amend(failed, members({ status: undefined }))),
  fault("errors.code-missing-401", "The 401 has no code.", amend(status(401), members({ code: undefined }))),
  fault(
    "errors.message-missing-fetch",
    "The 404 of a fetch has no message.",
    amend(onFetch, members({ message: undefined })),
  ),
  fault(
    "errors.status-missing-create",
    "The 400 of a creation has no status.",
    amend(onCreate, members({ status: undefined })),
  ),
  fault(
    "errors.status-missing-list",
    "The 400 of a list has no status.",
    amend(onList, members({ status: undefined })),
  ),
  fault(
    "errors.code-missing-path",
    "The 404 of an unknown path has no code.",
    amend(unknownPath, members({ code: undefined })),
  ),
  fault(
    "errors.message-missing-method",
    "The 405 has no message.",
    amend(wrongMethod, members({ message: undefined })),
  ),
  fault("errors.code-number", "The code of errors is a number.", amend(failed, members({ code: 1042 }))),
  fault(
    "errors.code-number-create",
    "The code of a creation's 400 is a number.",
    amend(onCreate, members({ code: 400 })),
  ),
  fault("errors.code-null", "The code of errors is null.", amend(failed, members({ code: null }))),
  fault("errors.code-null-fetch", "The code of a fetch's 404 is null.", amend(onFetch, members({ code: null }))),
  fault("errors.code-object", "The code of errors is an object.", amend(failed, members({ code: { value: "E1" } }))),
  fault("errors.message-null", "The message of a 401 is null.", amend(status(401), members({ message: null }))),
  fault(
    "errors.message-object",
    "The message of errors is an object.",
    amend(failed, members({ message: { en: "no" } })),
  ),
  fault(
    "errors.message-array-create",
    "The message of a creation's 400 is an array.",
    amend(onCreate, members({ message: ["name is missing"] })),
  ),
  fault(
    "errors.message-array-list",
    "The message of a list's 400 is an array.",
    amend(onList, members({ message: ["limit"] })),
  ),
  fault("errors.message-number", "The message of a 404 is a number.", amend(onFetch, members({ message: 404 }))),
  fault(
    "errors.status-text",
    "The status of errors is a string.",
    amend(
      failed,
      rewrite((value) => ({ ...value, status: String(value["status"]) })),
    ),
  ),
  fault(
    "errors.status-text-fetch",
    "The status of a fetch's 404 is a string.",
    amend(onFetch, members({ status: "404" })),
  ),
  fault(
    "errors.status-phrase",
    "The status of a 401 is its phrase.",
    amend(status(401), members({ status: "UNAUTHORIZED" })),
  ),
  fault("errors.status-null", "The status of errors is null.", amend(failed, members({ status: null }))),
  fault("errors.status-zero", "The status of errors is 0.", amend(failed, members({ status: 0 }))),
  fault("errors.status-fraction", "The status of errors has a fraction.", amend(failed, members({ status: 400.5 }))),
  fault(
    "errors.status-unlike",
    "The status of every error says 500.",
    amend(not(not(failed)), members({ status: 500 })),
  ),
  fault("errors.status-unlike-fetch", "The 404 of a fetch says 400.", amend(onFetch, members({ status: 400 }))),
  fault("errors.status-unlike-create", "The 400 of a creation says 422.", amend(onCreate, members({ status: 422 }))),
  fault("errors.status-unlike-list", "The 400 of a list says 404.", amend(onList, members({ status: 404 }))),
  fault("errors.status-unlike-method", "The 405 says 404.", amend(wrongMethod, members({ status: 404 }))),
  fault(
    "errors.status-unlike-path",
    "The 404 of an unknown path says 400.",
    amend(unknownPath, members({ status: 400 })),
  ),
  fault("errors.status-unlike-media-type", "The 415 says 400.", amend(mediaType, members({ status: 400 }))),
  fault("errors.status-200", "The status of a creation's 400 is 200.", amend(onCreate, members({ status: 200 }))),
  fault(
    "errors.wrapped",
    "Errors come as {error: …}.",
    amend(
      failed,
      shaped((error) => ({ error })),
    ),
  ),
  fault(
    "errors.wrapped-fetch",
    "The 404 of a fetch comes as {error: …}.",
    amend(
      onFetch,
      shaped((error) => ({ error })),
    ),
  ),
  fault(
    "errors.array",
    "Errors come in an array.",
    amend(failed, (answer) => ({ ...answer, json: [answer.json] })),
  ),
  fault(
    "errors.array-create",
    "The 400 of a creation is an array of faults.",
    amend(onCreate, (answer) => ({ ...answer, json: [answer.json] })),
  ),
  fault(
    "errors.list-of-errors",
    "The 400 of a list comes as {errors: […]}.",
    amend(
      onList,
      shaped((error) => ({ errors: [error] })),
    ),
  ),
  fault(
    "errors.text",
    "The 404 of a fetch is a JSON string.",
    amend(onFetch, (answer) => ({ ...answer, json: "not found" })),
  ),
  fault(
    "errors.framework-shape",
    "The 404 of a fetch has statusCode, error and message.",
    amend(
      onFetch,
      shaped(() => ({ statusCode: 404, error: "Not Found", message: "no such item" })),
    ),
  ),
  fault(
    "errors.spring-shape",
    "The 405 has timestamp, status, error and path.",
    amend(
      wrongMethod,
      shaped((value) => ({
        timestamp: "2026-11-20T10:00:00Z",
        status: value["status"],
        error: "Method Not Allowed",
        path: "/v1/pets",
      })),
    ),
  ),
  fault(
    "errors.django-shape",
    "The 404 of an unknown path is {detail: …}.",
    amend(
      unknownPath,
      shaped(() => ({ detail: "Not found." })),
    ),
  ),
  fault(
    "errors.capital-names",
    "The members of errors begin with capitals.",
    amend(
      failed,
      shaped((value) => ({ Code: value["code"], Message: value["message"], Status: value["status"] })),
    ),
  ),
  fault(
    "errors.problem",
    "Errors are problem details.",
    amend(failed, (answer, call) =>
      typed("application/problem+json")(
        { ...answer, json: { type: "about:blank", title: "Error", status: answer.status } },
        call,
      ),
    ),
  ),
  fault(
    "errors.problem-media-type",
    "Errors have the right shape as application/problem+json.",
    amend(failed, typed("application/problem+json")),
  ),
  fault(
    "errors.problem-media-type-fetch",
    "The 404 of a fetch is application/problem+json.",
    amend(onFetch, typed("application/problem+json")),
  ),
  fault(
    "errors.plain-media-type-401",
    "The 401 is text/plain that holds the right JSON.",
    amend(status(401), typed("text/plain")),
  ),
  fault(
    "errors.html-media-type-create",
    "The 400 of a creation is text/html that holds the right JSON.",
    amend(onCreate, typed("text/html; charset=utf-8")),
  ),
  fault(
    "errors.plain-media-type-list",
    "The 400 of a list is text/plain that holds the right JSON.",
    amend(onList, typed("text/plain")),
  ),
  fault("errors.no-media-type", "Errors have no Content-Type.", amend(failed, headers({ "Content-Type": undefined }))),
  fault(
    "errors.no-media-type-405",
    "The 405 has no Content-Type.",
    amend(wrongMethod, headers({ "Content-Type": undefined })),
  ),
  fault("errors.empty-create", "The 400 of a creation has no body.", amend(onCreate, raw(""))),
  fault("errors.empty-list", "The 400 of a list has no body.", amend(onList, raw(""))),
  fault("errors.empty-method", "The 405 has no body.", amend(wrongMethod, raw(""))),
  fault("errors.empty-media-type", "The 415 has no body.", amend(mediaType, raw(""))),
  fault("errors.empty-path", "The 404 of an unknown path has no body.", amend(unknownPath, raw(""))),
  fault(
    "errors.html-path",
    "The 404 of an unknown path is an HTML page.",
    amend(unknownPath, raw("<h1>Not Found</h1>", "text/html")),
  ),
  fault(
    "errors.plain-path",
    "The 404 of an unknown path is plain text.",
    amend(unknownPath, raw("404 page not found\n", "text/plain; charset=utf-8")),
  ),
  fault(
    "errors.html-method",
    "The 405 is an HTML page.",
    amend(wrongMethod, raw("<h1>Method Not Allowed</h1>", "text/html")),
  ),
  fault(
    "errors.plain-media-type-415",
    "The 415 is plain text.",
    amend(mediaType, raw("Unsupported Media Type", "text/plain")),
  ),
  fault(
    "errors.html-list",
    "The 400 of a list is an HTML page.",
    amend(onList, raw("<h1>Bad Request</h1>", "text/html")),
  ),
  fault("errors.stack-create", "The 400 of a creation has a stack trace for a message.", amend(onCreate, says(TRACE))),
  fault("errors.stack-list", "The 400 of a list names a Java exception.", amend(onList, says(JAVA))),
  fault("errors.stack-fetch", "The 404 of a fetch has a traceback for a message.", amend(onFetch, says(PYTHON))),
  fault(
    "errors.stack-member",
    "Errors carry a stack trace in a member of their own.",
    amend(failed, members({ trace: TRACE })),
  ),
  fault(
    "errors.stack-path",
    "The 404 of an unknown path has a stack trace.",
    amend(unknownPath, members({ stack: TRACE })),
  ),
  fault("errors.sql-list", "The 400 of a list shows its SQL.", amend(onList, says(SQL))),
  fault(
    "errors.sql-fetch",
    "The 404 of a fetch shows its SQL.",
    amend(onFetch, says("no rows for SELECT id, name FROM pets WHERE id = $1")),
  ),
  fault(
    "errors.file-path-fetch",
    "The 404 of a fetch names a file of the server.",
    amend(onFetch, says("ENOENT: no such file or directory, open '/var/lib/store/pets/99.json'")),
  ),
  fault(
    "errors.file-path-create",
    "The 400 of a creation names a source file and its line.",
    amend(onCreate, says("schema mismatch at C:\\app\\src\\validators\\pet.cs:line 88")),
  ),
  fault(
    "errors.truncated",
    "The body of errors lacks its last brace.",
    amend(all(failed, not(method("HEAD"))), (answer) => ({ ...answer, raw: JSON.stringify(answer.json).slice(0, -1) })),
  ),
];
