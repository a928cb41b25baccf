import { LinkedElement, type PageNames } from '../../parse/linked-tree.ts';

/**
 * What the elements around an element are named: one object for all elements whose surroundings are named alike, which is
 * so of the elements of a list, so that a question is worked out a few times a page.
 */
class NamedSurroundings {
  readonly #outer: NamedSurroundings | undefined;
  readonly #id: string | undefined;
  /** With their `.`. */
  readonly #classes: readonly string[];
  readonly #known = new Map<string, boolean>();
  readonly #inner = new Map<string, NamedSurroundings>();

  constructor(
    outer: NamedSurroundings | undefined,
    id: string | undefined,
    classes: readonly string[],
  ) {
    this.#outer = outer;
    this.#id = id;
    this.#classes = classes;
  }

  /** Whether one of the elements has a class (`.name`) or an id (`#name`). */
  has(key: string, steps: StepCounter): boolean {
    let isFound = this.#known.get(key);
    if (isFound === undefined) {
      steps.take();
      const isOwn = key.startsWith('#') ? this.#id === key.slice(1) : this.#classes.includes(key);
      isFound = isOwn || this.#outer?.has(key, steps) === true;
      this.#known.set(key, isFound);
    }
    return isFound;
  }

  /** Returns the surroundings of what is in a named element that these are the surroundings of. */
  open(id: string | undefined, classes: string, names: PageNames): NamedSurroundings {
    const named = id === undefined ? classes : `${classes} #${id}`;
    let inner = this.#inner.get(named);
    if (inner === undefined) {
      inner = new NamedSurroundings(this, id, names.splitClasses(classes));
      this.#inner.set(named, inner);
    }
    return inner;
  }
}

/** Finds whether elements around an element have a class or an id. */
export class Surroundings {
  readonly #names: PageNames;
  readonly #steps: StepCounter;
  readonly #outermost = new NamedSurroundings(undefined, undefined, []);
  readonly #known = new Map<LinkedElement, NamedSurroundings>();
  /** Elements are asked about in page order: most often the last question was about the same parent. */
  #lastParent: unknown;
  #last = this.#outermost;

  constructor(names: PageNames, steps: StepCounter) {
    this.#names = names;
    this.#steps = steps;
  }

  /** Whether one of the elements around an element has a class (`.name`) or an id (`#name`). */
  has(key: string, { parent }: LinkedElement): boolean {
    if (parent !== this.#lastParent) {
      this.#last = this.#findInside(parent);
      this.#lastParent = parent;
    }
    return this.#last.has(key, this.#steps);
  }

  #findInside(parent: unknown): NamedSurroundings {
    const path: LinkedElement[] = [];
    let found = this.#outermost;
    for (let node = parent; node instanceof LinkedElement; node = node.parent) {
      const known = this.#known.get(node);
      if (known !== undefined) {
        found = known;
        break;
      }
      path.push(node);
    }
    this.#steps.take(path.length);
    for (let place = path.length - 1; place >= 0; place -= 1) {
      const node = path[place];
      if (node === undefined) continue;
      const { id, class: classes } = node.attribs;
      if ((id ?? classes) !== undefined) found = found.open(id, classes ?? '', this.#names);
      this.#known.set(node, found);
    }
    return found;
  }
}

/** Thrown by a step beyond the limit; `HiddenElements` catches it. */
export class StepLimitReached extends Error {}

/** Counts the steps of matching on one page. */
export class StepCounter {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Throws `StepLimitReached` where fewer steps than these are left. */
  take(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new StepLimitReached();
  }
}
