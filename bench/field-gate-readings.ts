// What a person read in each finding that bench/field-gate.ts draws: "Signed" where an owner of the API would agree that
// it can break a client, and why.

/** By reading: the pair and id of each finding that it was read of. */
const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  "Signed: values of another form may come.": ["discord 2023-07-31 to 2024-01-24 response-format-001898ab"],
  "Signed: ids that are no snowflakes are refused.": [
    "discord 2023-07-31 to 2024-01-24 request-pattern-3dccb3be",
    "discord 2023-07-31 to 2024-01-24 request-pattern-fd375211",
    "discord 2023-07-31 to 2024-01-24 request-pattern-30e61e76",
    "discord 2023-07-31 to 2024-01-24 request-pattern-b7b52315",
    "discord 2023-07-31 to 2024-01-24 request-pattern-4a50e06b",
    "discord 2023-07-31 to 2024-01-24 request-pattern-3e5ad1d6",
    "discord 2023-07-31 to 2024-01-24 request-pattern-f257c105",
    "discord 2023-07-31 to 2024-01-24 request-pattern-ba919feb",
    "discord 2023-07-31 to 2024-01-24 request-pattern-adf730b4",
    "discord 2023-07-31 to 2024-01-24 request-pattern-1d9ea669",
    "discord 2023-07-31 to 2024-01-24 request-pattern-c26cddd8",
    "discord 2023-07-31 to 2024-01-24 request-pattern-c8460470",
    "discord 2023-07-31 to 2024-01-24 request-pattern-6d539004",
    "discord 2023-07-31 to 2024-01-24 request-pattern-9389492e",
    "discord 2023-07-31 to 2024-01-24 request-pattern-3111dd97",
    "discord 2023-07-31 to 2024-01-24 request-pattern-e1982566",
    "discord 2023-07-31 to 2024-01-24 request-pattern-d2a030c6",
    "discord 2023-07-31 to 2024-01-24 request-pattern-e5c07a6a",
    "discord 2023-07-31 to 2024-01-24 request-pattern-235d16ca",
    "discord 2023-07-31 to 2024-01-24 request-pattern-a9ecac1d",
    "discord 2023-07-31 to 2024-01-24 request-pattern-357c0b4b",
    "discord 2023-07-31 to 2024-01-24 request-pattern-3092ee65",
    "discord 2023-07-31 to 2024-01-24 request-pattern-064c4aa8",
    "discord 2023-07-31 to 2024-01-24 request-pattern-e70fd789",
  ],
  "Signed: the only value was replaced.": ["box 2023-09-29 to 2024-03-28 response-enum-74656bd8"],
  "Signed: texts may come that did not match.": [
    "plaid 2022-06-27 to 2023-02-22 response-pattern-7248aebd",
    "plaid 2022-06-27 to 2023-02-22 response-pattern-c7772459",
    "plaid 2022-06-27 to 2023-02-22 response-pattern-06d9181d",
  ],
  "Signed: texts or numbers of another form are refused.": [
    "plaid 2025-10-23 to 2026-06-10 request-format-85222d8d",
    "plaid 2025-10-23 to 2026-06-10 request-format-eaa8e1a0",
    "plaid 2025-10-23 to 2026-06-10 request-format-730de26c",
  ],
  "Signed: a parameter became required.": [
    "adyen-checkout-70 2023-02-24 to 2023-12-21 request-parameter-required-4b2a640f",
  ],
  "Signed: a length limit is new.": [
    "discord 2023-07-31 to 2024-01-24 request-maxLength-3c835bd1",
    "adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-f94a7d85",
    "adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-e16a4a89",
    "adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-7e5525c9",
    "adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-f6baee49",
    "adyen-checkout-70 2023-02-24 to 2023-12-21 request-maxLength-9b230a64",
    "adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-14bb5f14",
    "adyen-checkout-70 2023-02-24 to 2023-12-21 request-maxLength-8f39e382",
    "adyen-checkout-70 2024-09-23 to 2025-07-23 request-maxLength-ecc0d087",
    "adyen-checkout-70 2023-12-21 to 2024-09-23 request-maxLength-1982f8b1",
    "adyen-checkout-70 2023-02-24 to 2023-12-21 request-maxLength-7ba80f36",
    "adyen-checkout-70 2023-02-24 to 2023-12-21 request-maxLength-1da52e7c",
    "stripe 2021-09-29 to 2022-02-24 request-maxLength-999455cd",
  ],
  "Signed: a property that was always sent need not be.": [
    "adyen-checkout-70 2023-02-24 to 2023-12-21 response-required-17b21863",
    "realworld 2022-11-22 to 2023-04-27 response-required-6e41922a",
    "discord 2025-06-25 to 2026-01-30 response-required-9508a669",
    "plaid 2025-02-21 to 2025-10-23 response-required-59e03ecf",
    "adyen-checkout-70 2023-02-24 to 2023-12-21 response-required-8790a744",
    "plaid 2025-02-21 to 2025-10-23 response-required-63a2919b",
    "discord 2025-06-25 to 2026-01-30 response-required-07727507",
  ],
  "Signed: a number became a text or null.": [
    "box 2024-03-28 to 2024-11-25 response-type-4364034c",
    "box 2023-09-29 to 2024-03-28 response-type-2dbc5fb5",
    "box 2023-09-29 to 2024-03-28 response-type-7d5f1182",
    "box 2023-09-29 to 2024-03-28 response-type-9f974691",
    "box 2023-09-29 to 2024-03-28 response-type-d0d5c429",
    "box 2023-09-29 to 2024-03-28 response-type-732afb33",
    "box 2023-09-29 to 2024-03-28 response-type-575e8d59",
  ],
  "Signed: the operation is gone.": [
    "plaid 2025-10-23 to 2026-06-10 operation-removed-b22440ee",
    "discord 2025-06-25 to 2026-01-30 operation-removed-86f53deb",
    "stripe 2021-04-21 to 2021-09-29 operation-removed-a347cdd2",
  ],
  "Signed: values went.": [
    "plaid 2025-02-21 to 2025-10-23 request-enum-e6618391",
    "adyen-checkout-70 2023-02-24 to 2023-12-21 request-enum-f49903af",
    "plaid 2023-09-19 to 2024-04-17 request-enum-34fd1e6b",
    "xero-accounting 2022-08-31 to 2024-02-19 request-enum-15c3bfb1",
  ],
  "Signed: shorter texts are refused.": [
    "adyen-checkout-70 2023-02-24 to 2023-12-21 request-minLength-e6900f86",
    "discord 2025-06-25 to 2026-01-30 request-minLength-a48ee72b",
    "discord 2025-06-25 to 2026-01-30 request-minLength-98d4eb7c",
    "discord 2025-06-25 to 2026-01-30 request-minLength-ccfad918",
    "plaid 2023-09-19 to 2024-04-17 request-minLength-9c017356",
  ],
  "Signed: a property became required.": [
    "adyen-checkout-70 2023-02-24 to 2023-12-21 request-required-2ce47908",
    "plaid 2023-02-22 to 2023-09-19 request-required-2549c4e6",
    "plaid 2025-10-23 to 2026-06-10 request-required-d32d251f",
    "plaid 2023-09-19 to 2024-04-17 request-required-b39f79e1",
    "plaid 2025-10-23 to 2026-06-10 request-required-bcf55e9e",
    "plaid 2024-04-17 to 2025-02-21 request-required-3f083ac9",
    "plaid 2023-09-19 to 2024-04-17 request-required-bd154a3e",
  ],
  "Signed: a body must be sent.": ["discord 2023-07-31 to 2024-01-24 request-body-required-e6c25fce"],
  "Signed: a free text was accepted, a snowflake is asked for.": [
    "discord 2023-07-31 to 2024-01-24 request-oneOf-87dc053e",
    "discord 2023-07-31 to 2024-01-24 request-oneOf-95bae109",
    "discord 2023-07-31 to 2024-01-24 request-oneOf-f85857a3",
    "discord 2023-07-31 to 2024-01-24 request-oneOf-2a9e49cf",
  ],
  "Signed: alternatives went, or are asked for.": [
    "discord 2024-01-24 to 2024-07-18 request-oneOf-32af35c4",
    "discord 2024-07-18 to 2025-01-28 request-oneOf-92ea1f5b",
  ],
  "Signed: may be null now.": [
    "plaid 2022-06-27 to 2023-02-22 response-type-95d994b3",
    "plaid 2022-06-27 to 2023-02-22 response-type-48189391",
    "box 2023-09-29 to 2024-03-28 response-type-33102202",
    "plaid 2024-04-17 to 2025-02-21 response-type-408ed369",
    "plaid 2022-06-27 to 2023-02-22 response-type-f9715ca9",
    "box 2023-09-29 to 2024-03-28 response-type-2b8c0c0e",
    "plaid 2022-06-27 to 2023-02-22 response-type-e98d7107",
    "stripe 2021-04-21 to 2021-09-29 response-type-6030ab85",
    "plaid 2025-02-21 to 2025-10-23 response-type-d47180dc",
    "plaid 2023-09-19 to 2024-04-17 response-type-63087f5d",
  ],
  "Signed: the operation is gone, without a day.": [
    "plaid 2025-02-21 to 2025-10-23 deprecated-operation-removed-57f9884f",
  ],
  "Signed: null is no longer taken.": [
    "plaid 2022-06-27 to 2023-02-22 request-type-a1c4bf41",
    "plaid 2022-06-27 to 2023-02-22 request-type-4c8c8782",
    "plaid 2022-06-27 to 2023-02-22 request-type-c25d0d2f",
  ],
  "Signed: texts may come that the alternative refused; the text could name its pattern.": [
    "plaid 2022-06-27 to 2023-02-22 response-anyOf-337fa58f",
    "plaid 2022-06-27 to 2023-02-22 response-anyOf-fe27d9a2",
  ],
  "Signed: another type is asked for.": ["plaid 2022-06-27 to 2023-02-22 request-type-be3d7c29"],
  "Signed: shorter texts may come, the empty one among them.": [
    "plaid 2024-04-17 to 2025-02-21 response-minLength-6879c1cd",
    "plaid 2024-04-17 to 2025-02-21 response-minLength-01b344c6",
  ],
  "Signed: an upper limit is new.": ["plaid 2023-09-19 to 2024-04-17 request-maximum-753808f3"],
  "Signed: only listed values are taken.": [
    "plaid 2025-02-21 to 2025-10-23 request-enum-6739fa62",
    "box 2023-09-29 to 2024-03-28 request-enum-29978481",
  ],
  "Signed: clients that wait for 200 get 204.": [
    "adyen-checkout-70 2023-02-24 to 2023-12-21 success-status-removed-18485500",
  ],
  "Signed: a lower limit is new.": [
    "discord 2023-07-31 to 2024-01-24 request-minItems-6b0d5b80",
    "realworld 2021-11-03 to 2022-11-22 request-minimum-895ebb24",
  ],
  "Signed: the media type is no longer taken.": ["box 2023-09-29 to 2024-03-28 request-media-type-removed-f4315848"],
  "Signed: fewer items are taken.": [
    "discord 2025-06-25 to 2026-01-30 request-maxItems-9b07e08f",
    "discord 2023-07-31 to 2024-01-24 request-maxItems-c65640ae",
  ],
  "Signed: the revision brings a part that says nothing, as its owner mended later.": [
    "discord 2024-07-18 to 2025-01-28 document-fault-8a3a6e87",
  ],
  "Not signed as it stands: the change is real, but the witness is refused at another property of the same component.":
    ["discord 2023-07-31 to 2024-01-24 request-pattern-fb95a73f"],
};

/** By pair and id. */
export const READINGS: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries(FINDINGS).flatMap(([reading, findings]) => findings.map((finding) => [finding, reading] as const)),
);
