// Acting by pointing: an own card, then a target, then a preview in words with a button to confirm it. All of it only
// fills in the forms that stand on the page anyway; the marks it reads are listed at the head of ground.css.
"use strict";

(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const slip = () => document.getElementById("slip");
  const forms = () => all(".asked form.move[data-says]");
  const optionOf = (form, target) => all("select option", form).find((each) => each.value === target);
  const ticksOf = (form) => all('input[type="checkbox"]:not([value="end"])', form);
  const endOf = (form) => form.querySelector('input[value="end"]');
  const nameOf = (part) => part.textContent.replace(/\s+/g, " ").trim();

  let chosen = null; // {form, card, target}

  function formsOf(part) {
    const { card, place, plays, aim, target } = part.dataset;
    if (aim) return forms().filter((form) => form.dataset.aim === aim && optionOf(form, target));
    const played = forms().filter((form) => form.dataset.card === (card || plays));
    const gathering = place ? forms().filter((form) => "gather" in form.dataset && ticksOf(form)[place]) : [];
    return [...played, ...gathering];
  }

  function makePointable() {
    all("[data-card][data-place], [data-plays], .board [data-aim]").forEach((part) => {
      if (part.querySelector(".act") || !formsOf(part).length) return;
      const act = document.createElement("button");
      act.type = "button";
      act.className = "act";
      act.setAttribute("aria-label", nameOf(part));
      act.setAttribute("aria-pressed", "false");
      part.append(act);
      part.classList.add("can-act");
    });
  }

  function choose(part) {
    const { aim, target, place } = part.dataset;
    if (aim) return chooseTarget(part, target);
    const gathering = chosen && "gather" in chosen.form.dataset && place;
    if (gathering) return gather(part);
    const form = formsOf(part)[0];
    start(form, part);
    if ("gather" in form.dataset) gather(part);
    return undefined;
  }

  function start(form, card) {
    clear();
    chosen = { form, card, target: null, isReady: !form.dataset.aim && !("gather" in form.dataset) };
    show();
    if (chosen.isReady) focusOnConfirm();
  }

  function chooseTarget(part, target) {
    const fitting = formsOf(part);
    const form = chosen && fitting.includes(chosen.form) ? chosen.form : fitting[0];
    if (!chosen || chosen.form !== form) start(form, null);
    form.querySelector("select").value = target;
    chosen.target = part;
    chosen.isReady = true;
    show();
    focusOnConfirm();
  }

  function gather(part) {
    const tick = ticksOf(chosen.form)[part.dataset.place];
    tick.checked = !tick.checked;
    chosen.isReady = ticksOf(chosen.form).some((each) => each.checked);
    show();
  }

  function sentence() {
    const { form } = chosen;
    if (!chosen.isReady) return form.dataset.asks;
    const list = form.querySelector("select");
    const cards = ticksOf(form).filter((each) => each.checked).map((each) => nameOf(each.parentElement));
    const target = list ? list.selectedOptions[0].textContent.trim() : "";
    return form.dataset.says.replace("{target}", () => target).replace("{cards}", () => cards.join(", "));
  }

  function insteadOf() {
    const others = chosen.card ? formsOf(chosen.card) : chosen.target ? formsOf(chosen.target) : [];
    return others[(others.indexOf(chosen.form) + 1) % others.length];
  }

  function show() {
    const paper = slip();
    const end = endOf(chosen.form);
    const other = insteadOf();
    mark();
    paper.classList.add("is-shown");
    paper.querySelector(".slip-says").textContent = sentence();
    paper.querySelector("[data-confirm]").hidden = !chosen.isReady;
    const endBox = paper.querySelector("[data-end]");
    endBox.hidden = !end || !chosen.isReady;
    endBox.querySelector("input").checked = Boolean(end && end.checked);
    const instead = paper.querySelector("[data-instead]");
    instead.hidden = !other || other === chosen.form;
    if (!instead.hidden) instead.textContent = nameOf(other.querySelector("legend"));
  }

  function mark() {
    unmark();
    const { form, card, target } = chosen;
    form.classList.add("is-armed");
    const picked = "gather" in form.dataset ? all("[data-place]").filter((each) => ticksOf(form)[each.dataset.place].checked) : [card, target];
    picked.filter(Boolean).forEach((part) => {
      part.classList.add("is-chosen");
      part.querySelector(".act").setAttribute("aria-pressed", "true");
    });
    if (!form.dataset.aim) return;
    all(`.board [data-aim="${form.dataset.aim}"].can-act`).forEach((part) => {
      if (optionOf(form, part.dataset.target)) part.classList.add("is-open");
    });
    if (!chosen.isReady) document.querySelector(".is-open")?.scrollIntoView({ block: "nearest" });
  }

  function unmark() {
    all(".is-armed, .is-chosen, .is-open").forEach((part) => part.classList.remove("is-armed", "is-chosen", "is-open"));
    all('.act[aria-pressed="true"]').forEach((act) => act.setAttribute("aria-pressed", "false"));
  }

  function clear() {
    const form = chosen && chosen.form;
    chosen = null;
    unmark();
    if (form) form.reset();
    if (slip()) slip().classList.remove("is-shown");
  }

  function takeBack() {
    const part = chosen && (chosen.card || chosen.target);
    clear();
    if (part && part.isConnected) part.querySelector(".act").focus();
  }

  function tryTheOther() {
    const { card, target } = chosen;
    const other = insteadOf();
    if (!card) {
      start(other, null);
      chooseTarget(target, target.dataset.target);
      return;
    }
    start(other, card);
    if ("gather" in other.dataset) gather(card);
  }

  function focusOnConfirm() {
    slip().querySelector("[data-confirm]").focus({ preventScroll: true });
  }

  document.addEventListener("click", (event) => {
    const act = event.target.closest(".act, #slip button");
    if (!act) return;
    if (act.matches(".act")) choose(act.parentElement);
    else if (act.matches("[data-confirm]")) chosen.form.requestSubmit();
    else if (act.matches("[data-instead]")) tryTheOther();
    else takeBack();
  });

  document.addEventListener("change", (event) => {
    if (chosen && event.target.closest("[data-end]")) endOf(chosen.form).checked = event.target.checked;
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen) takeBack();
  });

  document.addEventListener("live:swapped", () => {
    if (chosen && !chosen.form.isConnected) clear();
    makePointable();
  });

  makePointable();
})();
