// The page of a fight: the focus stays where it was when the ask is drawn anew, the log stays where it is read, and
// the map tells of its bases and measures between them, by pointer and by keys.
// Of the map the page says: data-scale, data-left, data-top of the svg; data-name, data-part, data-x, data-y of every
// g.token. What is to be measured is told to the server as an event "measure", whose answer comes to csFight.line.
(() => {
  if (window.csFight) return;
  const NS = 'http://www.w3.org/2000/svg';
  const words = () => window.csFightWords || {};
  const fill = (text, facts) => (text || '').replace(/\{(\w+)\}/g, (_, k) => facts[k]);
  const state = { keep: '', from: null, at: -1, stick: true, hidden: new Set(), lit: '' };

  // ---- the focus: controls with the same data-keep are the same control for whoever sits at the keyboard
  const ask = () => document.querySelector('.cs-ask');
  const lost = () => !document.activeElement || document.activeElement === document.body;
  document.addEventListener('focusin', (event) => {
    const inside = ask()?.contains(event.target);
    state.keep = inside ? (event.target.closest('[data-keep]')?.dataset.keep || 'somewhere') : '';
  });
  document.addEventListener('focusout', (event) => {
    const left = event.target;
    setTimeout(() => { if (left.isConnected && lost()) state.keep = ''; });
  });
  function refocus() {
    if (!state.keep || !lost() || !ask()) return;
    const same = [...ask().querySelectorAll('[data-keep]')].find((e) => e.dataset.keep === state.keep);
    (same || ask().querySelector('[data-ask-head]') || ask()).focus({ preventScroll: true });
  }

  // ---- the ask never gets smaller again, so that what stands below it, and its buttons, do not jump about
  const most = { head: 0, tall: 0 };
  function settle() {
    const box = ask(), head = box?.querySelector('.cs-ask-head:not(.cs-choice)');
    if (!box) return;
    if (head) raise(box, 'head', Math.min(head.offsetHeight, 210));
    raise(box, 'tall', Math.min(box.offsetHeight, 0.6 * innerHeight));
  }
  function raise(box, name, high) {
    if (high <= most[name]) return;
    most[name] = high;
    box.style.setProperty(`--${name}`, `${high}px`);
  }
  window.addEventListener('resize', () => {
    ['head', 'tall'].forEach((name) => { most[name] = 0; ask()?.style.removeProperty(`--${name}`); });
    settle();
  });

  // ---- the log: new lines come into view where the last line was in view
  const log = () => document.querySelector('.cs-log');
  function follow() {
    const box = log();
    if (!box) return;
    if (!box.dataset.followed) {
      box.dataset.followed = '1';
      box.addEventListener('scroll', () => { state.stick = box.scrollHeight - box.scrollTop - box.clientHeight < 40; });
    }
    if (state.stick) box.scrollTop = box.scrollHeight;
  }

  // ---- the map
  const map = () => document.querySelector('.cs-table-map');
  const svg = () => map()?.querySelector('svg');
  const tokens = () => svg() ? [...svg().querySelectorAll('g.token, g.figure')] : [];
  const measuring = () => document.querySelector('[data-ruler]')?.getAttribute('aria-pressed') === 'true';
  const number = (name, of) => parseFloat(of.dataset[name]);
  const toPixel = ([x, y]) => [(x - number('left', svg())) * number('scale', svg()), (number('top', svg()) - y) * number('scale', svg())];
  function toTable(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
    return [number('left', svg()) + at.x / number('scale', svg()), number('top', svg()) - at.y / number('scale', svg())];
  }
  function tell(text) {
    const box = document.querySelector('.cs-map-says');
    if (box) box.textContent = text;
  }
  function draw(tag, cls, facts) {
    const e = document.createElementNS(NS, tag);
    e.setAttribute('class', cls);
    Object.entries(facts).forEach(([k, v]) => e.setAttribute(k, v));
    svg().appendChild(e);
    return e;
  }
  const wipe = (cls) => svg()?.querySelectorAll(`.${cls}`).forEach((e) => e.remove());

  function profile(g) { // the line of the list of units that belongs to a base
    const name = g.dataset.name;
    const lines = [...document.querySelectorAll('.cs-units li')];
    const called = (li) => li.textContent.split(/ \(|[:,]/)[0];
    const found = lines.find((li) => li.textContent.startsWith(`${name} `) || li.textContent.startsWith(`${name}:`))
      || lines.filter((li) => called(li) && name.startsWith(called(li))).sort((a, b) => called(b).length - called(a).length)[0];
    lines.forEach((li) => li.classList.toggle('cs-lit', li === found));
    tokens().forEach((other) => other.classList.toggle('cs-lit', other === g));
    state.lit = name;
    tell(found ? found.textContent : g.querySelector('title')?.textContent || name);
  }
  function measure(end) {
    if (!state.from) {
      state.from = end;
      ring(end);
      tell(words().first);
      return;
    }
    const ends = [state.from, end];
    forget();
    emitEvent('measure', ends);
  }
  function ring([name, part, x, y]) {
    wipe('cs-from');
    const [p, q] = toPixel([x, y]);
    draw('circle', 'cs-from', { cx: p, cy: q, r: 9 });
  }
  function forget() {
    state.from = null;
    ['cs-from', 'cs-ruled'].forEach(wipe);
  }
  const ends = (g) => [g.dataset.name, Number(g.dataset.part), number('x', g), number('y', g)];

  document.addEventListener('click', (event) => {
    const ruler = event.target.closest('[data-ruler]');
    if (ruler) {
      ruler.setAttribute('aria-pressed', measuring() ? 'false' : 'true');
      map()?.classList.toggle('cs-ruling', measuring());
      forget();
      state.lit = '';
      tell(measuring() ? words().start : '');
      return;
    }
    if (!svg() || !svg().contains(event.target)) return;
    const g = event.target.closest('g.token, g.figure');
    if (measuring() && svg().dataset.scale) measure(g ? ends(g) : ['', 0, ...toTable(event)]);
    else if (g) { state.at = tokens().indexOf(g); profile(g); }
  });
  document.addEventListener('change', (event) => {
    const mark = event.target.dataset?.lines;
    if (!mark) return;
    if (event.target.checked) state.hidden.delete(mark); else state.hidden.add(mark);
    dress();
  });
  const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  document.addEventListener('keydown', (event) => {
    if (!map() || event.target !== map() || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = tokens();
    if (STEPS[event.key] && all.length) {
      event.preventDefault();
      state.at = state.at < 0 && STEPS[event.key] < 0 ? all.length - 1 : (state.at + STEPS[event.key] + all.length) % all.length;
      profile(all[state.at]);
    } else if ('mM'.includes(event.key) && all[state.at]?.dataset.part) {
      event.preventDefault();
      measure(ends(all[state.at]));
    } else if (event.key === 'Escape') {
      forget();
      state.lit = '';
      tell('');
    }
  });

  // ---- the map has been drawn anew
  function dress() {
    if (!svg()) return;
    svg().setAttribute('aria-hidden', 'true');
    const there = new Set([...svg().querySelectorAll('[data-mark]')].map((e) => e.dataset.mark));
    svg().querySelectorAll('[data-mark]').forEach((e) => { e.style.display = state.hidden.has(e.dataset.mark) ? 'none' : ''; });
    document.querySelectorAll('[data-lines]').forEach((box) => { box.parentElement.hidden = !there.has(box.dataset.lines); });
    const ruler = document.querySelector('[data-ruler]');
    if (ruler) ruler.hidden = !svg().dataset.scale;
  }
  window.csFight = {
    line(from, to, said) { // what was measured, drawn
      if (!svg()) return;
      forget();
      const [[p, q], [u, v]] = [toPixel(from), toPixel(to)];
      draw('line', 'cs-ruled', { x1: p, y1: q, x2: u, y2: v });
      const text = draw('text', 'cs-ruled', { x: (p + u) / 2, y: (q + v) / 2 - 8, 'text-anchor': 'middle' });
      text.textContent = said;
    },
  };

  let drawn = null;
  new MutationObserver(() => {
    refocus();
    settle();
    follow();
    if (svg() && svg() !== drawn) {
      drawn = svg();
      state.from = null;
      state.at = Math.min(state.at, tokens().length - 1);
      dress();
      const again = state.lit && tokens().find((g) => g.dataset.name === state.lit);
      if (again) profile(again); else tell('');
    }
  }).observe(document.documentElement, { childList: true, subtree: true });

  // ---- how wide the window is, for the map
  const narrow = matchMedia('(max-width: 599px)');
  function announce() {
    if (!window.did_handshake) { setTimeout(announce, 100); return; }
    emitEvent('narrow', narrow.matches);
  }
  narrow.addEventListener('change', announce);
  announce();
})();
