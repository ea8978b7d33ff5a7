// Deprecation must be declared in the document and in responses, with dates that agree.
import { readImfDate } from "../../contract/http-date.ts";
import { isDay } from "../../contract/lifecycle.ts";
import type { Header, Operation } from "../../contract/model.ts";
import { appendPointer } from "../../json/pointer.ts";
import { stabilityRank } from "../../gate/surface/lifecycle.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import { quoted } from "../../json/quote.ts";
import { headerNamed } from "../../contract/responses.ts";

/** Responses of deprecated operations that do not declare the headers that would inform a client. */
export function undeclaredHeaders({ contract }: LintContext): Complaint[] {
  return contract.operations
    .filter(({ lifecycle }) => lifecycle.deprecated)
    .flatMap(({ responses, lifecycle }) => {
      const wanted = lifecycle.sunset === undefined ? ["Deprecation"] : ["Deprecation", "Sunset"];
      return responses.flatMap(({ pointer, status, headers }) => {
        const lacking = wanted.filter((name) => headerNamed(headers, name) === undefined);
        if (lacking.length === 0) return [];
        return [
          { pointer, said: `the ${status} response of a deprecated operation declares no ${lacking.join(" and no ")}` },
        ];
      });
    });
}

/** Deprecated operations without a sunset date. */
export function missingSunset({ contract }: LintContext): Complaint[] {
  return contract.operations
    .filter(({ lifecycle }) => lifecycle.deprecated && lifecycle.sunset === undefined)
    .map(({ pointer }) => ({
      pointer: appendPointer(pointer, "deprecated"),
      said: "it is deprecated and has no x-sunset",
    }));
}

/** Dates that no client can parse, or that contradict each other. */
export function disagreeingDates({ contract }: LintContext): Complaint[] {
  return contract.operations.flatMap((operation) => [
    ...idleSunset(operation),
    ...operation.responses.flatMap(({ headers }) => headerDates(operation, headers)),
  ]);
}

function idleSunset({ pointer, lifecycle }: Operation): Complaint[] {
  if (lifecycle.deprecated || lifecycle.sunset === undefined) return [];
  const said = `it goes on ${lifecycle.sunset} and is not deprecated`;
  return [{ pointer: appendPointer(pointer, "x-sunset"), said }];
}

/** The headers of one response whose values are in the document. */
function headerDates({ lifecycle }: Operation, headers: readonly Header[]): Complaint[] {
  const found: Complaint[] = [];
  const sunset = headerNamed(headers, "Sunset");
  const deprecation = headerNamed(headers, "Deprecation");
  const end = sunset?.known === undefined ? undefined : readImfDate(sunset.known);
  const start = deprecation?.known === undefined ? undefined : structuredDate(deprecation.known);
  if (deprecation?.known !== undefined && start === undefined) {
    found.push({
      pointer: deprecation.pointer,
      said: `Deprecation is ${deprecation.known}, which is not a date of RFC 9651 such as @1795132800`,
    });
  }
  if (sunset !== undefined && lifecycle.sunset === undefined) {
    const state = lifecycle.deprecated ? "has no x-sunset" : "is not deprecated";
    found.push({ pointer: sunset.pointer, said: `a Sunset header is declared, and the operation ${state}` });
  }
  if (sunset?.known !== undefined && end === undefined) {
    found.push({
      pointer: sunset.pointer,
      said: `Sunset is ${sunset.known}, which is not an HTTP date such as Thu, 05 Dec 2030 00:00:00 GMT`,
    });
  }
  if (sunset !== undefined && end !== undefined) {
    const day = new Date(end).toISOString().slice(0, 10);
    if (lifecycle.sunset !== undefined && day !== lifecycle.sunset) {
      found.push({
        pointer: sunset.pointer,
        said: `the Sunset header names ${day}, x-sunset names ${lifecycle.sunset}`,
      });
    }
    if (start !== undefined && start > end) {
      found.push({ pointer: sunset.pointer, said: "the operation goes before it is deprecated" });
    }
  }
  return found;
}

function structuredDate(text: string): number | undefined {
  const seconds = /^@(-?\d{1,13})$/.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Sunset values that are not dates, and unknown stability levels. */
export function unknownMarkers(context: LintContext): Complaint[] {
  return context.of("operation", "schema", "parameter").flatMap(({ pointer, value }) => {
    const found: Complaint[] = [];
    const level = value["x-stability-level"];
    if (stabilityRank(level) === undefined) {
      const said = `x-stability-level is ${quoted(level)}; it may be experimental, beta or absent (and draft, alpha, stable)`;
      found.push({ pointer: appendPointer(pointer, "x-stability-level"), said });
    }
    const sunset = value["x-sunset"];
    if (sunset !== undefined && !isDay(sunset)) {
      const said = `x-sunset is ${quoted(sunset)}; it must be a day such as "2030-12-05", in quotes`;
      found.push({ pointer: appendPointer(pointer, "x-sunset"), said });
    }
    return found;
  });
}
