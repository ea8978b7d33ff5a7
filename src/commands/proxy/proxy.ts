// `animal-store proxy`: passes requests on to a service, and judges each exchange by the document.
import type { CommandRow } from "../command.ts";
import { ProxyError } from "../../../conformance/client/sending/proxy.ts";
import type { CommandIo } from "../io.ts";
import { serveUntilSignal } from "../serve/serve.ts";
import { UsageError } from "../usage.ts";
import type { Behind, MakeBehind } from "../upstream/behind.ts";
import { Forwarder } from "../upstream/forward.ts";
import { Service } from "../upstream/service.ts";
import { Judging } from "./judging.ts";
import { Recording } from "./recording.ts";
import { FLAGS, HEADINGS, type ProxyOptions, readProxyOptions } from "./options.ts";

const HELP = `
Examples:
  $ animal-store proxy https://staging.example.com/v1 --spec openapi.yaml
  $ animal-store proxy http://127.0.0.1:8080/v1 --spec openapi.yaml --fail --report junit=traffic.xml
  $ animal-store proxy https://staging.example.com/v1 --spec openapi.yaml --record recorded.overlay.yaml

The proxy serves at the path of the base URL and sends to no other host. Stop it with Ctrl-C: it then reports.

Exit codes: 0 nothing broke the contract, 1 something did, 2 wrong usage, an unusable document, or a file that could not
be written, 130 stopped by a second Ctrl-C.`;

export const proxyCommand: CommandRow = {
  name: "proxy",
  description: "pass requests on to a service, and judge each exchange by the document",
  takes: [["[base-url]", "the service, version prefix included: https://staging.example.com/v1"]],
  flags: FLAGS,
  headings: HEADINGS,
  help: HELP,
  run: ([base], flags, io) => proxy(readProxyOptions(base, flags, io.env, io.cwd), io),
};

async function proxy(options: ProxyOptions, io: CommandIo): Promise<number> {
  try {
    return await serveUntilSignal(options.serve, io, behindOf(options, io));
  } catch (error) {
    if (error instanceof ProxyError) throw new UsageError(error.message);
    throw error;
  }
}

/** The service behind the proxy, with its judge. */
export function behindOf(options: ProxyOptions, io: CommandIo): MakeBehind {
  return async (contract): Promise<Behind> => {
    const service = await Service.at(options.baseUrl, options.tls);
    const judging = new Judging(options, io, contract);
    const { record } = options;
    const recording = record === undefined ? undefined : new Recording(record, io.cwd, contract());
    const forwarder = new Forwarder({
      service,
      maxBody: options.maxBody,
      timeoutMs: options.timeoutMs,
      takes: () => true,
      judge: (passed) => {
        recording?.note(passed);
        return judging.judge(passed);
      },
    });
    return {
      options: { upstream: forwarder, auth: false, basePath: service.basePath },
      title: (url) => `${url} passes on to ${service.url.href}, judged by ${contract().title} ${contract().version}`,
      closing: () => forwarder.closeTunnels(),
      close: async () => {
        service.close();
        const told = await recording?.write(io.cwd);
        if (told !== undefined) io.stderr(`animal-store proxy: ${told}\n`);
        return judging.end();
      },
    };
  };
}
