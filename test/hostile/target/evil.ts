// A server that does whatever a test wants.
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Evil {
  readonly url: string;
  answer: RequestListener;
  close(): Promise<void>;
}

export async function startEvil(answer: RequestListener = (_, response) => response.end()): Promise<Evil> {
  const evil = { url: "", answer, close: (): Promise<void> => Promise.resolve() };
  const server = createServer((request, response) => evil.answer(request, response));
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  evil.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  evil.close = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return evil;
}
