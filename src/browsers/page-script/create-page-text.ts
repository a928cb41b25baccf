import type { Dom } from './create-dom.ts';

/** Texts of elements, as people see them. */
export interface PageText {
  /** Has a box that can be seen, transparent or scrolled away or not. */
  isVisible(element: Element): boolean;
  /** Visible text, white space collapsed, cut. */
  read(element: Element): string;
  /** The same as a name is made of it: with alternative texts, without what is hidden from screen readers. */
  readSpoken(element: Element): string;
  /** White space collapsed, cut. */
  tidy(text: string): string;
}

/** Part of the page script: takes nothing from module scope. */
export function createPageText(dom: Dom): PageText {
  /** Characters kept of any text; longer ones differ in their beginning. */
  const maxText = 200;
  /** Nodes looked at for one text: a wrapper around the whole page must not cost a walk through it. */
  const maxNodes = 300;
  const silent = new Set(['script', 'style', 'noscript', 'template', 'head']);
  const read = new WeakMap<Element, string>();
  const displays = new WeakMap<Element, string>();
  const { checkVisibility } = Element.prototype;

  function displayOf(element: Element): string {
    let display = displays.get(element);
    if (display === undefined) {
      display = getComputedStyle(element).display;
      displays.set(element, display);
    }
    return display;
  }

  function isVisible(element: Element): boolean {
    if (checkVisibility.call(element, { visibilityProperty: true })) return true;
    // Without a box of its own, but its children have theirs.
    return displayOf(element) === 'contents';
  }

  function tidy(text: string): string {
    // White space between tags can be megabytes: reading ends here.
    return text
      .slice(0, maxText * 10)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, maxText);
  }

  function gather(element: Element, isSpoken: boolean): string {
    let text = '';
    let nodes = 0;
    const stack: (Node | ' ')[] = firstOf(dom.content(element));
    while (nodes < maxNodes && text.length < maxText * 10) {
      const node = stack.pop();
      if (node === undefined) break;
      if (node === ' ') {
        text += ' ';
        continue;
      }
      nodes += 1;
      if (!dom.isElement(node)) {
        text += dom.isText(node) ? dom.text(node).slice(0, maxText * 4) : '';
        continue;
      }
      const tag = dom.tag(node);
      if (silent.has(tag) || !isVisible(node)) continue;
      if (isSpoken) {
        if (dom.attribute(node, 'aria-hidden') === 'true') continue;
        const said =
          dom.attribute(node, 'aria-label') || (tag === 'img' ? dom.attribute(node, 'alt') : '');
        if (said !== '') {
          text += ` ${said.slice(0, maxText)} `;
          continue;
        }
      }
      if (tag === 'br' || !displayOf(node).startsWith('inline')) {
        text += ' ';
        stack.push(' ');
      }
      stack.push(...firstOf(dom.content(node)));
    }
    return tidy(text);
  }

  /** To be taken from the end. */
  function firstOf(nodes: readonly Node[]): Node[] {
    return nodes.slice(0, maxNodes).reverse();
  }

  return {
    isVisible,
    tidy,
    read(element) {
      let text = read.get(element);
      if (text === undefined) {
        text = gather(element, false);
        read.set(element, text);
      }
      return text;
    },
    readSpoken: (element) => gather(element, true),
  };
}
