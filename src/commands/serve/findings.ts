// What lint has to say about the document that is served, as the control plane tells it.
import type { Document } from "../../document/document.ts";
import type { DocumentFinding } from "../../http/control/call.ts";

/** Lints a document, loading what that takes. */
export async function findingsOf(document: Document): Promise<readonly DocumentFinding[]> {
  const { lintDocument } = await import("../../lint/lint.ts");
  const { findings } = await lintDocument(document);
  return findings.map(({ rule, said, pointer }) => {
    const { file, line, column } = document.locate(pointer);
    return { rule: rule.id, severity: rule.severity, message: said, fix: rule.fix, file, line, column };
  });
}
