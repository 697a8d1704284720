// One more way of pointing, form[data-heaps]: cards are laid one by one on heaps, which are groups of number fields.
// A heap has a target of its own, or the form has one for all.
"use strict";

(() => {
  const all = (selector, root) => [...root.querySelectorAll(selector)];
  const tokensOf = (part) => (part.dataset.part || "").split(/\s+/);
  const numberOf = (field) => Number(field.value) || 0;
  const fieldsOf = (heap) => all("[data-count]", heap);
  const countedIn = (heap) => fieldsOf(heap).filter(numberOf);
  const sumOf = (heap) => fieldsOf(heap).reduce((sum, field) => sum + numberOf(field), 0);
  const ownListOf = (heap) => heap.querySelector("select[data-to]");
  const listOf = (heap) => ownListOf(heap) || heap.closest("form").querySelector("select[data-to]");
  const targetOf = (heap) => listOf(heap).selectedOptions[0];
  const isAimed = (heap) => Boolean(targetOf(heap)) && !("nobody" in targetOf(heap).dataset);
  const nameOf = (heap) => targetOf(heap)?.textContent.trim() || "";
  const filled = (text, told) => text.replace(/\{(\w+)\}/g, (whole, word) => (word in told ? told[word] : whole));

  class Heaps {
    constructor(form) {
      this.form = form;
      this.heaps = all("[data-heap]", form);
      this.heap = null;
      this.picked = "";
      this.done = [];
      this.settle();
    }

    static fits(form) {
      return "heaps" in form.dataset;
    }

    get own() {
      return this.heaps.filter((heap) => "own" in heap.dataset);
    }

    cardOf(part) {
      return tokensOf(part).find((token) => this.own.some((heap) => this.fieldFor(heap, token)));
    }

    aimOf(part) {
      return tokensOf(part).find((token) => this.form.querySelector(`select[data-to] option[data-part="${CSS.escape(token)}"]`));
    }

    fieldFor(heap, word) {
      return fieldsOf(heap).find((field) => field.dataset.count === word);
    }

    countOf(heap, word) {
      return numberOf(this.fieldFor(heap, word) || { value: 0 });
    }

    canTake(part) {
      return Boolean(this.aimOf(part) || (this.form.querySelector("option[data-part]") && this.cardOf(part)));
    }

    take(part) {
      const card = this.cardOf(part);
      if (!card) return this.aim(this.aimOf(part));
      if (this.heap) return this.lay(this.heap, card, 1);
      this.picked = card;
      this.done.push(() => { this.picked = ""; });
      return undefined;
    }

    aim(token) {
      const heap = this.own.find((each) => targetOf(each)?.dataset.part === token) || this.own.find((each) => !isAimed(each)) || this.own.at(-1);
      const before = [this.heap, listOf(heap).selectedIndex];
      listOf(heap).querySelector(`option[data-part="${CSS.escape(token)}"]`).selected = true;
      this.heap = heap;
      this.done.push(() => { [this.heap, listOf(heap).selectedIndex] = before; });
      if (this.picked) this.lay(heap, this.picked, 1);
      this.picked = "";
      this.settle();
    }

    fits(heap, word, more) {
      const field = this.fieldFor(heap, word);
      const others = this.heaps.filter((each) => each !== heap).reduce((sum, each) => sum + this.countOf(each, word), 0);
      if (!field || (this.form.dataset.heaps === "apart" && others)) return false;
      const held = this.form.dataset.heaps === "together" ? others + numberOf(field) : numberOf(field);
      return held + more <= Number(field.max) && sumOf(heap) + more <= Number(heap.dataset.most || Infinity);
    }

    lay(heap, word, step) {
      if (step > 0 && !this.fits(heap, word, step)) return;
      const field = this.fieldFor(heap, word);
      const before = field.value;
      field.value = numberOf(field) + step;
      this.done.push(() => { field.value = before; });
      this.settle();
    }

    leaveOut(heap) {
      const list = ownListOf(heap);
      list.querySelector("option[data-nobody]").selected = true;
      fieldsOf(heap).forEach((field) => { field.value = 0; });
      if (this.heap === heap) this.heap = this.own.find(isAimed) || null;
      this.done = [];
      this.settle();
    }

    touch(field) {
      const heap = field.closest("[data-heap]");
      this.heap = heap && "own" in heap.dataset ? heap : this.heap || this.own[0];
      this.settle();
    }

    press(field) {
      this.lay(field.closest("[data-heap]"), field.dataset.count, 1);
      this.touch(field);
    }

    settle() {
      all("select[data-if]", this.form).forEach((list) => {
        const heap = list.closest("[data-heap]");
        list.disabled = !(targetOf(heap) && "may" in targetOf(heap).dataset && this.countOf(heap, list.dataset.if));
      });
    }

    undo() {
      this.done.pop()?.();
      this.settle();
      return this.done.length > 0;
    }

    isChosen(part) {
      const aim = this.aimOf(part);
      if (aim) return Boolean(this.heap) && this.own.some((heap) => isAimed(heap) && targetOf(heap).dataset.part === aim);
      const card = this.cardOf(part);
      return Boolean(card) && (card === this.picked || (Boolean(this.heap) && this.own.some((heap) => this.countOf(heap, card))));
    }

    isOpen(part) {
      return Boolean(this.picked && this.aimOf(part));
    }

    get held() {
      if (!this.heap) return [];
      return this.own.filter(isAimed).flatMap((heap) => countedIn(heap).map((field) =>
        ({ card: field.dataset.count, goal: targetOf(heap).dataset.part, count: numberOf(field) })));
    }

    get isPartial() {
      return Boolean(this.picked);
    }

    get isReady() {
      const targets = this.own.filter((heap) => ownListOf(heap) && isAimed(heap)).map((heap) => targetOf(heap).value);
      return Boolean(this.heap)
        && this.heaps.every((heap) => countedIn(heap).every((field) => this.fits(heap, field.dataset.count, 0)))
        && this.heaps.every((heap) => isAimed(heap) || !sumOf(heap))
        && this.heaps.some(isAimed)
        && new Set(targets).size === targets.length
        && (this.form.dataset.heaps === "together" || this.heaps.some(sumOf));
    }

    told(heap) {
      const meant = all("select[data-if]", heap).filter((list) => !list.disabled && list.value).map((list) => list.selectedOptions[0].dataset.says);
      const cards = countedIn(heap).map((field) => `${numberOf(field)} ${field.dataset.name}`).join(", ");
      return [cards || this.form.dataset.none, ...meant].join(" ");
    }

    get says() {
      if (!this.heap) return this.form.dataset.asks;
      const each = this.heaps.filter((heap) => heap.dataset.says && isAimed(heap))
        .map((heap) => filled(heap.dataset.says, { target: nameOf(heap), cards: this.told(heap) }));
      const named = Object.fromEntries(this.heaps.map((heap) => [heap.dataset.heap, this.told(heap)]));
      const whole = filled(this.form.dataset.says, { ...named, heaps: each.join("; "), target: nameOf(this.heaps[0]) });
      const spoken = all("input[data-says]", this.form).filter((field) => field.value.trim());
      return [whole, ...spoken.map((field) => filled(field.dataset.says, { text: field.value.trim() }))].join(" ");
    }

    // What else can be done while the heaps are laid: [words, what happens] each.
    get more() {
      if (!this.heap) return [];
      const further = this.form.dataset.further;
      const others = this.heaps.find((heap) => !("own" in heap.dataset));
      const lifts = this.heaps.filter((heap) => isAimed(heap)).flatMap((heap) => this.liftsOf(heap));
      return further && others ? [...lifts, [further, () => this.goTo(others)]] : lifts;
    }

    goTo(heap) {
      const folded = this.form.closest("details");
      if (folded) folded.open = true;
      fieldsOf(heap)[0].focus();
    }

    liftsOf(heap) {
      const target = nameOf(heap);
      const lifts = countedIn(heap).map((field) =>
        [filled(heap.dataset.lifts, { target, card: field.dataset.name }), () => this.lay(heap, field.dataset.count, -1)]);
      return heap.dataset.drops ? [...lifts, [filled(heap.dataset.drops, { target }), () => this.leaveOut(heap)]] : lifts;
    }
  }

  aimingWays.push(Heaps);
})();
