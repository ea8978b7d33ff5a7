// Records the responses of our server, so that the bare one can send the same bytes.
import { request } from "node:http";
import type { Request } from "autocannon";

/** The complete response of a bare server. */
export interface BareAnswer {
  readonly port: number;
  readonly status: number;
  /** Name, value, name, value. */
  readonly lines: readonly string[];
  readonly text: string;
  /** True if the request has a body. */
  readonly hasBody: boolean;
}

/** Headers that Node adds itself. */
const OF_NODE = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** Sends one request and records its response. @param port of the server to ask */
export function capture(port: number, wanted: Request): Promise<Omit<BareAnswer, "port">> {
  const { method, path, headers, body } = wanted;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const raw = response.rawHeaders;
        const lines = raw.filter((_, index) => !OF_NODE.has((raw[index - (index % 2)] as string).toLowerCase()));
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, lines, text, hasBody: body !== undefined });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
