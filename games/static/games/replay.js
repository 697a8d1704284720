/* Leafs through a replay without loading the page anew: slider, links, arrow keys, and playing on by itself. */
(() => {
  "use strict";

  const PACE = 1600;
  const SLOW_PACE = 4000;
  const STEPS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

  const slider = document.querySelector("[data-replay] input[type=range]");
  if (!slider) return;
  const count = document.querySelector("[data-replay] output");
  const links = [...document.querySelectorAll("[data-step]")];
  const said = document.querySelector("[data-said]");
  const last = Number(slider.max);
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

  let shown = Number(slider.value);
  let wanted = shown;
  let loading = null;
  let timer = 0;

  const clamp = (position) => Math.min(Math.max(position, 1), last);
  const addressOf = (position) => slider.dataset.address.replace("/0/", `/${position}/`);
  const places = () => ({ first: 1, previous: clamp(wanted - 1), next: clamp(wanted + 1), last });

  function mark() {
    slider.value = String(wanted);
    count.textContent = `${wanted} / ${last}`;
    for (const link of links) link.href = addressOf(places()[link.dataset.step]);
    for (const link of document.querySelectorAll("[data-eyes]")) {
      link.pathname = link.pathname.replace(/\d+\/$/, `${wanted}/`);
    }
  }

  async function show(position) {
    wanted = clamp(position);
    mark();
    if (wanted === shown && !loading) return;
    loading?.abort();
    const ours = (loading = new AbortController());
    try {
      const answer = await fetch(addressOf(wanted), { signal: ours.signal, cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      put(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch (error) {
      if (error.name === "AbortError") return;
      location.assign(addressOf(wanted));
    } finally {
      if (loading === ours) loading = null;
    }
  }

  function put(page) {
    const moment = document.getElementById("moment");
    const fresh = page.getElementById("moment");
    shown = Number(fresh.dataset.position);
    moment.dataset.position = fresh.dataset.position;
    moment.replaceChildren(...fresh.childNodes);
    document.title = page.title;
    said.textContent = moment.querySelector("[data-told]").textContent;
    history.replaceState(null, "", addressOf(shown));
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    button.textContent = span.dataset.play;
    button.setAttribute("aria-pressed", "false");
  }

  async function playOn() {
    if (wanted >= last) return stop();
    await show(wanted + 1);
    if (timer) timer = setTimeout(playOn, isCalm.matches ? SLOW_PACE : PACE);
  }

  const span = document.querySelector("[data-play]");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.addEventListener("click", () => {
    if (timer) return stop();
    button.textContent = span.dataset.stop;
    button.setAttribute("aria-pressed", "true");
    if (wanted >= last) wanted = 0;
    timer = setTimeout(playOn, 0);
  });
  stop();
  const hint = document.createElement("span");
  hint.className = "dim";
  hint.textContent = span.dataset.hint;
  span.replaceWith(button, " ", hint);
  slider.form.querySelector("button").remove();

  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  slider.form.addEventListener("submit", (event) => event.preventDefault());
  for (const link of links) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      stop();
      show(places()[link.dataset.step]);
    });
  }
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, select, textarea, summary, [contenteditable]");
    if (!STEPS[event.key] || isTyping || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    show(places()[STEPS[event.key]]);
  });
  document.addEventListener("visibilitychange", () => document.hidden && stop());
})();
