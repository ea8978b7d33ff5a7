// Faults in the properties of an error, for one status, one operation or all.
import { amend, members, rewrite } from "../../craft.ts";
import { type Fault, fault } from "../../fault.ts";
import {
  badBody,
  badParameter,
  failed,
  missingItem,
  not,
  status,
  unknownPath,
  wrongMediaType,
  wrongMethod,
} from "../../when.ts";

export const MEMBERS: readonly Fault[] = [
  fault("errors.code-missing", "Errors have no code.", amend(failed, members({ code: undefined }))),
  fault("errors.message-missing", "Errors have no message.", amend(failed, members({ message: undefined }))),
  fault("errors.status-missing", "Errors have no status.", amend(failed, members({ status: undefined }))),
  fault("errors.code-missing-401", "The 401 has no code.", amend(status(401), members({ code: undefined }))),
  fault(
    "errors.message-missing-fetch",
    "The 404 of a fetch has no message.",
    amend(missingItem, members({ message: undefined })),
  ),
  fault(
    "errors.status-missing-create",
    "The 400 of a creation has no status.",
    amend(badBody, members({ status: undefined })),
  ),
  fault(
    "errors.status-missing-list",
    "The 400 of a list has no status.",
    amend(badParameter, members({ status: undefined })),
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
    amend(badBody, members({ code: 400 })),
  ),
  fault("errors.code-null", "The code of errors is null.", amend(failed, members({ code: null }))),
  fault("errors.code-null-fetch", "The code of a fetch's 404 is null.", amend(missingItem, members({ code: null }))),
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
    amend(badBody, members({ message: ["name is missing"] })),
  ),
  fault(
    "errors.message-array-list",
    "The message of a list's 400 is an array.",
    amend(badParameter, members({ message: ["limit"] })),
  ),
  fault("errors.message-number", "The message of a 404 is a number.", amend(missingItem, members({ message: 404 }))),
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
    amend(missingItem, members({ status: "404" })),
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
  fault("errors.status-unlike-fetch", "The 404 of a fetch says 400.", amend(missingItem, members({ status: 400 }))),
  fault("errors.status-unlike-create", "The 400 of a creation says 422.", amend(badBody, members({ status: 422 }))),
  fault("errors.status-unlike-list", "The 400 of a list says 404.", amend(badParameter, members({ status: 404 }))),
  fault("errors.status-unlike-method", "The 405 says 404.", amend(wrongMethod, members({ status: 404 }))),
  fault(
    "errors.status-unlike-path",
    "The 404 of an unknown path says 400.",
    amend(unknownPath, members({ status: 400 })),
  ),
  fault("errors.status-unlike-media-type", "The 415 says 400.", amend(wrongMediaType, members({ status: 400 }))),
  fault("errors.status-200", "The status of a creation's 400 is 200.", amend(badBody, members({ status: 200 }))),
];
