// The script of the page. It only shows and hides existing elements, so it can never activate untrusted text.

export const PAGE_SCRIPT = `
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const findings = [...document.querySelectorAll(".finding")];
  const lists = [...document.querySelectorAll(".list")];
  const causes = [...document.querySelectorAll(".cause")];
  const folds = [...document.querySelectorAll(".fold")];
  const filters = ["subject", "tag", "group", "verdict"].filter((name) => $(name) !== null);
  const matches = (finding, name) => {
    const { value } = $(name);
    const own = finding.dataset[name] ?? "";
    return value === "" || own === value || (own.startsWith(" ") && own.includes(" " + value + " "));
  };
  const texts = new Map();
  const textOf = (finding) => {
    if (!texts.has(finding)) texts.set(finding, finding.textContent.toLowerCase());
    return texts.get(finding);
  };
  const apply = () => {
    const words = $("search").value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    // What somebody looks for may have passed.
    const looking = words.length > 0 || filters.some((name) => $(name).value !== "");
    for (const fold of folds) if (looking) fold.open = true;
    for (const finding of findings) {
      const match = filters.every((name) => matches(finding, name))
        && words.every((word) => textOf(finding).includes(word));
      finding.hidden = !match;
      if (match) shown += 1;
    }
    for (const cause of causes) {
      // An edit without a finding of its own, such as a deprecation, only gives way to what somebody looks for.
      cause.hidden = cause.querySelector(".finding:not([hidden])") === null && (looking || cause.querySelector(".finding") !== null);
    }
    for (const list of lists) {
      const kind = list.classList.contains("causes") ? ".cause" : ".finding";
      const visible = list.querySelectorAll(kind + ":not([hidden])").length;
      list.hidden = visible === 0;
      list.querySelector("h2 span").textContent = visible.toLocaleString("en-US");
    }
    $("nothing").hidden = shown > 0 || findings.length === 0;
    $("shown").textContent = shown === findings.length
      ? shown.toLocaleString("en-US") + " findings"
      : shown.toLocaleString("en-US") + " of " + findings.length.toLocaleString("en-US");
  };
  // What is filtered by stands in the address, so that a filtered page can be sent to somebody.
  const remember = () => {
    const named = new URLSearchParams();
    if ($("search").value !== "") named.set("search", $("search").value);
    // By name: the numbers of operations differ from report to report.
    for (const name of filters) if ($(name).value !== "") named.set(name, $(name).selectedOptions[0].label);
    history.replaceState(null, "", named.size > 0 ? "#?" + named : location.pathname + location.search);
  };
  const recall = () => {
    if (location.hash.startsWith("#?")) {
      const named = new URLSearchParams(location.hash.slice(2));
      $("search").value = named.get("search") ?? "";
      for (const name of filters) {
        const meant = [...$(name).options].find((option) => option.value !== "" && option.label === named.get(name));
        $(name).value = meant === undefined ? "" : meant.value;
      }
    }
    const meant = document.getElementById(location.hash.slice(1));
    for (let element = meant; element; element = element.parentElement) if (element.tagName === "DETAILS") element.open = true;
    if (meant) meant.scrollIntoView();
  };
  const change = () => {
    apply();
    remember();
  };
  for (const command of document.querySelectorAll(".curl")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(command.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(command);
        button.textContent = "Press Ctrl-C";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    command.before(button);
  }
  const setAll = (open) => {
    for (const cause of [...causes, ...folds]) if (!cause.hidden) cause.open = open;
    for (const finding of findings) if (!finding.hidden) finding.open = open;
  };
  $("search").addEventListener("input", change);
  for (const name of filters) $(name).addEventListener("change", change);
  addEventListener("hashchange", recall);
  $("open").addEventListener("click", () => setAll(true));
  $("close").addEventListener("click", () => setAll(false));
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      $("search").focus();
    }
    if (event.key === "Escape" && event.target === $("search")) {
      $("search").value = "";
      change();
    }
  });
  $("toolbar").hidden = false;
  recall();
  // A browser may have kept what was typed before a reload.
  apply();
})();
`;
