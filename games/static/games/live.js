/* Keeps a page in step with its table: asks for changes with the tag of what is shown, and swaps what differs. */
(() => {
  "use strict";

  const AWAKE = 4000;
  const ASLEEP = 30000;
  const LONGEST = 120000;
  const GONE = [401, 403, 404];

  const main = document.querySelector("main");
  const place = () => main && main.querySelector("[data-live]");
  if (!place()) return;

  let tag = place().dataset.tag ? `"${place().dataset.tag}"` : "";
  let waiting = null;
  let timer = 0;
  let failures = 0;
  let isAsking = false;

  // As a browser chooses for a list that nobody has touched: the last of several options that are marked as selected.
  function chosenAtFirst(options) {
    const marked = options.findLastIndex((option) => option.defaultSelected);
    return marked >= 0 ? marked : Math.max(0, options.findIndex((option) => !option.disabled));
  }

  function isBegun(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    return field.selectedIndex !== chosenAtFirst([...field.options]);
  }

  function begunField() {
    const field = [...main.querySelectorAll("input, select, textarea")].find(isBegun);
    const aimed = main.querySelector("form.is-armed");
    if (aimed) return aimed.elements[0];
    const focused = document.activeElement;
    return field || (focused && main.contains(focused) && focused.matches("select, textarea") ? focused : null);
  }

  const keyOf = (node) =>
    node.nodeType === Node.ELEMENT_NODE ? node.id || (node.nodeName === "LI" && node.getAttribute("value")) || "" : "";

  function partner(parent, from, next) {
    const key = keyOf(next);
    if (!key) return from && from.nodeName === next.nodeName && !keyOf(from) ? from : null;
    return [...parent.children].find((each) => keyOf(each) === key && each.nodeName === next.nodeName) || null;
  }

  function alignAttributes(from, to) {
    for (const { name } of [...from.attributes]) {
      const isOpened = from.nodeName === "DETAILS" && name === "open";
      if (!to.hasAttribute(name) && !isOpened) from.removeAttribute(name);
    }
    for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }

  function align(from, to) {
    if (from.nodeType !== Node.ELEMENT_NODE) {
      if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
      return;
    }
    alignAttributes(from, to);
    let at = from.firstChild;
    for (const next of [...to.childNodes]) {
      const found = partner(from, at, next);
      if (!found) {
        from.insertBefore(document.importNode(next, true), at);
        continue;
      }
      if (found === at) at = at.nextSibling;
      else from.insertBefore(found, at);
      align(found, next);
    }
    while (at) {
      const after = at.nextSibling;
      at.remove();
      at = after;
    }
  }

  function say(isShown) {
    const said = main.querySelector("[data-said]");
    if (said) setTimeout(() => { said.textContent = isShown ? said.dataset.said : said.dataset.waiting; }, 50);
  }

  function swap(page) {
    const focused = document.activeElement;
    const around = focused.parentElement;
    const told = page.querySelector("main > [aria-live]");
    const ours = main.querySelector(":scope > [aria-live]");
    if (told && ours) told.replaceWith(page.importNode(ours, true));
    main.querySelector("[data-changed]")?.remove();
    align(main, page.querySelector("main"));
    const nav = document.querySelector("header nav");
    const newNav = page.querySelector("header nav");
    if (nav && newNav) align(nav, newNav);
    document.title = page.title;
    main.querySelectorAll("form").forEach((form) => form.reset());
    document.dispatchEvent(new Event("live:swapped"));
    if (!focused.isConnected) {
      const same = around.isConnected && around.querySelector(`:scope > ${focused.tagName}`);
      (document.getElementById(focused.id) || same || main).focus({ preventScroll: true });
    }
    say(true);
  }

  function settle() {
    if (waiting === null) return;
    const field = begunField();
    if (!field) {
      const page = new DOMParser().parseFromString(waiting, "text/html");
      waiting = null;
      if (page.querySelector("main")) swap(page);
      return;
    }
    const note = main.querySelector("[data-changed]");
    if (!note || !note.hidden) return;
    note.hidden = false;
    field.form?.before(note);
    say(false);
  }

  async function ask() {
    clearTimeout(timer);
    if (isAsking) return;
    isAsking = true;
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(place().dataset.live, { headers, cache: "no-store", redirect: "error" });
      if (GONE.includes(answer.status)) return;
      failures = answer.ok || answer.status === 304 ? 0 : failures + 1;
      if (answer.status === 200) {
        waiting = await answer.text();
        tag = answer.headers.get("ETag") || "";
      }
      settle();
    } catch {
      failures += 1;
    } finally {
      isAsking = false;
    }
    plan();
  }

  function plan() {
    clearTimeout(timer);
    if (!place()) return;
    const pause = document.hidden ? ASLEEP : AWAKE;
    timer = setTimeout(ask, Math.min(LONGEST, pause * 2 ** failures));
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? plan() : ask()));
  main.addEventListener("reset", () => setTimeout(settle));
  plan();
})();
