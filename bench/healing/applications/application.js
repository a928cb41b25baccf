/**
 * Runs an application in one of its markups. `logic` holds what all markups share: the state, its lists, and what each
 * control does to it. `markup` says how this one shows the state (`regions`) and where its controls are (`roles`), by
 * selectors that also look into open shadow roots. Every act is posted to `/acts`, as an application saves its changes.
 */
window.application = (() => {
  let logic;
  let markup;
  const wired = new WeakSet();
  const shown = new WeakMap();
  let acts = 0;
  let unsaved = 0;

  function deep(scope, selector) {
    const found = [];
    const visit = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.matches(selector)) found.push(element);
        if (element.shadowRoot !== null) visit(element.shadowRoot);
      }
    };
    if (scope instanceof Element && scope.shadowRoot !== null) visit(scope.shadowRoot);
    visit(scope);
    return found;
  }

  function itemsOf(list) {
    return logic.lists[list].items(logic.state);
  }

  function rowOf(list, key) {
    const index = itemsOf(list).findIndex((item) => logic.lists[list].key(item) === key);
    return index < 0 ? undefined : deep(document, markup.rows[list])[index];
  }

  /** The control of a role; of one that each row has, that of the row with the key. */
  function find(role, key) {
    const { of: list } = logic.roles[role];
    const scope = list === undefined ? document : rowOf(list, key);
    return scope === undefined ? undefined : deep(scope, markup.roles[role])[0];
  }

  /** What is typed or chosen in a control. */
  function value(role) {
    return find(role)?.value ?? '';
  }

  /** Posts an act. While one is on its way, the document says so by `data-saving`. */
  async function save(act) {
    acts += 1;
    unsaved += 1;
    document.documentElement.toggleAttribute('data-saving', true);
    // Requests overtake each other: the number gives their order.
    const body = new URLSearchParams({ page: location.pathname, number: acts, act });
    let isSaved = false;
    while (!isSaved) isSaved = (await fetch('/acts', { method: 'POST', body })).ok;
    unsaved -= 1;
    document.documentElement.toggleAttribute('data-saving', unsaved > 0);
  }

  function eventOf(element) {
    if (element.tagName === 'SELECT') return 'change';
    if (element.tagName === 'TEXTAREA') return 'input';
    if (element.tagName !== 'INPUT') return 'click';
    if (/^(?:checkbox|radio)$/.test(element.type)) return 'change';
    return /^(?:button|image|submit)$/.test(element.type) ? 'click' : 'input';
  }

  function wire(element, act, item) {
    if (element === undefined || wired.has(element)) return;
    wired.add(element);
    element.addEventListener(eventOf(element), (event) => {
      if (element.tagName === 'A' || element.closest('form') !== null) {
        if (event.type === 'click') event.preventDefault();
      }
      const done = act(logic.state, { item, element, value });
      // A click that changes nothing, such as one that adds an empty task, is no act.
      if (done !== undefined) {
        void save(done);
      }
      render();
    });
  }

  function render() {
    for (const [selector, html] of Object.entries(markup.regions)) {
      const [region] = deep(document, selector);
      const now = html(logic.state);
      // What is typed into a region that has not changed stays.
      if (region === undefined || shown.get(region) === now) continue;
      shown.set(region, now);
      region.innerHTML = now;
    }
    for (const [role, { of: list, act }] of Object.entries(logic.roles)) {
      if (act === undefined) continue;
      if (list === undefined) wire(find(role), act, undefined);
      else
        for (const item of itemsOf(list)) wire(find(role, logic.lists[list].key(item)), act, item);
    }
    for (const form of deep(document, 'form')) {
      if (wired.has(form)) continue;
      wired.add(form);
      form.addEventListener('submit', (event) => event.preventDefault());
    }
  }

  return {
    find,
    rowOf: (role, key) => {
      const { of: list } = logic.roles[role];
      return list === undefined ? undefined : rowOf(list, key);
    },
    /** Of the list that a recipe reads: its rows, and the fields of the first one. */
    reading() {
      const rows = deep(document, markup.rows[logic.read]);
      const fields = Object.entries(markup.fields).map(([name, selector]) => [
        name,
        { selector, element: deep(rows[0], selector)[0] },
      ]);
      return { rows, fields: Object.fromEntries(fields) };
    },
    /** What the items of that list say, which is the same in all markups. */
    items: () =>
      itemsOf(logic.read).map((item) =>
        Object.fromEntries(
          Object.keys(markup.fields).map((name) => [name, logic.says(item, name)]),
        ),
      ),
    /** Does what a person would: clicks, or gives a control its value. */
    operate(role, key, value) {
      const element = find(role, key);
      if (value === undefined) element.click();
      else {
        element.value = value;
        for (const type of ['input', 'change']) {
          element.dispatchEvent(new Event(type, { bubbles: true }));
        }
      }
    },
    /** For text in HTML. */
    text: (said) =>
      String(said).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    start(given, shown) {
      logic = given;
      markup = shown;
      render();
    },
  };
})();
