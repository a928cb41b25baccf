import type { LinkedDocument } from '../tree/linked-tree.ts';
import { visitElements } from './visit-elements.ts';

/** The names that elements of a page have, by which selectors find them: most rules of a sheet are for elements of other pages. */
export class PageNames {
  readonly #keys = new Set<string>(['*']);
  /** By `class` attribute: a page has few different ones, each many times. */
  readonly #classes = new Map<string, readonly string[]>();

  /** Whether a `<link>` loads a style sheet. */
  hasLinkedSheets = false;

  constructor(root: LinkedDocument) {
    visitElements(root, ({ name, attribs }) => {
      this.#keys.add(name);
      const { id, class: classes } = attribs;
      if (id !== undefined) this.#keys.add(`#${id}`);
      if (classes !== undefined && !this.#classes.has(classes)) this.#split(classes);
      if (name === 'link') this.hasLinkedSheets ||= styleSheet.test(attribs['rel'] ?? '');
      return 'inner';
    });
  }

  #split(classes: string): void {
    const split = otherSpace.test(classes) ? classes.split(/[\t\n\f\r ]+/) : classes.split(' ');
    const names = split.length === 1 ? split : [...new Set(split)];
    this.#classes.set(classes, names);
    for (const className of names) this.#keys.add(`.${className}`);
  }

  /** Whether an element has this: `#id`, `.class`, a type or `*`. Of an attribute it is not known. */
  has(key: string): boolean {
    return key.startsWith('[') || this.#keys.has(key);
  }

  /** Returns the names in a `class` attribute of the page, each once. */
  splitClasses(classes: string): readonly string[] {
    return this.#classes.get(classes) ?? [];
  }
}

const styleSheet = /\bstylesheet\b/i;
const otherSpace = /[\t\n\f\r]/;
