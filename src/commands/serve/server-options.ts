// Converts the options of the command to those of the server.
import { isLoopback } from "../../http/request/admission/origin.ts";
import type { ServedOptions, RequestRecord } from "../../http/node/server.ts";
import { defined } from "../../json/defined.ts";
import { oneLine } from "../../report/text.ts";
import type { CommandIo } from "../io.ts";
import { consoleOf } from "./output/console-files.ts";
import type { ServeOptions } from "./inputs/options.ts";
import { jsonLine, textLine } from "./output/request-log.ts";

/** The options of the server, except those read from files. */
export function serverOptions(options: ServeOptions, io: CommandIo): ServedOptions {
  const { keys, today, capacity, capacityBytes, bodyLimit, maxConnections, basePath, sessionHeader, host, auth } =
    options;
  return {
    keys,
    capacity,
    ...defined({ capacityBytes, bodyLimit, maxConnections, basePath, today, sessionHeader }),
    auth,
    ...defined({ accept: options.accept }),
    webhooks: options.webhooks,
    lenient: options.lenient,
    onlyRequired: options.onlyRequired,
    ...consoleOf(options),
    // A host name to listen on is also a name that clients use.
    allowedHosts: [...options.allowedHosts, host],
    origins: options.origins,
    isOnNetwork: !isLoopback(host),
    ...(options.jsonLog || options.log ? { onRequest: teller(options, io) } : {}),
    onWarning: (message) => io.stderr(`animal-store ${options.command}: ${oneLine(message)}\n`),
    onError: (error, template) => io.stderr(`animal-store ${options.command}: ${errorLine(error, template)}`),
  };
}

/** With JSON lines, nothing else may be printed. */
function teller({ jsonLog, log }: ServeOptions, io: CommandIo): (record: RequestRecord) => void {
  return (record) => {
    if (jsonLog) io.stdout(jsonLine(record));
    if (log) (jsonLog ? io.stderr : io.stdout)(textLine(record));
  };
}

/** The origin of an internal error. Its message is omitted, because it may repeat client data. */
function errorLine(error: unknown, template: string | undefined): string {
  const name = error instanceof Error ? error.name : typeof error;
  const frame = error instanceof Error ? (/\n\s+at ([^\n]*)/.exec(error.stack ?? "")?.[1] ?? "") : "";
  return `internal error, answered with 500, at ${template ?? "no path"}: ${name} ${frame}\n`;
}
