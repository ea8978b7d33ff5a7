// The lint findings about the served document, for the control plane.
import type { Document } from "../../../document/document.ts";
import type { DocumentFinding } from "../../../http/control/call.ts";

/** Lints a document. Loads the linter on demand. */
export async function findingsOf(document: Document): Promise<readonly DocumentFinding[]> {
  const { lintDocument } = await import("../../../lint/lint.ts");
  const { findings } = await lintDocument(document);
  return findings.map(({ rule, said, pointer }) => {
    const { file, line, column } = document.locate(pointer);
    return { rule: rule.id, severity: rule.severity, message: said, fix: rule.fix, file, line, column };
  });
}
