// `serve --upstream`: a service answers what is there already, and the mock the rest.
import { isObject } from "../../json/value.ts";
import { valueAt } from "../../json/pointer.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { count } from "../../report/text.ts";
import { operationNames } from "../../selection/operation.ts";
import { isSelected, parseSelection, selectionFault } from "../../selection/selection.ts";
import { MAX_BODY } from "../../../conformance/client/exchange.ts";
import { UsageError } from "../usage.ts";
import type { Behind, MakeBehind } from "./behind.ts";
import { Forwarder } from "./forward.ts";
import { Service } from "./service.ts";

/** The extension of an operation that the service does not have yet. */
const MARK = "x-mock";

const TIMEOUT_MS = 30_000;

export interface PartialOptions {
  /** The base URL of the service. */
  readonly upstream: string;
  /** What is mocked: terms such as tag:new, or the names of operations. */
  readonly mock: readonly string[];
}

/** @throws UsageError for a term that selects nothing */
export function partly({ upstream, mock }: PartialOptions): MakeBehind {
  return async (contract): Promise<Behind> => {
    const service = await Service.at(upstream);
    const terms = mock.map((term) => (/^[a-z]+:/.test(term) ? term : `operation:${term}`));
    const parsed = parseSelection({ only: terms }, ["operation", "path", "tag"], "mock");
    if (!parsed.ok) throw new UsageError(parsed.message);
    const fault =
      terms.length === 0
        ? undefined
        : selectionFault(
            parsed.selection,
            contract().operations.map((one) => operationNames(one, contract().document)),
          );
    if (fault !== undefined) throw new UsageError(fault);
    // Several terms are alternatives, whatever their kinds.
    const choices = parsed.selection.only.map((term) => ({ only: [term], except: [] }));
    const isMocked = (operation: Operation): boolean =>
      isMarked(operation, contract()) ||
      choices.some((choice) => isSelected(choice, operationNames(operation, contract().document)));
    const takes = (operation: Operation | undefined): boolean => operation !== undefined && !isMocked(operation);
    const forwarder = new Forwarder({ service, takes, maxBody: MAX_BODY, timeoutMs: TIMEOUT_MS });
    return {
      options: { upstream: forwarder, auth: false },
      title: (url) => {
        const { title, version, operations } = contract();
        const mocked = operations.filter(isMocked).length;
        const rest = operations.length - mocked;
        return `${title} ${version} is served at ${url} (${count(rest, "operation")} from ${service.url.href}, ${mocked} mocked)`;
      },
      closing: () => forwarder.closeTunnels(),
      close: async () => {
        service.close();
        return Promise.resolve(0);
      },
    };
  };
}

/** True if the document says that the service does not have an operation, or any of its path. */
function isMarked({ pointer }: Operation, { document }: Contract): boolean {
  return [pointer, pointer.replace(/\/[^/]*$/, "")].some((place) => {
    const found = valueAt(document.root, place);
    return isObject(found) && found[MARK] === true;
  });
}
