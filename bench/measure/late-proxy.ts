// Stands before a server and passes each request on after a time, as a network far away does.
import { Agent, type Server, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** @returns the port to ask, and what ends it */
export async function startLate(port: number, ms: number): Promise<{ port: number; stop: () => Promise<void> }> {
  const agent = new Agent({ keepAlive: true });
  const server: Server = createServer((incoming, response) => {
    setTimeout(() => {
      const { method, headers, url: path } = incoming;
      const passed = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      });
      passed.on("error", () => response.destroy());
      incoming.pipe(passed);
    }, ms);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const stop = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
      agent.destroy();
    });
  return { port: (server.address() as AddressInfo).port, stop };
}
