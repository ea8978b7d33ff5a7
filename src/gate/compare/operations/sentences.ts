// What a claim says, by who sends the message: a client is told what it must do, and the receiver of a webhook or callback
// what may no longer arrive. The effect is a typed value, which tests check against both documents.
import type { Claim } from "../context.ts";
import type { Sender } from "../../surface/model.ts";

/** What happened to a part of a message, whoever sends it. */
export type Effect =
  /** The receiver relies on it, and the sender does not describe it. */
  | "missing"
  /** The receiver relies on it, and the sender may leave it out. */
  | "optional"
  /** The sender may use it, and the receiver does not know it. */
  | "unknown";

interface Sentence {
  readonly text: string;
  readonly fix: string;
}

type Told = Readonly<Record<Sender, (what: string) => Sentence>>;

const SENT: Told["server"] = (what) => ({ text: `${what} is no longer sent`, fix: "keep sending it always" });
const ABSENT: Told["server"] = (what) => ({ text: `${what} may now be absent`, fix: "keep sending it always" });

/**
 * By effect and sender. If the client sends, it is the base that sends and the revision that reads; if the server sends,
 * it is the other way round.
 */
const SENTENCES: Readonly<Record<Effect, Told>> = {
  missing: {
    client: (what) => ({
      text: `${what} was added and is required`,
      fix: "make it optional, or give it a meaning when it is absent",
    }),
    server: SENT,
  },
  optional: {
    client: (what) => ({ text: `${what} became required`, fix: "keep it optional" }),
    server: ABSENT,
  },
  unknown: {
    client: (what) => ({ text: `${what} is no longer accepted`, fix: `keep accepting it beside what is new` }),
    server: (what) => ({ text: `${what} may now arrive`, fix: "send only what its receivers know" }),
  },
};

/** The text and fix of a claim. @param what the part, as in "the header parameter x-sig" */
export function sentence(effect: Effect, sender: Sender, what: string): Pick<Claim, "text" | "fix" | "effect"> {
  return { effect, ...SENTENCES[effect][sender](what) };
}
