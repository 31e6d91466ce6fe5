// The map editor: bases are dragged, turned and measured by pointer, touch and keyboard.
// The map says of itself where it is (data-scale, data-left, data-top of the svg; data-x, data-y of every g.token).
// What was done is told to the server as an event "board", which draws the map anew.
(() => {
  if (window.csBoard) return;
  const words = () => window.csBoardWords || {};
  const NS = 'http://www.w3.org/2000/svg';
  const STEP = 0.5, LITTLE = 0.1, TURN = 15, IDLE = 350, NEAR = 4;
  const state = { drag: null, nudge: null, timer: 0, from: null, focus: -1, cross: null };
  window.csBoard = state;

  const map = () => document.querySelector('.cs-map');
  const svg = () => map() && map().querySelector('svg');
  const tokens = () => svg() ? [...svg().querySelectorAll('g.token')] : [];
  const number = (name, of) => parseFloat(of.dataset[name]);
  const round = (x, grain) => Math.round(x / grain) * grain;
  const fill = (text, facts) => (text || '').replace(/\{(\w+)\}/g, (_, k) => facts[k]);
  const show = (x) => String(Math.round(x * 100) / 100);
  const measuring = () => document.querySelector('[data-measure]')?.getAttribute('aria-pressed') === 'true';

  function pixel(event) { // where a pointer is, in the pixels of the drawing
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
    return [at.x, at.y];
  }
  const toTable = ([p, q]) => [number('left', svg()) + p / number('scale', svg()), number('top', svg()) - q / number('scale', svg())];
  const toPixel = ([x, y]) => [(x - number('left', svg())) * number('scale', svg()), (number('top', svg()) - y) * number('scale', svg())];
  const place = (g) => [number('x', g), number('y', g)];

  function together(g) { // the bases that move with one: its whole unit, unless single figures are asked for
    if (document.querySelector('[data-single]')?.checked) return [g];
    return tokens().filter((other) => other.dataset.name === g.dataset.name);
  }

  function says(g, x, y) {
    const facts = { name: g.dataset.name, x: show(x), y: show(y), facing: show(number('facing', g)) };
    return fill(g.dataset.turns === '1' ? words().base : words().plain, facts);
  }
  function tell(text) {
    const box = document.querySelector('.cs-map-says');
    if (box) box.textContent = text;
  }

  // ---- the map has been drawn anew
  function dress() {
    if (!svg()) return;
    svg().removeAttribute('role');
    tokens().forEach((g, k) => {
      if (g.getAttribute('tabindex') !== null) return;
      g.setAttribute('tabindex', '0');
      g.setAttribute('role', 'button');
      g.setAttribute('aria-label', says(g, ...place(g)));
      if (k === state.focus && !state.drag) { g.focus({ preventScroll: true }); handle(g); }
    });
    if (state.from && !svg().querySelector('.cs-from') && (state.from.length === 2 || tokens()[state.from[0]])) mark(state.from);
  }
  new MutationObserver(() => { if (map()) dress(); }).observe(document.documentElement, { childList: true, subtree: true });

  function handle(g) { // the knob that turns a base, ahead of it
    svg().querySelectorAll('.cs-knob').forEach((old) => old.remove());
    if (!g || g.dataset.turns !== '1') return;
    const [p, q] = toPixel(place(g)), box = g.getBBox(), far = Math.hypot(box.width, box.height) / 2 + 20;
    const a = number('facing', g) * Math.PI / 180, u = p + far * Math.sin(a), v = q - far * Math.cos(a);
    const knob = document.createElementNS(NS, 'g');
    knob.setAttribute('class', 'cs-knob');
    knob.innerHTML = `<line x1="${p}" y1="${q}" x2="${u}" y2="${v}"/><circle cx="${u}" cy="${v}" r="11"/>`;
    knob.dataset.of = tokens().indexOf(g);
    svg().appendChild(knob);
  }

  // ---- measuring
  function mark(end) {
    svg().querySelectorAll('.cs-from').forEach((old) => old.remove());
    if (!end || (end.length === 1 && !tokens()[end[0]])) return;
    const [p, q] = toPixel(end.length === 1 ? place(tokens()[end[0]]) : end);
    const ring = document.createElementNS(NS, 'circle');
    ring.setAttribute('class', 'cs-from');
    ring.setAttribute('cx', p); ring.setAttribute('cy', q); ring.setAttribute('r', 9);
    svg().appendChild(ring);
  }
  function measure(end) { // an end is [number of a base] or [x, y]
    if (!state.from) {
      state.from = end;
      mark(end);
      tell(words().first);
      return;
    }
    const ends = [state.from, end];
    forget();
    emitEvent('board', { measure: ends });
  }
  function forget() {
    state.from = null;
    if (svg()) mark(null);
  }

  // ---- pointer and touch
  document.addEventListener('pointerdown', (event) => {
    if (!svg() || !map().contains(event.target) || event.button !== 0) return;
    const knob = event.target.closest('.cs-knob'), g = event.target.closest('g.token');
    if (measuring()) {
      event.preventDefault();
      measure(g ? [tokens().indexOf(g)] : toTable(pixel(event)).map((x) => round(x, 0.01)));
      return;
    }
    if (!g && !knob) return;
    event.preventDefault();
    const of = knob ? tokens()[Number(knob.dataset.of)] : g;
    state.focus = tokens().indexOf(of);
    of.focus({ preventScroll: true });
    handle(of);
    state.drag = { of, turn: Boolean(knob), start: pixel(event), by: [0, 0], facing: null, group: together(of), moved: false };
  });
  document.addEventListener('pointermove', (event) => {
    const drag = state.drag;
    if (!drag || !svg()) return;
    const here = pixel(event);
    if (drag.turn) {
      const [p, q] = toPixel(place(drag.of));
      const angle = Math.atan2(here[0] - p, q - here[1]) * 180 / Math.PI;
      drag.facing = (round(angle, event.shiftKey ? 1 : 5) + 360) % 360;
      drag.of.setAttribute('transform', `rotate(${drag.facing - number('facing', drag.of)} ${p} ${q})`);
      tell(`${drag.of.dataset.name}: ${fill(words().facing, { facing: show(drag.facing) })}`);
      return;
    }
    if (!drag.moved && Math.hypot(here[0] - drag.start[0], here[1] - drag.start[1]) < NEAR) return;
    drag.moved = true;
    const [x, y] = place(drag.of), k = number('scale', svg()), grain = event.shiftKey ? 0.01 : 0.1;
    const to = [round(x + (here[0] - drag.start[0]) / k, grain), round(y - (here[1] - drag.start[1]) / k, grain)];
    drag.by = [to[0] - x, to[1] - y];
    slide(drag.group, drag.by);
    svg().querySelectorAll('.cs-knob').forEach((old) => old.remove());
    tell(says(drag.of, ...to));
  });
  document.addEventListener('pointerup', () => {
    const drag = state.drag;
    state.drag = null;
    if (!drag || !svg()) return;
    if (drag.turn && drag.facing !== null) emitEvent('board', { turn: [tokens().indexOf(drag.of), drag.facing] });
    else if (drag.moved) send(drag.group, drag.by);
  });
  document.addEventListener('touchmove', (event) => { // a finger that drags a base doesn't scroll the page
    if (state.drag) event.preventDefault();
  }, { passive: false });
  document.addEventListener('pointercancel', () => {
    if (state.drag) state.drag.group.forEach((g) => g.removeAttribute('transform'));
    state.drag = null;
  });
  function slide(group, [dx, dy]) {
    const k = number('scale', svg());
    group.forEach((g) => g.setAttribute('transform', `translate(${dx * k} ${-dy * k})`));
  }
  function send(group, [dx, dy]) {
    const all = tokens();
    emitEvent('board', { move: group.map((g) => [all.indexOf(g), number('x', g) + dx, number('y', g) + dy]) });
  }

  // ---- keys
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  document.addEventListener('keydown', (event) => {
    if (!svg() || !map().contains(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const g = event.target.closest('g.token'), arrow = ARROWS[event.key];
    if (event.key === 'Escape') { forget(); emitEvent('board', { forget: true }); return; }
    if (event.key === 'm' || event.key === 'M') {
      event.preventDefault();
      flush();
      if (g) measure([tokens().indexOf(g)]); else if (state.cross) measure(state.cross);
      return;
    }
    if (arrow) {
      event.preventDefault();
      const by = event.shiftKey ? LITTLE : STEP;
      if (g) nudge(g, arrow[0] * by, arrow[1] * by, 0); else cross(arrow[0] * by, arrow[1] * by);
    } else if (g && g.dataset.turns === '1' && '[]{}'.includes(event.key)) {
      event.preventDefault();
      const by = event.shiftKey ? 1 : TURN;
      nudge(g, 0, 0, '[{'.includes(event.key) ? -by : by);
    }
  });
  function nudge(g, dx, dy, turn) { // gathers presses and sends them once the keys rest
    const now = state.nudge && state.nudge.g === g ? state.nudge : { g, by: [0, 0], turn: 0, group: together(g) };
    flush(now);
    state.nudge = now;
    state.focus = tokens().indexOf(g);
    now.by = [now.by[0] + dx, now.by[1] + dy];
    now.turn += turn;
    const [p, q] = toPixel(place(g)), k = number('scale', svg());
    svg().querySelectorAll('.cs-knob').forEach((old) => old.remove());
    now.group.forEach((one) => one.setAttribute('transform', `translate(${now.by[0] * k} ${-now.by[1] * k})`
      + (one === g && now.turn ? ` rotate(${now.turn} ${p} ${q})` : '')));
    const [x, y] = place(g), facing = (number('facing', g) + now.turn + 360) % 360;
    tell(fill(g.dataset.turns === '1' ? words().base : words().plain,
      { name: g.dataset.name, x: show(x + now.by[0]), y: show(y + now.by[1]), facing: show(facing) }));
    clearTimeout(state.timer);
    state.timer = setTimeout(() => flush(), IDLE);
  }
  function flush(but = null) {
    const now = state.nudge;
    if (!now || now === but) return;
    state.nudge = null;
    if (now.by[0] || now.by[1]) send(now.group, now.by);
    if (now.turn) emitEvent('board', { turn: [tokens().indexOf(now.g), (number('facing', now.g) + now.turn + 3600) % 360] });
  }
  function cross(dx, dy) { // a place of its own to measure from, moved by keys where no base has the focus
    const view = svg().viewBox.baseVal;
    const [x, y] = state.cross || toTable([view.width / 2, view.height / 2]).map((n) => round(n, STEP));
    state.cross = [x + dx, y + dy];
    svg().querySelectorAll('.cs-cross').forEach((old) => old.remove());
    const [p, q] = toPixel(state.cross), g = document.createElementNS(NS, 'path');
    g.setAttribute('class', 'cs-cross');
    g.setAttribute('d', `M${p - 12} ${q} H${p + 12} M${p} ${q - 12} V${q + 12}`);
    svg().appendChild(g);
    tell(fill(words().at, { x: show(state.cross[0]), y: show(state.cross[1]) }));
  }
  document.addEventListener('focusin', (event) => {
    const g = map()?.contains(event.target) && event.target.closest('g.token');
    if (!g) return;
    state.focus = tokens().indexOf(g);
    handle(g);
  });
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-measure]');
    if (!button) return;
    button.setAttribute('aria-pressed', measuring() ? 'false' : 'true');
    forget();
  });
})();
