/* Draws the salt that a seat adds to the dice, in the player's own browser, and remembers it for the proof. */
(() => {
  "use strict";

  const KEPT = "salts";
  const MOST_KEPT = 100;

  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  function remember(salt) {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
      localStorage.setItem(KEPT, JSON.stringify([...kept, salt].slice(-MOST_KEPT)));
    } catch {
      /* A browser that keeps nothing draws all the same. */
    }
  }

  document.addEventListener("submit", ({ target }) => {
    const field = target.querySelector("input[data-salt]");
    if (!field) return;
    field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
    remember(field.value);
  }, true);
})();
