// The script of the page: it only shows and hides what is there, so that it can never bring foreign text to life.

export const PAGE_SCRIPT = `
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const findings = [...document.querySelectorAll(".finding")];
  const lists = [...document.querySelectorAll(".list")];
  const filters = ["subject", "group", "verdict"];
  const texts = new Map();
  const textOf = (finding) => {
    if (!texts.has(finding)) texts.set(finding, finding.textContent.toLowerCase());
    return texts.get(finding);
  };
  const apply = () => {
    const words = $("search").value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const finding of findings) {
      const match = filters.every((name) => $(name).value === "" || finding.dataset[name] === $(name).value)
        && words.every((word) => textOf(finding).includes(word));
      finding.hidden = !match;
      if (match) shown += 1;
    }
    for (const list of lists) {
      const visible = list.querySelectorAll(".finding:not([hidden])").length;
      list.hidden = visible === 0;
      list.querySelector("h2 span").textContent = visible.toLocaleString("en-US");
    }
    $("nothing").hidden = shown > 0 || findings.length === 0;
    $("shown").textContent = shown === findings.length
      ? shown.toLocaleString("en-US") + " findings"
      : shown.toLocaleString("en-US") + " of " + findings.length.toLocaleString("en-US");
  };
  const setAll = (open) => {
    for (const finding of findings) if (!finding.hidden) finding.open = open;
  };
  $("search").addEventListener("input", apply);
  for (const name of filters) $(name).addEventListener("change", apply);
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
      apply();
    }
  });
  $("toolbar").hidden = false;
  // A browser may have kept what was typed before a reload.
  apply();
})();
`;
