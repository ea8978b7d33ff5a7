// Bare `node:http`, the limit of what Node can do: for each port, one answer that is always the same. It reads the
// body of a request that has one, as every server must, and looks at nothing.
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
