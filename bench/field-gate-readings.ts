// What a person read in each finding that bench/field-gate.ts draws: "Signed" where an owner of the API would agree that
// it can break a client, and why.

const SCOPES =
  "Not signed: right by the letter (all listed scopes are needed); Xero lists a scope and its read-only form as two that are each enough.";
const ELSEWHERE =
  "Not signed as it stands: the change is real, but the request is refused for another parameter. Mended since: a parameter is proved by its own refusal.";

/** By pair and id. */
export const READINGS: ReadonlyMap<string, string> = new Map<string, string>([
  ["discord 2023-07-31 to 2024-01-24 response-format-0b491ca6", "Signed: larger numbers than int32 may come."],
  [
    "discord 2023-07-31 to 2024-01-24 request-oneOf-19fa56a0",
    "Signed: a free text was accepted for a channel, a snowflake is asked for.",
  ],
  ["discord 2023-07-31 to 2024-01-24 request-oneOf-09f7d6f2", "Signed: as its siblings: a snowflake is asked for."],
  ["discord 2023-07-31 to 2024-01-24 request-oneOf-a767471f", "Signed: as its siblings: a snowflake is asked for."],
  ["box 2023-09-29 to 2024-03-28 response-type-75c675af", "Signed: a number became a text or null."],
  ["plaid 2022-06-27.yml.gz to 2023-02-22.yml.gz request-type-91f0afff", "Signed: null is no longer taken."],
  ["xero-accounting 2021-06-03 to 2022-08-31 security-changed-525111bc", SCOPES],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-50c8fe52", "Signed: ids that are no snowflakes are refused."],
  ["adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-c637193a", "Signed: a length limit is new."],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-03e4e609", "Signed: ids that are no snowflakes are refused."],
  ["discord 2023-07-31 to 2024-01-24 request-minItems-6b0d5b80", "Signed: a lower limit is new."],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-df850c00", "Signed: ids that are no snowflakes are refused."],
  ["adyen-checkout-70 2023-02-24 to 2023-12-21 request-format-d0af1861", "Signed: a date must now have a time."],
  ["plaid 2024-04-17.yml.gz to 2025-02-21.yml.gz request-required-c8c1baae", "Signed: a property became required."],
  ["box 2024-03-28 to 2024-11-25 response-type-3f04ea02", "Signed: entries may be null now."],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-041a6cef", "Signed: ids that are no snowflakes are refused."],
  ["adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-3efba20b", "Signed: a length limit is new."],
  ["xero-accounting 2021-06-03 to 2022-08-31 security-changed-5f9b8b8d", SCOPES],
  ["xero-accounting 2021-06-03 to 2022-08-31 security-changed-fff7bdd0", SCOPES],
  ["stripe 2021-09-29 to 2022-02-24 response-type-9d077fdc", "Signed: may be null now."],
  ["discord 2023-07-31 to 2024-01-24 request-type-f67abaca", "Not signed: nobody sends the text null for a number."],
  [
    "adyen-checkout-70 2023-02-24 to 2023-12-21 response-maxLength-5cb578bb",
    "Signed: longer values may come than clients were told.",
  ],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-38688c68", ELSEWHERE],
  ["adyen-checkout-70 2023-02-24 to 2023-12-21 request-enum-f49903af", "Signed: payment methods went."],
  ["discord 2023-07-31 to 2024-01-24 request-oneOf-84fab412", "Signed: a snowflake is asked for."],
  [
    "box 2023-09-29 to 2024-03-28 response-refused-1f62e8ed",
    "Not signed: the text says that a value is new; its type changed.",
  ],
  [
    "plaid 2025-02-21.yml.gz to 2025-10-23.yml.gz response-required-afe14d6f",
    "Signed: a field that was always sent need not be.",
  ],
  [
    "adyen-checkout-70 2024-09-23 to 2025-07-23 response-refused-0ea17d42",
    "Not signed: right by the letter (the object is closed); one property more is no break to its owner.",
  ],
  ["plaid 2022-06-27.yml.gz to 2023-02-22.yml.gz response-anyOf-bbda864e", "Signed: another alternative may come."],
  ["discord 2023-07-31 to 2024-01-24 request-required-a54049db", "Signed: became required."],
  [
    "plaid 2022-06-27.yml.gz to 2023-02-22.yml.gz deprecated-operation-removed-10e0a8ab",
    "Signed: was removed; deprecated without a day.",
  ],
  ["discord 2026-01-30 to 2026-07-18 response-required-03e62f07", "Signed: a field that was always sent need not be."],
  ["adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-50f450d9", "Signed: a length limit is new."],
  ["plaid 2023-02-22.yml.gz to 2023-09-19.yml.gz request-required-1eb3eb1b", "Signed: became required."],
  [
    "plaid 2023-02-22.yml.gz to 2023-09-19.yml.gz response-required-374234f7",
    "Signed: a field that was always sent need not be.",
  ],
  ["box 2023-09-29 to 2024-03-28 response-type-f4d0b2bc", "Signed: a number became a text or null."],
  ["box 2023-09-29 to 2024-03-28 response-type-68cbbd55", "Signed: may be null now."],
  ["adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-e16a4a89", "Signed: a length limit is new."],
  ["xero-accounting 2021-06-03 to 2022-08-31 security-changed-b23b40c0", SCOPES],
  ["plaid 2024-04-17.yml.gz to 2025-02-21.yml.gz operation-removed-6c609575", "Signed: was removed."],
  ["plaid 2022-06-27.yml.gz to 2023-02-22.yml.gz response-type-e98d7107", "Signed: may be null now."],
  ["plaid 2022-06-27.yml.gz to 2023-02-22.yml.gz request-type-299a1768", "Signed: null is no longer taken."],
  ["stripe 2021-09-29 to 2022-02-24 response-anyOf-d217b02d", "Signed: a deleted reader may come."],
  ["adyen-checkout-70 2023-02-24 to 2023-12-21 request-minLength-9eadbe72", "Signed: a lower limit is new."],
  ["plaid 2025-10-23.yml.gz to 2026-06-10.yml.gz request-enum-2d12e63b", "Signed: an enum value was replaced."],
  ["box 2023-09-29 to 2024-03-28 response-type-795879d2", "Signed: a number became a text or null."],
  ["adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-17dbff06", "Signed: a length limit is new."],
  ["plaid 2024-04-17.yml.gz to 2025-02-21.yml.gz request-required-e28667b2", "Signed: became required."],
  ["plaid 2023-09-19.yml.gz to 2024-04-17.yml.gz request-minimum-758bf7ed", "Signed: a lower limit is new."],
  ["box 2023-09-29 to 2024-03-28 response-type-d0d5c429", "Signed: a number became a text or null."],
  ["plaid 2025-10-23.yml.gz to 2026-06-10.yml.gz request-format-2ec636f0", "Signed: what is no URL is refused."],
  ["plaid 2025-02-21.yml.gz to 2025-10-23.yml.gz operation-removed-0b8eeb64", "Signed: was removed."],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-621a78ee", ELSEWHERE],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-064c4aa8", ELSEWHERE],
  ["discord 2026-01-30 to 2026-07-18 request-minLength-c2e04841", "Signed: the empty text is refused."],
  ["xero-accounting 2021-06-03 to 2022-08-31 security-changed-356658e4", SCOPES],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-05d8cf63", "Signed: ids that are no snowflakes are refused."],
  ["adyen-checkout-70 2023-02-24 to 2023-12-21 request-maxLength-0ff0f898", "Signed: a length limit is new."],
  ["xero-accounting 2021-06-03 to 2022-08-31 security-changed-a6b8da91", SCOPES],
  ["discord 2023-07-31 to 2024-01-24 request-pattern-d9c2273e", ELSEWHERE],
]);
