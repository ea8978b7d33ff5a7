// The report for a base that cannot be read at all. It does not fail the run, so that the document can be fixed.
import type { Document } from "../../document/document.ts";
import type { Profile } from "../profiles.ts";
import type { GateResult } from "../model.ts";
import { MENDED } from "./drafts.ts";
import { summarise } from "../summary.ts";

/** @param unread why it could not be read */
export function unreadBase(
  base: Document,
  revision: Document,
  { profile, unread }: { readonly profile: Profile; readonly unread: string },
): GateResult {
  const changes = [
    {
      id: "document-fault-base",
      kind: "document-fault" as const,
      verdict: "unknown" as const,
      severity: "none" as const,
      operations: [],
      direction: null,
      base: null,
      revision: null,
      text: `the base cannot be read, so that nothing was compared: ${unread}`,
      reason: "nothing is known of what was promised",
      fix: MENDED,
    },
  ];
  return summarise({ base, revision, profile, changes });
}
