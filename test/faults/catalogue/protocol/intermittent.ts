// Intermittent faults, and slow responses.
import { amend, error, headers, members, sending } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { json, REFERENCE } from "../../reference.ts";
import { anywhere, ninth } from "../../when.ts";

export const INTERMITTENT: readonly Fault[] = faults({
  "protocol.ninth-500: Each ninth request is answered 500.": amend(ninth, () => error(500)),
  "protocol.ninth-503: Each ninth request is answered 503 with a page.": amend(ninth, () => ({
    status: 503,
    headers: { "Content-Type": "text/html" },
    raw: "<h1>Service Unavailable</h1>",
  })),
  "protocol.fifth-creation-500: Each fifth creation is answered 500, and is carried out.": {
    created: (item) => (BigInt(item.id) % 5n === 0n ? error(500) : json(201, item)),
  },
  "protocol.fourth-fetch-404: Each fourth fetch of an item that exists is answered 404.": {
    found: (item, call) => {
      const seen = ((call.state.notes.get("fetches") as number | undefined) ?? 0) + 1;
      call.state.notes.set("fetches", seen);
      return seen % 4 === 0 ? REFERENCE.missing(call) : json(200, item);
    },
  },
  "protocol.after-error-500: The request after a malformed body is answered 500.": amend(anywhere, (answer, call) => {
    const broken = call.state.notes.get("broken") === call.serial - 1;
    if (call.operation === "create" && answer.status === 400) call.state.notes.set("broken", call.serial);
    return broken ? error(500) : answer;
  }),
  "protocol.rate-limited-plainly: Each 25th request is answered 429 with an Error that says 503.": amend(
    (call) => call.serial % 25 === 0,
    (_answer, call) => members({ status: 503 })(headers({ "Retry-After": "0" })(error(429, "slow down"), call), call),
  ),
  "protocol.slow-fetch: A fetch takes 300 ms.": [
    {
      send: (answer, call, response) => {
        if (call.operation !== "fetch") return REFERENCE.send(answer, call, response);
        setTimeout(() => REFERENCE.send(answer, call, response), 300);
      },
    },
    { needs: { maxMs: 200 } },
  ],
  "protocol.ninth-closed: Each ninth request is answered by closing the connection.": sending(
    ninth,
    (_answer, _call, response) => void response.destroy(),
  ),
});
