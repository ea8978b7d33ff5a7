// The todo example of LoopBack 4 as it is published, with its store in memory.
import { createRequire } from "node:module";

const { TodoListApplication } = createRequire(import.meta.url)("@loopback/example-todo");
const rest = { port: Number(process.argv[2]), host: "127.0.0.1", openApiSpec: { setServersFromRequest: true } };
const app = new TodoListApplication({ rest });
await app.boot();
app.bind("datasources.config.db").to({ name: "db", connector: "memory" });
await app.start();
