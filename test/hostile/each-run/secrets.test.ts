// A key that is sent anywhere in a request appears nowhere: not in the log, in an error or in a response.
import { expect, test } from "vitest";
import { runServe } from "../../../src/commands/serve/serve.ts";
import { readServeOptions } from "../../../src/commands/serve/inputs/options.ts";
import { exchangeRaw } from "../../http/support.ts";
import { Heard } from "../../waiting.ts";

const CANARY = "canary-7d1f3a";

test("a canary key in header, query, path, cookie and body is never logged or repeated", async () => {
  const stop = new AbortController();
  const options = readServeOptions({ port: "0", jsonLog: true, key: [CANARY] }, {});
  const heard = new Heard();
  const ended = runServe(
    options,
    { stdout: heard.add, stderr: heard.add, env: {}, cwd: process.cwd(), color: false },
    stop.signal,
  );
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(await heard.until("stop"))?.[1]);
  const head = `Host: localhost\r\nAuthorization: Bearer ${CANARY}\r\n`;
  const requests = [
    `GET /v1/pets?api_key=${CANARY} HTTP/1.1\r\n${head}Cookie: s=${CANARY}\r\n\r\n`,
    `GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x${CANARY}\r\n\r\n`,
    `GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${CANARY}\r\n\r\n`,
    `GET /${CANARY}/pets HTTP/1.1\r\n${head}\r\n`,
    `GET /v1/pets/${CANARY} HTTP/1.1\r\n${head}\r\n`,
    `DELETE /v1/pets?${CANARY} HTTP/1.1\r\n${head}\r\n`,
    `POST /v1/pets HTTP/1.1\r\n${head}Content-Type: text/plain\r\nContent-Length: 13\r\n\r\n${CANARY}`,
    `POST /v1/pets HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 13\r\n\r\n${CANARY}`,
    `GET http://${CANARY}:${CANARY}@localhost/v1/pets HTTP/1.1\r\n${head}\r\n`,
    `GET /v1/pets HTTP/1.1\r\nHost: ${CANARY}.example\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${head}Expect: ${CANARY}\r\n\r\n`,
    `${CANARY} /v1/pets HTTP/1.1\r\n${head}\r\n`,
  ];
  const answers = JSON.stringify(await Promise.all(requests.map((bytes) => exchangeRaw(port, bytes))));
  stop.abort();
  expect(await ended).toBe(0);
  const out = heard.text;
  expect(out).toContain('"path":"/pets/{petId}","status":401');
  expect(out.includes(CANARY)).toBe(false);
  expect(answers.includes(CANARY)).toBe(false);
});
