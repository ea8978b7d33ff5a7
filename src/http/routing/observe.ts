// Reports each request to an observer once its connection is done with it.
import type { Mask } from "../../mock/journal/mask.ts";
import type { Delivery } from "../../mock/journal/entry.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import type { Visit } from "./visit.ts";

/** What is known about a request after it was answered, without secrets. */
export interface RequestRecord {
  readonly method: string;
  /** The path template; absent for a path that the document does not list. */
  readonly path: string | undefined;
  /** 0 if the connection was closed without an answer. */
  readonly status: number;
  readonly ms: number;
  /** As sent; the separate query is absent if there is none. */
  readonly url: string;
  readonly query: string | undefined;
  readonly refusal: Refusal | undefined;
  /** The name of its session. */
  readonly session: string | undefined;
  /** The cause of an unusual answer. */
  readonly situation: string | undefined;
  /** For a request that the mock itself has sent. */
  readonly delivery?: Delivery | undefined;
}

/** Reports a request when it was answered or broke off. */
export function observe(visit: Visit, mask: Mask, onRequest: (record: RequestRecord) => void): void {
  visit.res.once("close", () => {
    // A call of the control plane is not a client request.
    if (visit.isSilent) return;
    const { req, template, status, began, session, disturbance } = visit;
    const refusal = visit.refusal ?? visit.excused;
    const url = mask.url(req.url ?? "");
    const mark = url.indexOf("?");
    onRequest({
      method: req.method ?? "",
      path: template,
      status,
      ms: performance.now() - began,
      url,
      query: mark === -1 ? undefined : url.slice(mark + 1),
      refusal: refusal === undefined ? undefined : { ...refusal, why: mask.text(refusal.why) },
      session,
      situation: disturbance?.name,
    });
  });
}
