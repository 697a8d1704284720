// Acting by pointing: parts of the board are pointed at, what that means is said in words, and a button confirms it. All
// of it only fills in the forms that stand on the page anyway; the marks it reads are listed at the head of ground.css.
// There is one path to a move: what the board shows is what the form holds, and while it is not complete no button is lit.
"use strict";

(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const slip = () => document.getElementById("slip");
  const nameOf = (part) => part.dataset.name || (part.querySelector(":scope > .plate") || part).textContent.replace(/\s+/g, " ").trim();
  const actOf = (part) => (part.matches(".act") ? part : part.querySelector(":scope > .act"));
  const partOf = (act) => act.closest("[data-part]");
  const parts = () => all(".board [data-part]:not(input, option)");
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  let chosen = null; // one of the ways, with its form
  let points = []; // the parts pointed at for it, in order

  const wayOf = (form) => {
    const Way = aimingWays.find((each) => each.fits(form));
    return Way ? new Way(form) : null;
  };
  const ways = () => all("form.move[data-says]").map(wayOf).filter(Boolean);
  const fitting = (pointed) => ways().filter((way) => pointed.every((part) => way.canTake(part)));

  function makePointable() {
    const open = ways();
    parts().filter((part) => !actOf(part) && open.some((way) => way.canTake(part))).forEach((part) => {
      const isDrawn = part instanceof SVGElement;
      const act = isDrawn ? part : document.createElement("button");
      act.classList.add("act");
      act.setAttribute("aria-label", nameOf(part));
      act.setAttribute("aria-pressed", "false");
      if (isDrawn) {
        act.setAttribute("role", "button");
        act.setAttribute("tabindex", "0");
      } else {
        act.type = "button";
        part.append(act);
      }
      part.classList.add("can-act");
    });
  }

  function point(part, isByKey) {
    if (chosen && !chosen.canTake(part)) turnTo(part);
    if (!chosen) chosen = fitting([part])[0];
    chosen.take(part);
    points.push(part);
    show();
    if (chosen.isReady) focusOnConfirm();
    else if (isByKey) document.querySelector(".is-open .act, .act.is-open")?.focus();
    else document.querySelector(".is-open")?.scrollIntoView({ block: "nearest" });
  }

  // Go on with another form that lays what was pointed at so far before this part, or else begin anew.
  function turnTo(part) {
    const pointed = points;
    const other = layingBefore(part);
    clear();
    if (!other) return;
    chosen = other;
    points = pointed;
    pointed.forEach((each) => chosen.take(each));
  }

  function focusOnConfirm() {
    if ("gather" in chosen.form.dataset || "heaps" in chosen.form.dataset) return;
    slip().querySelector("[data-confirm]").focus({ preventScroll: true });
  }

  function show() {
    const paper = slip();
    const end = chosen.form.querySelector('input[value="end"]');
    const other = insteadOf();
    mark();
    paper.classList.add("is-shown");
    paper.querySelector(".slip-says").textContent = chosen.says;
    paper.querySelector("[data-confirm]").hidden = !chosen.isReady;
    const endBox = paper.querySelector("[data-end]");
    endBox.hidden = !end || !chosen.isReady;
    endBox.querySelector("input").checked = Boolean(end && end.checked);
    const instead = paper.querySelector("[data-instead]");
    instead.hidden = !other || "heaps" in chosen.form.dataset;
    if (other) instead.textContent = nameOf(other.form.querySelector("legend"));
    paper.querySelector("[data-more]").replaceChildren(...(chosen.more || []).map(buttonFor));
  }

  function buttonFor([words, act], at) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = words;
    button.addEventListener("click", () => {
      const focused = document.activeElement;
      act();
      if (document.activeElement !== focused) return;
      show();
      (all("#slip [data-more] button")[at] || all("#slip button:not([hidden])").at(-1)).focus();
    });
    return button;
  }

  function insteadOf() {
    const others = fitting(points);
    const at = others.findIndex((way) => way.form === chosen.form);
    return others.length > 1 ? others[(at + 1) % others.length] : null;
  }

  function tryTheOther() {
    const other = insteadOf();
    const pointed = points;
    clear();
    chosen = other;
    pointed.forEach((part) => chosen.take(part));
    points = pointed;
    show();
    if (chosen.isReady) focusOnConfirm();
  }

  function mark() {
    unmark();
    chosen.form.classList.add("is-armed");
    light(chosen.form, !chosen.isPartial);
    parts().filter(actOf).forEach((part) => {
      const isChosen = chosen.isChosen(part);
      part.classList.toggle("is-chosen", isChosen);
      part.classList.toggle("is-open", chosen.isOpen(part) || isOpenElsewhere(part));
      actOf(part).setAttribute("aria-pressed", String(isChosen));
    });
    (chosen.held || []).forEach(lay);
  }

  const layingBefore = (part) => fitting([...points, part]).find((way) => "heaps" in way.form.dataset && way.aimOf(part));
  const isOpenElsewhere = (part) => !chosen.isReady && !chosen.canTake(part) && Boolean(points.length && layingBefore(part));

  // Show a card where it is brought: a copy of it, in the place that its goal keeps for such.
  function lay({ card, goal, count }) {
    const find = (token) => parts().find((part) => part.dataset.part.split(" ").includes(token));
    const place = find(goal)?.querySelector("[data-holds]");
    if (!place) return;
    const copy = find(card).cloneNode(true);
    copy.querySelector(".act")?.remove();
    if (count) {
      copy.querySelector(".count")?.remove();
      copy.dataset.laid = count;
    }
    copy.removeAttribute("data-part");
    copy.classList.remove("can-act", "is-chosen", "is-open");
    copy.classList.add("is-laid");
    place.append(copy);
  }

  function light(form, isLit) {
    all('button[type="submit"]', form).forEach((button) => { button.disabled = !isLit; });
  }

  function unmark() {
    all("form.is-armed").forEach((form) => light(form, true));
    all(".is-laid").forEach((each) => each.remove());
    all(".is-armed, .is-chosen, .is-open").forEach((part) => part.classList.remove("is-armed", "is-chosen", "is-open"));
    all('.act[aria-pressed="true"]').forEach((act) => act.setAttribute("aria-pressed", "false"));
  }

  // Point at nothing any more, and leave the form as it is.
  function release() {
    chosen = null;
    points = [];
    unmark();
    slip()?.classList.remove("is-shown");
    all("#slip input").forEach((box) => { box.checked = box.defaultChecked; });
  }

  function clear() {
    const form = chosen && chosen.form;
    release();
    if (form) form.reset();
  }

  function takeBack() {
    const [first] = points;
    clear();
    if (first && first.isConnected) actOf(first)?.focus();
  }

  function goBack() {
    if (!chosen.undo()) {
      takeBack();
      return;
    }
    const last = points.pop();
    show();
    if (last) actOf(last).focus();
  }

  function move(from, [across, down]) {
    const open = all(".is-open .act, .act.is-open");
    const centre = (act) => {
      const box = act.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = centre(from);
    const far = (act) => {
      const [toX, toY] = centre(act);
      const ahead = (toX - x) * across + (toY - y) * down;
      const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * across);
      return ahead > 1 && aside <= 2 * ahead ? ahead + 2 * aside : Infinity;
    };
    const others = (open.includes(from) ? open : all(".board .act")).filter((act) => act !== from && far(act) < Infinity);
    others.sort((one, other) => far(one) - far(other))[0]?.focus();
  }

  function touch(field, isPressed) {
    const form = field.closest("form.move[data-heaps][data-says]");
    if (!form) return;
    if (!chosen || chosen.form !== form) {
      clear();
      chosen = wayOf(form);
    }
    if (isPressed) chosen.press(field);
    else chosen.touch(field);
    show();
  }

  function isAsAtFirst(form) {
    const first = form.cloneNode(true);
    first.reset();
    const [now, then] = [form, first].map((each) => JSON.stringify([...new FormData(each)]));
    return now === then;
  }

  // A form that is filled in by hand is drawn on the board, so that both show the same move; one taken back is let go.
  function follow(field) {
    const form = field.closest("form.move[data-says]:not([data-heaps])");
    const way = form && wayOf(form);
    if (!way) return;
    if (chosen && chosen.form !== form) clear();
    const isDrawn = way.follow((token) => parts().find((part) => actOf(part) && part.dataset.part.split(" ").includes(token)));
    release();
    if (!isDrawn || isAsAtFirst(form)) return;
    chosen = way;
    show();
  }

  document.addEventListener("input", (event) => touch(event.target, false));

  document.addEventListener("click", (event) => {
    const field = event.target.matches("input") ? null : event.target.closest("form[data-heaps][data-says] .tile")?.querySelector("[data-count]");
    if (field) {
      event.preventDefault();
      touch(field, true);
      return;
    }
    const act = event.target.closest(".act, #slip .actions button");
    if (!act) return;
    if (act.matches(".act")) point(partOf(act), event.detail === 0);
    else if (act.matches("[data-confirm]")) chosen.form.requestSubmit();
    else if (act.matches("[data-instead]")) tryTheOther();
    else takeBack();
  });

  document.addEventListener("change", (event) => {
    follow(event.target);
    if (chosen && event.target.closest("[data-end]")) chosen.form.querySelector('input[value="end"]').checked = event.target.checked;
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen) goBack();
    if (!event.target.matches(".act")) return;
    if (ARROWS[event.key]) {
      event.preventDefault();
      move(event.target, ARROWS[event.key]);
    } else if (event.target instanceof SVGElement && ["Enter", " "].includes(event.key)) {
      event.preventDefault();
      point(event.target, true);
    }
  });

  document.addEventListener("live:swapped", () => {
    if (chosen && !chosen.form.isConnected) clear();
    makePointable();
  });

  makePointable();
})();
