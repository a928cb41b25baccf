import type { LinkedDocument } from '../tree/linked-tree.ts';
import { visitElements } from './visit-elements.ts';

/** The names that elements of a page have, by which selectors find them: most rules of a sheet are for elements of other pages. */
export class PageNames {
  readonly #keys = new Set<string>(['*']);
  /** By `class` attribute: a page has few different ones, each many times. */
  readonly #classes = new Map<string, readonly string[]>();

  constructor(root: LinkedDocument) {
    visitElements(root, ({ name, attribs }) => {
      this.#keys.add(name);
      const { id, class: classes } = attribs;
      if (id !== undefined) this.#keys.add(`#${id}`);
      if (classes !== undefined && !this.#classes.has(classes)) {
        const names = otherSpace.test(classes) ? classes.split(/[\t\n\f\r ]+/) : classes.split(' ');
        this.#classes.set(classes, names);
        for (const className of names) this.#keys.add(`.${className}`);
      }
      return 'inner';
    });
  }

  /** Whether an element has this: `#id`, `.class`, a type or `*`. Of an attribute it is not known. */
  has(key: string): boolean {
    return key.startsWith('[') || this.#keys.has(key);
  }

  /**
   * Whether a selector list may match an element of the page, by the last class or id of each selector: a look without parsing.
   */
  mayMatch(list: string): boolean {
    if (notPlain.test(list)) return true;
    let end = list.length;
    while (end > 0) {
      const start = list.lastIndexOf(',', end - 1);
      const from = Math.max(list.lastIndexOf('.', end - 1), list.lastIndexOf('#', end - 1));
      if (from <= start) return true;
      let to = from + 1;
      while (to < end && !isBorder(list.charCodeAt(to))) to += 1;
      if (this.#keys.has(list.slice(from, to))) return true;
      end = start;
    }
    return false;
  }

  /** Returns the names in a `class` attribute of the page; one may come twice. */
  splitClasses(classes: string): readonly string[] {
    return this.#classes.get(classes) ?? [];
  }
}

const notPlain = /[\\([|&]/;

/** Whether a character ends a name in a selector. */
function isBorder(code: number): boolean {
  // White space, and `# * + , . : > ~`.
  return code <= 0x2c || code === 0x2e || code === 0x3a || code === 0x3e || code === 0x7e;
}

const otherSpace = /[\t\n\f\r]/;
