import type { Element } from 'domhandler';

/** Compounds that are kept for one page. */
const maxCompounds = 20_000;
/** Compounds that are kept under one part, for example under one class. */
const maxSharing = 50;
/**
 * Comparisons of elements with parts of compounds on one page, after which nothing matches. Without the limit a
 * hostile page could force the product of its elements and its compounds. Of 1,162 pages of the benchmark sets none
 * takes more than 552.
 */
const maxComparisons = 1_000_000;

const selectorPart = /[.#]?[\w-]+/g;

interface Compound {
  readonly tag: string | undefined;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
}

/**
 * Compounds of type, class and id selectors (`p.note`, `.a.b`), each indexed by one of its parts, so that an element
 * is compared with few of them. The classes of an element are split once.
 */
export class CompoundIndex {
  readonly #byTag = new Map<string, Compound[]>();
  readonly #byClass = new Map<string, Compound[]>();
  readonly #byId = new Map<string, Compound[]>();
  readonly #byClassList = new Map<string, readonly (readonly Compound[])[]>();
  readonly #known = new Set<string>();
  #comparisonsLeft = maxComparisons;

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  add(text: string): void {
    if (this.#known.size >= maxCompounds || this.#known.has(text)) return;
    const parts = text.match(selectorPart) ?? [];
    const ids = parts.filter((part) => part.startsWith('#')).map((part) => part.slice(1));
    const classes = parts.filter((part) => part.startsWith('.')).map((part) => part.slice(1));
    const tag = parts.find((part) => !/^[.#]/.test(part))?.toLowerCase();
    const compound = { tag, ids, classes };
    if (ids[0] !== undefined) keep(this.#byId, ids[0], compound);
    else if (classes[0] !== undefined) keep(this.#byClass, classes[0], compound);
    else if (tag !== undefined) keep(this.#byTag, tag, compound);
    else return;
    this.#known.add(text);
  }

  /** Whether one of the compounds matches the element. */
  matches({ name, attribs }: Element): boolean {
    const { id, class: names } = attribs;
    const lists = this.#byClass.size === 0 || names === undefined ? [] : this.#listByClasses(names);
    const ofTag = this.#byTag.get(name);
    const ofId = id === undefined ? undefined : this.#byId.get(id);
    if (ofTag === undefined && ofId === undefined && lists.length === 0) return false;
    let own: ReadonlySet<string> | undefined;
    const hasClass = (part: string): boolean => {
      own ??= new Set(names?.split(/\s+/));
      return own.has(part);
    };
    for (const compounds of [ofTag ?? [], ofId ?? [], ...lists]) {
      for (const { tag, ids, classes } of compounds) {
        this.#comparisonsLeft -= 1 + classes.length;
        if (this.#comparisonsLeft < 0) return false;
        if (tag !== undefined && tag !== name) continue;
        if (ids.every((part) => part === id) && classes.every(hasClass)) return true;
      }
    }
    return false;
  }

  /**
   * Returns the compounds under the classes of a `class` attribute, cached: a page has few different
   * values, each many times.
   */
  #listByClasses(names: string): readonly (readonly Compound[])[] {
    let found = this.#byClassList.get(names);
    if (found === undefined) {
      found = names.split(/\s+/).flatMap((part) => {
        const compounds = this.#byClass.get(part);
        return compounds === undefined ? [] : [compounds];
      });
      this.#byClassList.set(names, found);
    }
    return found;
  }
}

function keep(index: Map<string, Compound[]>, key: string, compound: Compound): void {
  const compounds = index.get(key);
  if (compounds === undefined) index.set(key, [compound]);
  else if (compounds.length < maxSharing) compounds.push(compound);
}
