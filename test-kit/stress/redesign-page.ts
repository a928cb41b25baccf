import type * as finderProgram from '../../src/browser/in-page/finder-program.ts';
import type { StressTarget } from './list-stress-targets.ts';
import type { Kit, Mutation } from './mutations/mutation.ts';

export interface RedesignParts {
  readonly finder: typeof finderProgram;
  readonly createKit: typeof createKit;
}

export interface RedesignInput {
  readonly targets: readonly StressTarget[];
  readonly mutations: readonly Pick<Mutation, 'apply' | 'isWhole'>[];
  readonly seed: number;
  /** Attribute that the true elements are marked by after the redesign; `undefined`: they are not. */
  readonly markedBy: string | undefined;
}

/**
 * Redesigns a document once its scripts have run and it shows something that the recipe looks for, and what its scripts add
 * later before anything else sees it. Runs in the page as a script before all others, and takes nothing from module scope.
 */
export function redesignPage(parts: RedesignParts, input: RedesignInput): void {
  const { targets, mutations, seed, markedBy } = input;
  /** Elements of items, by the index of their target, a dot and a number; and the others, as `createKit` names them. */
  const rows = new Map<string, Element>();
  const truth = new Map<string, Element>();
  const redesigned = new WeakSet<Element>();
  const shapes = new Set<string>();
  let hasBegun = false;
  let count = 0;

  function addTruth(): void {
    const { finder } = parts;
    finder.forgetPage();
    const known = new Set([...rows.values(), ...truth.values()]);
    const search = (target: StressTarget, root: Document | Element): readonly Element[] => {
      for (const selector of target.selectors) {
        const hits = finder.findAll(selector, root);
        const shown = hits.filter((hit) => finder.isVisible(hit));
        if (shown.length > 0) return shown;
        if (hits.length > 0) return hits;
      }
      return [];
    };
    for (const [index, target] of targets.entries()) {
      if (target.kind === 'items') {
        for (const row of [...search(target, document), ...listAlike(index)]) {
          if (!known.has(row) && !redesigned.has(row)) rows.set(`${index}.${(count += 1)}`, row);
          known.add(row);
        }
        continue;
      }
      const isOne = target.kind === 'action' || (target.kind === 'field' && !target.isList);
      const letter = target.kind === 'field' ? 'f' : 'a';
      const holders: (readonly [string, Document | Element])[] =
        target.within === undefined
          ? [['', document]]
          : [...rows].filter(
              ([name, row]) => name.startsWith(`${target.within}.`) && !redesigned.has(row),
            );
      for (const [holder, root] of holders) {
        const found = search(target, root).filter((element) => !redesigned.has(element));
        for (const element of isOne ? found.slice(0, 1) : found) {
          truth.set(`${letter}${holder}:${index}.${(count += 1)}`, element);
        }
      }
    }
  }

  /** Rows that came later, where the redesign cut their selectors off: written as the others were, beside one of them. */
  function listAlike(index: number): readonly Element[] {
    const parents = new Set<Element>();
    for (const [name, row] of rows) {
      if (name.startsWith(`${index}.`) && row.parentElement !== null)
        parents.add(row.parentElement);
    }
    return [...parents].flatMap((parent) =>
      [...parent.children].filter((child) => !redesigned.has(child) && shapes.has(shapeOf(child))),
    );
  }

  function shapeOf(element: Element): string {
    return `${element.tagName} ${element.getAttribute('class') ?? ''}`;
  }

  /** Style sheets know nothing of the redesign: what they hid stays hidden. */
  function listHidden(within: readonly Element[]): Map<string, Element> {
    const hidden = within
      .flatMap((root) => [root, ...root.querySelectorAll('*')])
      .filter((element) => getComputedStyle(element).display === 'none');
    return new Map(hidden.map((element, at) => [String(at), element]));
  }

  function redesign(added: readonly Element[] | undefined): void {
    addTruth();
    for (const row of rows.values()) if (!redesigned.has(row)) shapes.add(shapeOf(row));
    const isLate = added !== undefined;
    const hidden = listHidden(added ?? [document.body]);
    mutations.forEach(({ apply, isWhole }, at) => {
      if (isLate && isWhole) return;
      const kit = parts.createKit({
        truth,
        rows,
        hidden,
        seed: seed + at,
        keepsData: true,
        ...(isLate ? { within: added.filter((element) => element.isConnected) } : {}),
      });
      apply(kit);
    });
    for (const element of hidden.values()) {
      if (element instanceof HTMLElement && getComputedStyle(element).display !== 'none') {
        element.style.display = 'none';
      }
    }
    for (const element of document.querySelectorAll('*')) redesigned.add(element);
    mark();
  }

  function mark(): void {
    if (markedBy === undefined) return;
    const marks = new Map<Element, string[]>();
    const note = (element: Element, index: string): void => {
      marks.set(element, [...(marks.get(element) ?? []), index]);
    };
    for (const [name, row] of rows) note(row, name.slice(0, name.indexOf('.')));
    for (const [name, element] of truth) {
      note(element, name.slice(name.indexOf(':') + 1, name.lastIndexOf('.')));
    }
    for (const [element, indexes] of marks) element.setAttribute(markedBy, indexes.join(' '));
  }

  function look(records: readonly MutationRecord[]): void {
    if (!hasBegun) {
      addTruth();
      if (rows.size + truth.size === 0) return;
      rows.clear();
      truth.clear();
      hasBegun = true;
      redesign(undefined);
    } else {
      const nodes = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
      const added = [...nodes].filter(
        (node): node is Element =>
          node instanceof Element && node.isConnected && !redesigned.has(node),
      );
      const outer = added.filter(
        (element) => !added.some((other) => other !== element && other.contains(element)),
      );
      if (outer.length > 0) redesign(outer);
    }
    // What the redesign did is no news.
    observer.takeRecords();
  }

  const observer = new MutationObserver(look);
  function begin(): void {
    observer.observe(document, { childList: true, subtree: true });
    look([]);
  }
  // The page's own listeners for this event come first: they look for elements as they were made for them.
  document.addEventListener('DOMContentLoaded', () => setTimeout(begin, 0));
}

interface KitInput {
  /** Targets by name; changed where a redesign puts another element in a target's place. Names of fields begin with `f`. */
  readonly truth: Map<string, Element>;
  /** Elements of items by name; changed like `truth`, whose names of an item's own fields begin with the item's and a colon. */
  readonly rows?: Map<string, Element>;
  /** Further elements, which are only followed where another one takes their place. */
  readonly hidden?: Map<string, Element>;
  readonly seed: number;
  /** Whether texts that items are read from stay as they are. @default false */
  readonly keepsData?: boolean;
  /** What is redesigned. @default the page */
  readonly within?: readonly Element[];
}

/** Runs in the page and takes nothing from module scope. */
export function createKit(input: KitInput): Kit {
  const { truth, rows = new Map<string, Element>(), seed } = input;
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
    targets: () => [...truth.values()],
    rows: () => [...rows.values()],
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
