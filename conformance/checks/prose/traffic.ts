// What the page of the suite and `--explain` say of the checks of "Traffic".
import type { ProseOf } from "./model.ts";

export const TRAFFIC: ProseOf<"traffic"> = {
  title: "Traffic",
  intro: "Results of `animal-store proxy`, beside those of the checks above that judge a recorded exchange.",
  checks: {
    "traffic.request": {
      says: "The operation has these parameters and this body.",
      alsoRight: "A refusal (4xx) of such a request: then both sides keep the contract.",
      why: "The client sends what the document does not allow, and the service answers as if it were right. Another implementation of the document would refuse it.",
      fix: "Correct the client, or describe in the document what the service takes.",
    },
    "traffic.operation": {
      says: "It has no operation with this method and path.",
      alsoRight: "A refusal, such as 404 or 405.",
      why: "The client depends on something that nobody promises.",
      fix: "Describe the operation, or let the client use a documented one.",
    },
  },
};
