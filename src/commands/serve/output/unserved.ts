// What `serve` says at the start about a document: what of it is not served, and what needs attention.
import { METHODS } from "node:http";
import type { Contract } from "../../../contract/model.ts";
import { unservedLines } from "../../../contract/unserved.ts";
import { showLocation } from "../../../document/location.ts";
import { count } from "../../../report/text.ts";

/** Warnings shown at the start; `explain` lists all of them. */
const SHOWN_WARNINGS = 3;

/** What is not served, and what in the document needs attention. */
export function limitsOf(contract: Contract): string[] {
  const { warnings, document } = contract;
  const more = warnings.length - SHOWN_WARNINGS;
  return [
    ...unservedLines(contract, "served", ["webhook", "callback"]),
    ...unheardLines(contract),
    ...warnings
      .slice(0, SHOWN_WARNINGS)
      .map(({ pointer, message }) => `${showLocation(document.locate(pointer))}: ${message}`),
    ...(more > 0 ? [`${count(more, "more warning")}; animal-store explain lists them`] : []),
  ];
}

/** The methods that this version of Node does not take for HTTP: it refuses them before anybody sees the request. */
function unheardLines({ operations }: Contract): string[] {
  const methods = new Set(operations.map(({ method }) => method).filter((method) => !METHODS.includes(method)));
  return methods.size === 0
    ? []
    : [`Node refuses requests with ${[...methods].join(", ")}; the fetch handler (animal-store/fetch) answers them`];
}
