// Lines of the log point at the board: the places that a line speaks of stand out while it is looked at.
"use strict";

(() => {
  const find = (word, line) =>
    document.getElementById(line.hash.slice(1).replace(/at-.*/, `at-${word}`)) || (line.closest(".sight") || document).querySelector(`.board [data-part~="${CSS.escape(word)}"]`);
  const lineOf = (event) => event.target.closest?.("[data-points]");
  const partsOf = (line) => line.dataset.points.split(" ").map((word) => find(word, line)).filter(Boolean);

  function hide() {
    document.querySelectorAll(".is-told").forEach((part) => part.classList.remove("is-told"));
  }

  function show(event) {
    const line = lineOf(event);
    if (!line) return;
    hide();
    partsOf(line).forEach((part) => part.classList.add("is-told"));
  }

  // One stop for the Tab key in each list of lines; the arrow keys go from line to line.
  function lineUp() {
    document.querySelectorAll(".told, .log").forEach((list) => {
      list.querySelectorAll("[data-points]").forEach((line, at) => { line.tabIndex = at ? -1 : 0; });
    });
  }

  function step(event) {
    const line = lineOf(event);
    const forward = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!line || !forward) return;
    const lines = [...line.closest(".told, .log, [data-told]").querySelectorAll("[data-points]")];
    const next = lines[lines.indexOf(line) + forward];
    if (!next) return;
    event.preventDefault();
    line.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  document.addEventListener("keydown", step);
  document.addEventListener("live:swapped", lineUp);
  document.addEventListener("mouseover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("mouseout", (event) => lineOf(event) && hide());
  document.addEventListener("focusout", (event) => lineOf(event) && hide());
  document.addEventListener("click", (event) => {
    const line = lineOf(event);
    if (!line || document.querySelector(line.getAttribute("href"))) return;
    event.preventDefault();
    partsOf(line)[0]?.scrollIntoView({ block: "center" });
  });

  lineUp();
})();
