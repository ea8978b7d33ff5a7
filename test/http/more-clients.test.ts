// What client libraries that were tried later (test/trial/README.md) expect of lists, amounts and counts, each kind in words of
// its own.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const shown = (value: JsonValue | undefined): readonly JsonObject[] => value as readonly JsonObject[];
const namesIn = (value: JsonValue | undefined): JsonValue[] => shown(value).map((one) => one["name"] ?? null);

const club = object({ id: number, name: text }, "id", "name");
const making = { requestBody: body(object({ name: text }, "name")), responses: answers("201", club) };

