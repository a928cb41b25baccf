import type { Kit } from './mutations/mutation.ts';

export interface KitInput {
  /** Targets by name; changed where a redesign puts another element in a target's place. Names of fields begin with `f`. */
  readonly truth: Map<string, Element>;
  /** Elements of items by name; changed like `truth`, whose names of an item's own fields begin with the item's and a colon. */
  readonly rows?: Map<string, Element>;
  /** Further elements, which are only followed where another one takes their place. */
  readonly hidden?: Map<string, Element>;
  readonly seed: number;
  readonly lost: string;
  readonly otherHtml: string;
  readonly level?: number;
  /** Whether texts that items are read from stay as they are. @default false */
  readonly keepsData?: boolean;
  /** What is redesigned. @default the page */
  readonly within?: readonly Element[];
}

/** Runs in the page and takes nothing from module scope. */
export function createKit(input: KitInput): Kit {
  const { truth, rows = new Map<string, Element>(), seed, lost, otherHtml, level = 1 } = input;
  const { hidden = new Map<string, Element>(), keepsData = false, within } = input;
  let state = seed * 2_654_435_761 + 1;

  /** Mulberry32. */
  function random(): number {
    state = (state + 0x6d_2b_79_f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  function roots(): (Document | ShadowRoot | Element)[] {
    const found: (Document | ShadowRoot | Element)[] = [...(within ?? [document])];
    for (const root of found) {
      if (root instanceof Element && root.shadowRoot !== null) found.push(root.shadowRoot);
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot !== null) found.push(element.shadowRoot);
      }
    }
    return found;
  }

  function all(css: string): Element[] {
    return roots().flatMap((root) => {
      const below = [...root.querySelectorAll(css)];
      return root instanceof Element && root.matches(css) ? [root, ...below] : below;
    });
  }

  function shuffle<Value>(values: readonly Value[]): Value[] {
    const left = [...values];
    const mixed: Value[] = [];
    while (left.length > 0) mixed.push(...left.splice(Math.floor(random() * left.length), 1));
    return mixed;
  }

  function swap(before: Element, now: Element): void {
    if (keepsData) bringBehaviour(before, now);
    before.replaceWith(now);
    for (const known of [truth, rows, hidden]) {
      for (const [name, element] of known) if (element === before) known.set(name, now);
    }
  }

  /** A page that is redesigned by its makers still does what it did: the new element acts as the one before it. */
  function bringBehaviour(before: Element, now: Element): void {
    const isButton = before instanceof HTMLButtonElement || before instanceof HTMLInputElement;
    const form = isButton && before.type === 'submit' ? before.form : null;
    if (now instanceof HTMLButtonElement && form === null) now.type = 'button';
    const submits = now instanceof HTMLButtonElement && now.type === 'submit';
    now.addEventListener('click', (event) => {
      const again = new MouseEvent('click', { cancelable: true });
      const goesOn = before.dispatchEvent(again);
      if (!goesOn) event.preventDefault();
      else if (form !== null && !submits) form.requestSubmit();
      // A new link leads nowhere by itself.
      if (now instanceof HTMLAnchorElement && now.getAttribute('href') === '#') {
        event.preventDefault();
      }
    });
  }

  function word(seed: string): string {
    const parts = ['ba', 'ko', 'ri', 'lu', 'te', 'mo', 'sa', 'vi', 'dre', 'fan', 'gol', 'hep'];
    let sum = 7;
    for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
    let made = '';
    for (let left = Math.max(1, Math.ceil(seed.length / 3)); left > 0; left -= 1) {
      made += parts[sum % parts.length] ?? '';
      sum = (sum * 17 + 5) % 1_000_003;
    }
    return made;
  }

  function textsIn(root: Document | ShadowRoot | Element): Text[] {
    const found: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement?.tagName ?? '';
      if (/\S/.test(node.nodeValue ?? '') && !/^(?:SCRIPT|STYLE)$/.test(parent)) {
        found.push(node as Text);
      }
    }
    return found;
  }

  /** Where an element stands in another one: the indexes of children on the way. */
  function wayTo(element: Element, from: Element): number[] | undefined {
    const way: number[] = [];
    for (let at = element; at !== from;) {
      const parent = at.parentElement;
      if (parent === null) return undefined;
      way.unshift([...parent.children].indexOf(at));
      at = parent;
    }
    return way;
  }

  function addRow(row: Element): void {
    const copy = row.cloneNode(true) as Element;
    for (const text of textsIn(copy)) {
      text.data = text.data
        .replaceAll(/\p{L}{3,}/gu, (said) => word(`${said} too`))
        // Each digit by another of its kind: no number begins with a zero that did not before.
        .replaceAll(/[1-9]/g, (digit) => String((Number(digit) % 9) + 1));
    }
    for (const element of [copy, ...copy.querySelectorAll('*')]) element.removeAttribute('id');
    for (const [name, known] of rows) {
      if (known !== row) continue;
      const added = `${name}+`;
      for (const [target, element] of truth) {
        const way = target.startsWith(`f${name}:`) ? wayTo(element, row) : undefined;
        let at: Element | undefined = way === undefined ? undefined : copy;
        for (const index of way ?? []) at = at?.children[index];
        if (at !== undefined) truth.set(`f${added}:${target.slice(name.length + 2)}`, at);
      }
      rows.set(added, copy);
    }
    row.before(copy);
  }

  return {
    document,
    random,
    all,
    shuffle,
    swap,
    word,
    addRow,
    otherHtml,
    level,
    targets: () => [...truth.values()],
    rows: () => [...rows.values()],
    lost: truth.get(lost) ?? document.body,
    pick: (values) => {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    retag(element, tag) {
      const now = document.createElement(tag);
      for (const { name, value } of element.attributes) now.setAttribute(name, value);
      now.append(...element.childNodes);
      swap(element, now);
      return now;
    },
    wrap(element, html) {
      const holder = document.createElement('div');
      holder.innerHTML = html;
      const wrapper = holder.firstElementChild;
      if (wrapper === null) return;
      element.replaceWith(wrapper);
      wrapper.append(element);
    },
    texts() {
      const found = roots().flatMap(textsIn);
      if (!keepsData) return found;
      const data = [...truth].filter(([name]) => name.startsWith('f')).map(([, held]) => held);
      return found.filter((text) => !data.some((element) => element.contains(text)));
    },
  };
}
