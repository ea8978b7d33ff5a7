// How the server is set up: the options of the command as those of the server.
import { isLoopback } from "../../http/request/admission/origin.ts";
import type { MockServerOptions, RequestRecord } from "../../http/node/server.ts";
import { defined } from "../../json/defined.ts";
import { oneLine } from "../../report/text.ts";
import type { CommandIo } from "../io.ts";
import { consoleOf } from "./console-files.ts";
import type { ServeOptions } from "./options.ts";
import { jsonLine, textLine } from "./telling.ts";

/** The options of the server, but for what is read from files. */
export function serverOptions(options: ServeOptions, io: CommandIo): MockServerOptions {
  const { keys, today, capacity, capacityBytes, maxConnections, basePath, sessionHeader, host, auth } = options;
  return {
    keys,
    capacity,
    ...defined({ capacityBytes, maxConnections, basePath, today, sessionHeader }),
    auth,
    ...consoleOf(options),
    // Whoever listens under a name wants to be called by it.
    allowedHosts: [...options.allowedHosts, host],
    origins: options.origins,
    isOnNetwork: !isLoopback(host),
    ...(options.jsonLog || options.log ? { onRequest: teller(options, io) } : {}),
    onWarning: (message) => io.stderr(`animal-store serve: ${oneLine(message)}\n`),
    onError: (error, template) => io.stderr(errorLine(error, template)),
  };
}

/** Where lines of JSON are wanted, they alone are the output. */
function teller({ jsonLog, log }: ServeOptions, io: CommandIo): (record: RequestRecord) => void {
  return (record) => {
    if (jsonLog) io.stdout(jsonLine(record));
    if (log) (jsonLog ? io.stderr : io.stdout)(textLine(record));
  };
}

/** Where an error of our own came from. Its message is left out: it may repeat what a client sent. */
function errorLine(error: unknown, template: string | undefined): string {
  const name = error instanceof Error ? error.name : typeof error;
  const frame = error instanceof Error ? (/\n\s+at ([^\n]*)/.exec(error.stack ?? "")?.[1] ?? "") : "";
  return `animal-store serve: an error of ours, answered with 500, at ${template ?? "no path"}: ${name} ${frame}\n`;
}
