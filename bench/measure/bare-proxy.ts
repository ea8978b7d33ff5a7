// The least that a proxy of Node can do: pipes each request to one service, and the answer back.
import { Agent, createServer, request } from "node:http";

const [from = "", to = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
createServer((req, res) => {
  const { method, url: path, headers } = req;
  const outgoing = request({ agent, host: "127.0.0.1", port: Number(to), method, path, headers }, (message) => {
    res.writeHead(message.statusCode ?? 502, message.rawHeaders);
    message.pipe(res);
  });
  outgoing.on("error", () => res.destroy());
  req.pipe(outgoing);
}).listen(Number(from), "127.0.0.1");
