// A small application that takes webhooks. It believes only those whose signature is right and fresh, and takes each once.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

/** Messages older than this may be recorded ones that somebody sends again. */
const TOLERANCE = 5 * 60;

/** True for a message that was signed with the secret (https://www.standardwebhooks.com). */
export function isGenuine({ headers, body, secret, now = Date.now() }) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Creates the application. What it has taken is in `events`. */
export function createApp(secret) {
  const events = new Map();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    if (request.method !== "POST" || !isGenuine({ headers: request.headers, body, secret })) {
      response.writeHead(401).end();
      return;
    }
    // A repetition has the same id.
    events.set(request.headers["webhook-id"], JSON.parse(body));
    response.writeHead(204).end();
  });
  return { server, events };
}

if (import.meta.filename === process.argv[1]) {
  const { server } = createApp(process.env.WEBHOOK_SECRET ?? "");
  server.listen(3000, "127.0.0.1", () => console.log("takes webhooks at http://127.0.0.1:3000"));
}
