/**
 * The names that elements of a page have, by which selectors find them: most rules of a sheet are for elements of other pages.
 * Parsers add them. Names that only elements outside of the tree have do no harm.
 */
export class PageNames {
  readonly #types = new Set<string>(['*']);
  readonly #ids = new Set<string>();
  /** `class` attributes as written: a page has few different ones, each many times. */
  readonly #attributes = new Set<string>();
  /** Names by `class` attribute; filled when the first question is asked. */
  readonly #split = new Map<string, readonly string[]>();
  /** Classes with their `.`, by name. */
  readonly #classes = new Map<string, string>();
  #isSplit = false;

  addType(name: string): void {
    this.#types.add(name);
  }

  /** Adds what an attribute of an element names. */
  addAttribute(attribute: string, value: string): void {
    if (attribute === 'class') this.#attributes.add(value);
    else if (attribute === 'id') this.#ids.add(value);
  }

  /** Whether an element has this: `#id`, `.class`, a type or `*`. Of an attribute it is not known. */
  has(key: string): boolean {
    switch (key.charCodeAt(0)) {
      case 0x2e: {
        this.#splitAll();
        return this.#classes.has(key.slice(1));
      }
      case 0x23: {
        return this.#ids.has(key.slice(1));
      }
      case 0x5b: {
        return true;
      }
      default: {
        return this.#types.has(key);
      }
    }
  }

  /** Returns the classes in a `class` attribute of the page, each once and with its `.`. */
  splitClasses(classes: string): readonly string[] {
    this.#splitAll();
    return this.#split.get(classes) ?? [];
  }

  #splitAll(): void {
    if (this.#isSplit) return;
    this.#isSplit = true;
    for (const classes of this.#attributes) {
      const names = otherSpace.test(classes) ? classes.split(/[\t\n\f\r ]+/) : classes.split(' ');
      const keys: string[] = [];
      for (const name of names.length === 1 ? names : new Set(names)) {
        let key = this.#classes.get(name);
        if (key === undefined) {
          key = `.${name}`;
          this.#classes.set(name, key);
        }
        keys.push(key);
      }
      this.#split.set(classes, keys);
    }
  }
}

const otherSpace = /[\t\n\f\r]/;
