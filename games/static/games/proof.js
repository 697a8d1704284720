/* Checks a finished match in the reader's own browser: the seal of its dice, and every link of its chain. */
(() => {
  "use strict";

  const panel = document.querySelector("[data-proof]");
  if (!panel || !window.crypto?.subtle) return;
  const GENESIS = "0".repeat(64);
  const said = panel.querySelector("[data-found]");

  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const digest = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

  /* The one written form that hashes are taken of: sorted keys, no spaces. */
  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
    return `{${pairs.join(",")}}`;
  }

  function sealed(match, entry) {
    const { hash, ...rest } = entry;
    return { match, ...rest };
  }

  async function firstBrokenLink(match) {
    let previous = GENESIS;
    for (const entry of match.entries) {
      const link = new TextEncoder().encode(previous + canonical(sealed(match.match, entry)));
      previous = await digest(link);
      if (previous !== entry.hash) return entry.position;
    }
    return 0;
  }

  const eventsOf = (match, kind) => match.entries.flatMap((entry) => entry.events).filter((event) => event.type === kind);

  async function check() {
    const answer = await fetch(panel.dataset.export, { cache: "no-store" });
    const match = await answer.json();
    const [opened] = eventsOf(match, "MatchOpened.1");
    const [opening] = eventsOf(match, "SecretOpened.1");
    if ((await digest(unhex(opening.secret))) !== opened.commitment) return panel.dataset.wrongSeal;
    const broken = await firstBrokenLink(match);
    if (broken) return panel.dataset.brokenAt.replace("0", String(broken));
    return panel.dataset.holds;
  }

  /* The salts that this very browser drew (salt.js): the player sees that the log holds them. */
  function ownSalts() {
    try {
      return new Set(JSON.parse(localStorage.getItem("salts") ?? "[]"));
    } catch {
      return new Set();
    }
  }

  const own = ownSalts();
  for (const salt of document.querySelectorAll("[data-salt-in-log]")) {
    if (own.has(salt.textContent)) salt.parentElement.querySelector("[data-is-own]").hidden = false;
  }

  check().then(
    (found) => { said.textContent = found; },
    () => { said.textContent = panel.dataset.unreadable; },
  );
})();
