// When a fault appears: conditions on a request and its response.
import type { Answer, Call, OperationName } from "./behaviour.ts";
import { REFERENCE } from "./reference.ts";

export type When = (call: Call, answer: Answer) => boolean;

export const anywhere: When = () => true;
export const onItem: When = (call) => call.onItem;
export const failed: When = (_call, answer) => answer.status >= 400;
export const ok: When = (_call, answer) => answer.status < 300;
export const keyIsGood: When = (call) => REFERENCE.credential(call) === call.state.key;
/** Every ninth request to the server. */
export const ninth: When = (call) => call.serial % 9 === 0;
export const of =
  (operation: OperationName): When =>
  (call) =>
    call.operation === operation;
export const status =
  (...codes: number[]): When =>
  (_call, answer) =>
    codes.includes(answer.status);
export const method =
  (...names: string[]): When =>
  (call) =>
    names.includes(call.method);
export const all =
  (...conditions: When[]): When =>
  (call, answer) =>
    conditions.every((holds) => holds(call, answer));
export const not =
  (condition: When): When =>
  (call, answer) =>
    !condition(call, answer);

/** Each kind of error: an invalid parameter, an invalid body, a missing item, and errors outside any operation. */
export const badParameter = all(of("list"), status(400));
export const badBody = all(of("create"), status(400));
export const missingItem = all(of("fetch"), status(404));
export const unknownPath: When = (call, answer) => answer.status === 404 && call.operation === undefined;
export const wrongMethod = status(405);
export const wrongMediaType = status(415);
