// Faults in the properties of an error, for one status, one operation or all.
import { amend, members, rewrite } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
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

export const MEMBERS: readonly Fault[] = faults({
  "errors.code-missing: Errors have no code.": amend(failed, members({ code: undefined })),
  "errors.message-missing: Errors have no message.": amend(failed, members({ message: undefined })),
  "errors.status-missing: Errors have no status.": amend(failed, members({ status: undefined })),
  "errors.code-missing-401: The 401 has no code.": amend(status(401), members({ code: undefined })),
  "errors.message-missing-fetch: The 404 of a fetch has no message.": amend(
    missingItem,
    members({ message: undefined }),
  ),
  "errors.status-missing-create: The 400 of a creation has no status.": amend(badBody, members({ status: undefined })),
  "errors.status-missing-list: The 400 of a list has no status.": amend(badParameter, members({ status: undefined })),
  "errors.code-missing-path: The 404 of an unknown path has no code.": amend(unknownPath, members({ code: undefined })),
  "errors.message-missing-method: The 405 has no message.": amend(wrongMethod, members({ message: undefined })),
  "errors.code-number: The code of errors is a number.": amend(failed, members({ code: 1042 })),
  "errors.code-number-create: The code of a creation's 400 is a number.": amend(badBody, members({ code: 400 })),
  "errors.code-null: The code of errors is null.": amend(failed, members({ code: null })),
  "errors.code-null-fetch: The code of a fetch's 404 is null.": amend(missingItem, members({ code: null })),
  "errors.code-object: The code of errors is an object.": amend(failed, members({ code: { value: "E1" } })),
  "errors.message-null: The message of a 401 is null.": amend(status(401), members({ message: null })),
  "errors.message-object: The message of errors is an object.": amend(failed, members({ message: { en: "no" } })),
  "errors.message-array-create: The message of a creation's 400 is an array.": amend(
    badBody,
    members({ message: ["name is missing"] }),
  ),
  "errors.message-array-list: The message of a list's 400 is an array.": amend(
    badParameter,
    members({ message: ["limit"] }),
  ),
  "errors.message-number: The message of a 404 is a number.": amend(missingItem, members({ message: 404 })),
  "errors.status-text: The status of errors is a string.": amend(
    failed,
    rewrite((value) => ({ ...value, status: String(value["status"]) })),
  ),
  "errors.status-text-fetch: The status of a fetch's 404 is a string.": amend(missingItem, members({ status: "404" })),
  "errors.status-phrase: The status of a 401 is its phrase.": amend(status(401), members({ status: "UNAUTHORIZED" })),
  "errors.status-null: The status of errors is null.": amend(failed, members({ status: null })),
  "errors.status-zero: The status of errors is 0.": amend(failed, members({ status: 0 })),
  "errors.status-fraction: The status of errors has a fraction.": amend(failed, members({ status: 400.5 })),
  "errors.status-unlike: The status of every error says 500.": amend(not(not(failed)), members({ status: 500 })),
  "errors.status-unlike-fetch: The 404 of a fetch says 400.": amend(missingItem, members({ status: 400 })),
  "errors.status-unlike-create: The 400 of a creation says 422.": amend(badBody, members({ status: 422 })),
  "errors.status-unlike-list: The 400 of a list says 404.": amend(badParameter, members({ status: 404 })),
  "errors.status-unlike-method: The 405 says 404.": amend(wrongMethod, members({ status: 404 })),
  "errors.status-unlike-path: The 404 of an unknown path says 400.": amend(unknownPath, members({ status: 400 })),
  "errors.status-unlike-media-type: The 415 says 400.": amend(wrongMediaType, members({ status: 400 })),
  "errors.status-200: The status of a creation's 400 is 200.": amend(badBody, members({ status: 200 })),
});
