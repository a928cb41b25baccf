import type { Kit } from './mutations/mutation.ts';

export interface KitInput {
  /** Targets by name; changed where a redesign puts another element in a target's place. */
  readonly truth: Map<string, Element>;
  readonly seed: number;
  readonly lost: string;
  readonly otherHtml: string;
  readonly level?: number;
}

/** Runs in the page and takes nothing from module scope. */
export function createKit({ truth, seed, lost, otherHtml, level = 1 }: KitInput): Kit {
  let state = seed * 2_654_435_761 + 1;

  /** Mulberry32. */
  function random(): number {
    state = (state + 0x6d_2b_79_f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  function roots(): (Document | ShadowRoot)[] {
    const found: (Document | ShadowRoot)[] = [document];
    for (const root of found) {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot !== null) found.push(element.shadowRoot);
      }
    }
    return found;
  }

  function all(css: string): Element[] {
    return roots().flatMap((root) => [...root.querySelectorAll(css)]);
  }

  function shuffle<Value>(values: readonly Value[]): Value[] {
    const left = [...values];
    const mixed: Value[] = [];
    while (left.length > 0) mixed.push(...left.splice(Math.floor(random() * left.length), 1));
    return mixed;
  }

  function swap(before: Element, now: Element): void {
    before.replaceWith(now);
    for (const [name, element] of truth) if (element === before) truth.set(name, now);
  }

  return {
    document,
    random,
    all,
    shuffle,
    swap,
    otherHtml,
    level,
    targets: () => [...truth.values()],
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
      const found: Text[] = [];
      for (const root of roots()) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const parent = node.parentElement?.tagName ?? '';
          if (/\S/.test(node.nodeValue ?? '') && !/^(?:SCRIPT|STYLE)$/.test(parent)) {
            found.push(node as Text);
          }
        }
      }
      return found;
    },
    word(seed) {
      const parts = ['ba', 'ko', 'ri', 'lu', 'te', 'mo', 'sa', 'vi', 'dre', 'fan', 'gol', 'hep'];
      let sum = 7;
      for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
      let made = '';
      for (let left = Math.max(1, Math.ceil(seed.length / 3)); left > 0; left -= 1) {
        made += parts[sum % parts.length] ?? '';
        sum = (sum * 17 + 5) % 1_000_003;
      }
      return made;
    },
  };
}
