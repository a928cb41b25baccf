import type { Dom } from './create-dom.ts';

/** Reads texts of elements as they are shown. */
export interface PageText {
  /** Whether the element has a visible box; a transparent or scrolled-away one counts too. */
  isVisible(element: Element): boolean;
  /** Returns the visible text, white space collapsed, cut at 200 characters. */
  read(element: Element): string;
  /**
   * Returns the text as used in accessible names: with alternative texts, without content hidden from screen readers.
   */
  readSpoken(element: Element): string;
  /** Returns the visible text nodes with letters or digits, each with its text, at most 300 nodes deep. */
  pieces(element: Element): readonly TextPiece[];
  /** Returns the text with white space collapsed, cut at 200 characters. */
  tidy(text: string): string;
}

/** A text node and what it says. */
export interface TextPiece {
  readonly node: Node;
  readonly said: string;
}

/** Part of the page script: uses nothing from module scope. */
export function createPageText(dom: Dom): PageText {
  /** Characters kept of a text; longer texts already differ in their beginning. */
  const maxText = 200;
  /** Nodes read for one text: reading a wrapper of the whole page must not walk the whole page. */
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
    // `display: contents`: the element has no box, but its children have boxes where the parent has one.
    if (displayOf(element) !== 'contents') return false;
    const above = dom.parent(element);
    return above !== undefined && isVisible(above);
  }

  function tidy(text: string): string {
    // White space between tags can be megabytes long: cut it before collapsing.
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

  /** Returns the nodes reversed, to be used as a stack whose last entry comes first. */
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
    pieces(element) {
      const found: TextPiece[] = [];
      const stack = firstOf(dom.content(element));
      for (let nodes = 0; nodes < maxNodes; nodes += 1) {
        const node = stack.pop();
        if (node === undefined) break;
        if (dom.isElement(node)) {
          if (!silent.has(dom.tag(node)) && isVisible(node))
            stack.push(...firstOf(dom.content(node)));
        } else if (dom.isText(node)) {
          const said = tidy(dom.text(node));
          if (/[\p{L}\p{N}]/u.test(said)) found.push({ node, said });
        }
      }
      return found;
    },
  };
}
