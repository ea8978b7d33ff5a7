// The findings on the page: causes first, then findings without one. Each has an anchor for links.
import { createHash } from "node:crypto";
import type { CauseGroup, Evidence, Finding, OutlineEdit, OutlineSection } from "../finding.ts";
import { count, duration, grouped } from "../text.ts";
import type { Filters } from "./page-filters.ts";
import { HEADINGS, type Outcome, isBad, outcomeOf } from "./outcome.ts";
import { line, text } from "./page-text.ts";
import { placeText } from "./place.ts";

/** Causes that are expanded at first. */
const OPEN_CAUSES = 3;

/** The anchor of a section of the outline. */
export function sectionId(heading: string): string {
  return `edits-${line(heading).toLowerCase().replaceAll(/\W+/g, "-")}`;
}

/** Writes findings, each with a unique id that is the same in every run. */
export class FindingWriter {
  readonly #ids = new Set<string>();
  readonly #filters: Filters;

  constructor(filters: Filters) {
    this.#filters = filters;
  }

  /** The causes, worst first, with the findings they explain. Empty if there are none. */
  causes(causes: readonly CauseGroup[]): string {
    if (causes.length === 0) return "";
    const cards = causes.map((cause, index) => this.#cause(cause, index < OPEN_CAUSES));
    return `<section class="list causes"><h2>What to fix <span>${grouped(causes.length)}</span></h2>
${cards.join("\n")}
</section>`;
  }

  /** The edits under their headings, each folded around its findings. */
  outline(sections: readonly OutlineSection[]): string {
    return sections
      .map(
        ({
          heading,
          total,
          edits,
        }) => `<section class="list causes" id="${sectionId(heading)}"><h2>${line(heading)} <span>${line(total)}</span></h2>
${edits.map((edit) => this.#edit(edit)).join("\n")}
</section>`,
      )
      .join("\n");
  }

  #edit(edit: OutlineEdit): string {
    const { text: said, where, verdict, findings } = edit;
    const title = line(said).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
    const summary = `<span class="verdict">${line(verdict)}</span><span class="claim"><span class="title">${title}</span></span><span class="id">${line(where)}</span>`;
    const entries = findings.map((one, index) => this.#entry(one, index === 0 && isBad(outcomeOf(one))));
    return `<details class="cause ${outcomeOf(edit)}" id="${this.#id(`edit ${findings[0]?.id ?? said}`)}"><summary>${summary}</summary>
<div class="body">${entries.join("\n")}</div></details>`;
  }

  /** The findings of one outcome. */
  section(outcome: Outcome, findings: readonly Finding[]): string {
    const entries = findings.map((finding) => this.#entry(finding, isBad(outcome)));
    const heading = `<h2>${HEADINGS[outcome]} <span>${grouped(findings.length)}</span></h2>`;
    // Collapse hundreds of lines that say "pass"; only somebody looking for one needs them.
    return outcome === "pass"
      ? `<section class="list pass"><details class="fold"><summary>${heading}</summary>\n${entries.join("\n")}\n</details></section>`
      : `<section class="list ${outcome}">${heading}\n${entries.join("\n")}\n</section>`;
  }

  #cause(cause: CauseGroup, open: boolean): string {
    const [best, ...others] = cause.findings;
    if (best === undefined) return "";
    const outcome = outcomeOf(cause);
    const title = others.length > 0 ? cause.title : best.title;
    const fix = cause.fix === undefined ? "" : `<p class="fix"><b>To fix:</b> ${line(cause.fix)}</p>`;
    const more =
      others.length === 0
        ? ""
        : `<details class="fold others"><summary><h3>Shows in ${count(others.length, "other result")}</h3></summary>\n${others.map((one) => this.#entry(one, false)).join("\n")}</details>`;
    return `<details class="cause ${outcome}" id="${this.#id(`cause ${cause.id}`)}"${open ? " open" : ""}>
<summary><span class="verdict">${line(cause.verdict)}</span><span class="claim"><span class="title">${line(title)}</span></span><span class="id">${count(cause.findings.length, "result")}</span></summary>
<div class="body">${fix}
${this.#entry(best, true)}
${more}</div>
</details>`;
  }

  #entry(finding: Finding, open: boolean): string {
    const { id, group, title, subject, verdict, place, pointer, help, milliseconds } = finding;
    const outcome = outcomeOf(finding);
    const facts = [
      ["Family", group],
      ["Document", place && placeText(place)],
      ["Pointer", pointer],
      ["Help", help],
      ["Time", milliseconds === undefined ? undefined : duration(milliseconds)],
    ].filter(([, value]) => value !== undefined && value !== "");
    const rows = facts.map(([label, value = ""]) => `<div><dt>${label}</dt><dd>${line(value)}</dd></div>`);
    const details = finding.details.map((detail) => `<li>${line(detail)}</li>`).join("");
    const anchor = this.#id(`${id} ${subject}`);
    return `<details class="finding ${outcome}" id="${anchor}" ${this.#filters.attributesOf(finding)} data-group="${line(group)}" data-verdict="${line(verdict)}"${open ? " open" : ""}>
<summary><span class="verdict">${line(verdict)}</span><span class="claim"><span class="title">${line(title)}</span><code>${line(subject)}</code></span><code class="id">${line(id)}</code></summary>
<div class="body">${details === "" ? "" : `<ul class="details">${details}</ul>`}${finding.evidence.map((item, index) => exchange(item, open && index === 0)).join("")}<dl>${rows.join("")}</dl><p class="links"><a href="#${anchor}">Link to this finding</a></p></div>
</details>`;
  }

  #id(name: string): string {
    const base = `f-${createHash("sha256").update(name).digest("hex").slice(0, 10)}`;
    let id = base;
    for (let number = 2; this.#ids.has(id); number++) id = `${base}-${number}`;
    this.#ids.add(id);
    return id;
  }
}

function exchange({ title, curl, request, response, milliseconds }: Evidence, open: boolean): string {
  const time = milliseconds === undefined ? "" : ` <span class="time">${duration(milliseconds)}</span>`;
  const command = curl === undefined ? "" : `<h4>Repeat it</h4><pre class="curl" tabindex="0">${text(curl)}</pre>`;
  const messages = `${message("Request", request)}${message("Response", response)}`;
  return `<details class="exchange"${open ? " open" : ""}><summary>${line(title)}${time}</summary>
<div>${command}${messages === "" ? "" : `<div class="messages">${messages}</div>`}</div></details>`;
}

/** Highlight the start line, which readers look for first. */
function message(label: string, content: string | undefined): string {
  if (content === undefined || content === "") return "";
  const escaped = text(content);
  const end = escaped.indexOf("\n");
  const [start, rest] = end < 0 ? [escaped, ""] : [escaped.slice(0, end), escaped.slice(end)];
  return `<div><h4>${label}</h4><pre tabindex="0"><b>${start}</b>${rest}</pre></div>`;
}
