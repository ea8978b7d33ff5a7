// Bare `node:http`, the limit of what Node can do: one fixed response per port. It reads a request body, as every
// server must, and ignores it.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { BareAnswer } from "./capture.ts";

const answers = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as readonly BareAnswer[];

for (const { port, status, lines, text, hasBody } of answers) {
  const head = lines as string[];
  const server = createServer((req, res) => {
    if (hasBody) {
      req.on("data", () => {});
      req.on("end", () => {
        res.writeHead(status, head);
        res.end(text);
      });
    } else {
      res.writeHead(status, head);
      res.end(text);
    }
  });
  server.listen({ host: "127.0.0.1", port });
}
