// The ways in which pointing at parts fills in a form. Each takes a form that stands on the page anyway, and knows which
// parts it can take next, what is chosen so far, whether the move is complete, and how to say it. `follow` reads what was
// filled in by hand and tells whether the board can show it; `isPartial` is what was pointed at and the form lacks yet.
"use strict";

const aimingWays = (() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const words = (text) => (text || "").split(/\s+/).filter(Boolean);
  const tokensOf = (part) => words(part.dataset.part);
  const textOf = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const filled = (pattern, told) =>
    Object.entries(told).reduce((said, [name, value]) => said.replace(`{${name}}`, () => value), pattern);

  // form[data-says], whose options (or itself) say with data-steps at which parts one points to choose them, in any order.
  class Steps {
    constructor(form) {
      this.form = form;
      this.points = [];
      const lists = all("select", form).filter((list) => list.querySelector("[data-steps]"));
      this.lists = (lists.length ? lists : form.dataset.steps ? [form] : []).map((list) => ({
        list,
        choices: list === form ? [form] : all("option[data-steps]", list),
      }));
    }

    static fits(form) {
      return Boolean(form.dataset.steps || form.querySelector("option[data-steps]"));
    }

    stepOf(part) {
      return tokensOf(part).find((token) => this.lists.some(({ choices }) => choices.some((each) => words(each.dataset.steps).includes(token))));
    }

    canTake(part) {
      return Boolean(this.stepOf(part));
    }

    fitting({ choices }, points) {
      const known = points.map((part) => this.stepOf(part)).filter((step) => choices.some((each) => words(each.dataset.steps).includes(step)));
      return choices.filter((each) => known.every((step) => words(each.dataset.steps).includes(step)));
    }

    exact(entry) {
      const leads = words(this.form.dataset.leads);
      const steps = this.points.map((part) => this.stepOf(part));
      return this.fitting(entry, this.points).find((each) =>
        words(each.dataset.steps).every((step) => steps.includes(step) || leads.includes(step)));
    }

    agrees(points) {
      return this.lists.every((entry) => this.fitting(entry, points).length);
    }

    take(part) {
      const step = this.stepOf(part);
      const others = this.points.filter((each) => this.stepOf(each) !== step);
      const isBack = this.points.includes(part) && others.length;
      while (!isBack && !this.agrees([...others, part])) others.shift();
      this.points = isBack ? others : [...others, part];
      this.lists.forEach((entry) => {
        const found = this.exact(entry);
        if (found && found !== this.form) found.selected = true;
      });
    }

    follow(find) {
      const steps = this.lists.flatMap(({ list }) => (list === this.form ? [] : words(list.selectedOptions[0]?.dataset.steps)));
      this.points = steps.map(find).filter(Boolean);
      return this.lists.every((entry) => entry.list === this.form || this.exact(entry) === entry.list.selectedOptions[0]);
    }

    undo() {
      return false;
    }

    isChosen(part) {
      return this.points.includes(part);
    }

    get isPartial() {
      return this.points.length > 0 && !this.isReady;
    }

    isOpen(part) {
      return !this.isReady && this.canTake(part) && !this.isChosen(part) && this.agrees([...this.points, part])
        && !this.points.some((each) => this.stepOf(each) === this.stepOf(part));
    }

    get isReady() {
      return this.lists.every((entry) => this.exact(entry));
    }

    get says() {
      const missing = this.lists.find((entry) => !this.exact(entry));
      if (missing) return missing.list.dataset.asks || this.form.dataset.asks;
      const told = this.lists.filter(({ list }) => list !== this.form).map(({ list }) =>
        [list.dataset.as || "target", list.selectedOptions[0].dataset.says || textOf(list.selectedOptions[0])]);
      return filled(this.form.dataset.says, Object.fromEntries(told));
    }
  }

  // form[data-gather], whose boxes to tick say with data-part which cards they stand for.
  class Gather {
    constructor(form) {
      this.form = form;
    }

    static fits(form) {
      return "gather" in form.dataset;
    }

    tickOf(part) {
      return all('input[type="checkbox"][data-part]', this.form).find((each) => tokensOf(part).includes(each.dataset.part));
    }

    get ticked() {
      return all("input[data-part]:checked", this.form);
    }

    canTake(part) {
      return Boolean(this.tickOf(part));
    }

    take(part) {
      const tick = this.tickOf(part);
      tick.checked = !tick.checked;
    }

    follow() {
      return this.isReady;
    }

    undo() {
      return false;
    }

    isChosen(part) {
      return Boolean(this.tickOf(part)?.checked);
    }

    get isPartial() {
      return false;
    }

    isOpen() {
      return false;
    }

    get isReady() {
      return this.ticked.length > 0;
    }

    get says() {
      const cards = this.ticked.map((each) => textOf(each.parentElement)).join(", ");
      return this.isReady ? filled(this.form.dataset.says, { cards }) : this.form.dataset.asks;
    }
  }

  // form[data-pairs], each of whose rows [data-pair] brings one card to one goal: a list of cards, and a list of goals
  // or a goal of its own (data-goal). A sealed form begins with what it holds.
  class Pairs {
    constructor(form) {
      this.form = form;
      this.picked = null;
      this.rows = all("[data-pair]", form).map((row) => {
        const [cards, goals] = all("select", row);
        return { row, cards, goals, goal: row.dataset.goal };
      });
      this.pairs = form.dataset.pairs === "sealed" ? this.read() : [];
    }

    static fits(form) {
      return "pairs" in form.dataset;
    }

    // What the form holds. A card that it names more often than the hand has it counts as often as it is there.
    read() {
      const used = new Set();
      return this.rows.flatMap(({ cards, goals, goal }) => {
        const option = [...cards.options].find((each) => each.value === cards.value && !used.has(each.dataset.part));
        if (!option) return [];
        used.add(option.dataset.part);
        return [{ card: option.dataset.part, goal: goal || goals.selectedOptions[0].dataset.part }];
      });
    }

    follow() {
      this.picked = null;
      this.pairs = this.read();
      return true;
    }

    cardOf(part) {
      return tokensOf(part).find((token) => [...this.rows[0].cards.options].some((each) => each.dataset.part === token));
    }

    goalOf(part) {
      return tokensOf(part).find((token) => this.rows.some(({ goals, goal }) =>
        goals ? [...goals.options].some((each) => each.dataset.part === token) : goal === token));
    }

    isFree(goal) {
      const fixed = this.rows.filter((each) => each.goal === goal);
      return this.pairs.length < this.rows.length && (!fixed.length || !this.pairs.some((each) => each.goal === goal));
    }

    canTake(part) {
      return Boolean(this.cardOf(part) || this.goalOf(part));
    }

    take(part) {
      const card = this.cardOf(part);
      if (!card) return this.bring(this.goalOf(part));
      const isPlaced = this.pairs.some((each) => each.card === card);
      this.pairs = this.pairs.filter((each) => each.card !== card);
      this.picked = isPlaced || this.picked === card || this.pairs.length === this.rows.length ? null : card;
      return this.write();
    }

    bring(goal) {
      if (!this.picked || !this.isFree(goal)) return;
      this.pairs.push({ card: this.picked, goal });
      this.picked = null;
      this.write();
    }

    write() {
      if (!this.isReady) return;
      this.rows.forEach(({ cards, goals, goal }, at) => {
        const pair = goal ? this.pairs.find((each) => each.goal === goal) : this.pairs[at];
        cards.selectedIndex = [...cards.options].findIndex((each) => each.dataset.part === pair.card);
        if (goals) goals.selectedIndex = [...goals.options].findIndex((each) => each.dataset.part === pair.goal);
      });
    }

    undo() {
      if (this.picked) this.picked = null;
      else this.pairs.pop();
      return this.pairs.length > 0;
    }

    isChosen(part) {
      const card = this.cardOf(part);
      return Boolean(card) && (card === this.picked || this.pairs.some((each) => each.card === card));
    }

    isOpen(part) {
      const goal = this.goalOf(part);
      return Boolean(this.picked && goal && this.isFree(goal));
    }

    get held() {
      return this.pairs;
    }

    get isPartial() {
      return !this.isReady;
    }

    get isReady() {
      return !this.picked && this.pairs.length === this.rows.length;
    }

    get says() {
      if (this.picked) return this.form.dataset.asksGoal;
      const told = this.pairs.map(({ card, goal }) => {
        const { cards, goals, row } = this.rows.find((each) => each.goal === goal) || this.rows[0];
        const named = (list, token) => textOf([...list.options].find((each) => each.dataset.part === token));
        return filled(this.form.dataset.pair, { card: named(cards, card), goal: goals ? named(goals, goal) : row.dataset.name });
      });
      return filled(this.isReady ? this.form.dataset.says : this.form.dataset.asks, { pairs: told.join("; ") });
    }
  }

  return [Steps, Gather, Pairs];
})();
