import { isSignificant, maxAttributes, type PageNames } from './linked-tree.ts';

/** The attributes of the tag that is being read. */
export class TagAttributes {
  /** Whether `isSignificant` is true of one of them. */
  isSignificant = false;
  /** Number of different names; those beyond `maxAttributes` are dropped. */
  count = 0;
  readonly #names: PageNames;
  #firstName = '';
  #firstValue = '';
  #attributes: Record<string, string> | undefined;

  constructor(names: PageNames) {
    this.#names = names;
  }

  /** Adds one, unless there is one of this name. */
  add(name: string, written: string): void {
    let value = written;
    if (name === 'class' || name === 'id') value = this.#names.addAttribute(name, written);
    else if (name === 'type' || name === 'href') this.#names.addAttribute(name, written);
    else if (isSignificant(name)) {
      this.isSignificant = true;
      this.#names.addAttribute(name, written);
    }
    if (this.count === 0) {
      this.count = 1;
      this.#firstName = name;
      this.#firstValue = value;
      return;
    }
    this.#attributes ??= toRoomyAttributes(this.#firstName, this.#firstValue);
    if (Object.hasOwn(this.#attributes, name)) return;
    this.count += 1;
    if (this.count <= maxAttributes) this.#attributes[name] = value;
  }

  /** Returns them and forgets them. */
  take(): Record<string, string> {
    if (this.count === 0) return {};
    const attributes = this.#attributes ?? toAttributes(this.#firstName, this.#firstValue);
    this.clear();
    return attributes;
  }

  clear(): void {
    this.count = 0;
    this.#attributes = undefined;
    this.isSignificant = false;
  }
}

/** Object literals are several times as fast as objects with keys that are not known in advance. */
export function toAttributes(name: string, value: string): Record<string, string> {
  switch (name) {
    case 'class': {
      return { class: value };
    }
    case 'href': {
      return { href: value };
    }
    case 'id': {
      return { id: value };
    }
    case 'type': {
      return { type: value };
    }
    case 'style': {
      return { style: value };
    }
    case 'd': {
      return { d: value };
    }
    default: {
      return { [name]: value };
    }
  }
}

/** For an object that gets more of them: V8 has places for four in an empty literal, and adds those of others apart from it. */
function toRoomyAttributes(name: string, value: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  attributes[name] = value;
  return attributes;
}
