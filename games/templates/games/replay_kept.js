"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const film = read("film");
  const slider = document.getElementById("slider");
  const count = document.getElementById("count");
  const eyes = document.getElementById("eyes");
  const stage = document.getElementById("stage");
  const play = document.getElementById("play");
  const viewer = document.getElementById("viewer");
  const words = viewer.dataset;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;

  const tables = film.frames.map((frames) => {
    let before = [];
    return frames.map(([top, bottom, between]) => {
      before = [...before.slice(0, top), ...between, ...before.slice(before.length - bottom)];
      return before;
    });
  });

  function add(parent, name, text) {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    return parent.appendChild(made);
  }

  function told(place, seat) {
    const since = place ? film.positions[place - 1] : 0;
    const entries = film.told[seat].slice(since, film.positions[place]);
    return entries.flat().map((number) => film.lines[number]);
  }

  function show() {
    const place = Number(slider.value);
    const position = film.positions[place];
    const isOpen = eyes.value === "open";
    const seats = isOpen ? film.names.map((_, seat) => seat) : [Number(eyes.value)];
    count.textContent = `${position} / ${film.positions[film.positions.length - 1]}`;
    document.getElementById("said").textContent = [count.textContent, ...told(place, seats[0])].join(" ");
    stage.replaceChildren();
    if (film.behind.includes(position)) add(stage, "p", words.behind);
    for (const seat of seats) {
      const section = add(stage, "section");
      if (isOpen) add(section, "h2", film.names[seat]);
      for (const sentence of told(place, seat)) add(section, "p", sentence).className = "told";
      const table = add(section, "div");
      table.className = "table";
      table.innerHTML = tables[seat][place].map((number) => film.lines[number]).join("\n");
      if (!tables[seat][place].length) add(table, "p", words.before);
    }
  }

  function go(place) {
    slider.value = String(place);
    show();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = words.play;
  }

  function step() {
    if (Number(slider.value) >= Number(slider.max)) stop();
    else go(Number(slider.value) + 1);
  }

  play.addEventListener("click", () => {
    if (timer) return stop();
    if (slider.value === slider.max) go(0);
    timer = setInterval(step, isCalm.matches ? 4000 : 1600);
    play.textContent = words.stop;
    return undefined;
  });
  document.getElementById("back").addEventListener("click", () => { stop(); go(Number(slider.value) - 1); });
  document.getElementById("next").addEventListener("click", () => { stop(); go(Number(slider.value) + 1); });
  slider.addEventListener("input", () => { stop(); show(); });
  eyes.addEventListener("change", show);
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return;
    event.preventDefault();
    stop();
    go(Math.min(Math.max(Number(slider.value) + steps[event.key], 0), Number(slider.max)));
  });
  document.getElementById("save").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([document.getElementById("export").textContent]));
    link.download = `match-${document.documentElement.dataset.match}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });

  slider.max = String(film.positions.length - 1);
  film.names.forEach((name, seat) => add(eyes, "option", film.seen[seat]).value = String(seat));
  add(eyes, "option", words.open).value = "open";
  eyes.value = "open";
  viewer.hidden = false;
  go(0);
})();
