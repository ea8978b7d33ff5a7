// The worker's side of a sandbox: answers questions and has no network.
import { Socket } from "node:net";
import { parentPort } from "node:worker_threads";
import type { Reply } from "./sandbox.ts";

/**
 * Answers the questions of the sandbox that started this worker.
 * @param answer an error it throws, or a rejection, only fails that question
 */
export function answerQuestions(answer: (question: unknown) => unknown): void {
  const port = parentPort;
  if (port === null) throw new Error("this module runs in a worker only");
  denyNetwork();
  const reply = (message: Reply): void => port.postMessage(message);
  port.on("message", (question: unknown) => {
    void settle(answer, question).then(reply);
  });
  reply({ ready: true });
}

async function settle(answer: (question: unknown) => unknown, question: unknown): Promise<Reply> {
  try {
    return { value: await answer(question) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Every connection in Node, encrypted or not, starts here. */
function denyNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error("a document is judged without a network");
  };
}
