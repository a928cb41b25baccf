import { _compileUnsafe, type Options } from 'css-select';
import { parse, type Selector } from 'css-what';
import type { AnyNode } from 'domhandler';
import type { LinkedElement } from '../../tree/linked-tree.ts';
import type { PageNames } from '../../tree/page-names.ts';
import type { StepCounter } from './element-options.ts';
import { nestingName } from './pseudo-classes.ts';
import { findPlainKeys, type ReadSelector, readSelectors } from './read-selectors.ts';
import type { Scope, StyleRule } from '../sheets/read-sheets.ts';
import type { Surroundings } from './surroundings.ts';

/** A rule with keys of elements. */
export interface KeyedRule {
  readonly rule: StyleRule;
  /** The keys of its selectors that elements of the page have; `undefined` where the selectors have to be parsed first. */
  readonly keys: readonly string[] | undefined;
}

/** What all indexes of a page share. */
export interface IndexedPage {
  readonly names: PageNames;
  readonly surroundings: Surroundings;
  readonly steps: StepCounter;
  readonly options: Options<AnyNode, LinkedElement>;
}

/** Returns the rules that may match elements of a page, with their keys. */
export function listKeyedRules(
  rules: readonly StyleRule[],
  names: PageNames,
): readonly KeyedRule[] {
  const found: KeyedRule[] = [];
  for (const rule of rules) {
    const [list = '', inner] = rule.selectors;
    const all = inner === undefined && rule.scopes.length === 0 ? findPlainKeys(list) : undefined;
    const keys = all?.filter((key) => names.has(key));
    if (keys === undefined || keys.length > 0) found.push({ rule, keys });
  }
  return found;
}

/** A selector of a rule, found by the index. */
export interface IndexedSelector {
  readonly rule: StyleRule;
  readonly specificity: number;
  /** Whether the element, which has the selector's key, matches. `undefined` for a selector that cannot be read. */
  matches(element: LinkedElement): boolean | undefined;
}

/**
 * Rules by what their selectors require of the element itself (an id, a class, a type or an attribute), so that an element is
 * compared with few of them. What else a selector says is parsed when the first element has its key.
 */
export class RuleIndex {
  /** By attribute, without the `[` of the key. */
  readonly #byAttribute = new Map<string, IndexedSelector[]>();
  /** By any other key. */
  readonly #byKey = new Map<string, IndexedSelector[]>();
  /** Rules by keys whose selectors have not been read: most keys are never asked for. */
  readonly #unread = new Map<string, StyleRule[]>();
  readonly #read = new Map<StyleRule, ReadonlyMap<string, readonly IndexedSelector[]>>();
  /** Lists by `class` attribute, and by type: a page has few different ones, each many times. */
  readonly #byClasses = new Map<string, readonly (readonly IndexedSelector[])[]>();
  readonly #byType = new Map<string, readonly (readonly IndexedSelector[])[]>();
  readonly #names: PageNames;
  readonly #surroundings: Surroundings;
  readonly #steps: StepCounter;
  readonly #options: Options<AnyNode, LinkedElement>;
  #isEmpty = true;
  #hasIds = false;

  constructor(rules: readonly KeyedRule[], page: IndexedPage) {
    this.#names = page.names;
    this.#surroundings = page.surroundings;
    this.#steps = page.steps;
    this.#options = page.options;
    for (const rule of rules) this.#add(rule);
  }

  /** Returns the lists of selectors that have a key of the element. */
  listFor({ name, attribs }: LinkedElement): readonly (readonly IndexedSelector[])[] {
    if (this.#isEmpty) return none;
    const { id, class: classes } = attribs;
    const ofClasses = classes === undefined ? none : this.#listByClasses(classes);
    const ofType = this.#listByType(name);
    const ofKind = ofClasses === none ? ofType : join(ofClasses, ofType);
    const hasAttributes = this.#byAttribute.size > 0;
    if ((id === undefined || !this.#hasIds) && !hasAttributes) return ofKind;
    let lists: (readonly IndexedSelector[])[] | undefined;
    const ofId = id === undefined ? undefined : this.#findByKey(`#${id}`);
    if (ofId !== undefined) lists = [...ofKind, ofId];
    if (hasAttributes) {
      for (const attribute in attribs) {
        const list = this.#byAttribute.get(attribute);
        if (list === undefined) continue;
        lists ??= [...ofKind];
        lists.push(list);
      }
    }
    return lists ?? ofKind;
  }

  #findByKey(key: string): readonly IndexedSelector[] | undefined {
    const rules = this.#unread.size === 0 ? undefined : this.#unread.get(key);
    if (rules !== undefined) {
      this.#unread.delete(key);
      for (const rule of rules) {
        for (const selector of this.#readRule(rule).get(key) ?? []) this.#keep(key, selector);
      }
    }
    return this.#byKey.get(key);
  }

  #keep(key: string, selector: IndexedSelector): void {
    const isAttribute = key.startsWith('[');
    const known = isAttribute ? this.#byAttribute : this.#byKey;
    const name = isAttribute ? key.slice(1) : key;
    const list = known.get(name);
    if (list === undefined) known.set(name, [selector]);
    else list.push(selector);
    this.#hasIds ||= key.startsWith('#');
  }

  #listByClasses(classes: string): readonly (readonly IndexedSelector[])[] {
    let found = this.#byClasses.get(classes);
    if (found === undefined) {
      found = this.#listByKeys(this.#names.splitClasses(classes));
      this.#byClasses.set(classes, found);
    }
    return found;
  }

  #listByType(name: string): readonly (readonly IndexedSelector[])[] {
    let found = this.#byType.get(name);
    if (found === undefined) {
      found = this.#listByKeys(['*', name]);
      this.#byType.set(name, found);
    }
    return found;
  }

  #listByKeys(keys: readonly string[]): readonly (readonly IndexedSelector[])[] {
    const lists: (readonly IndexedSelector[])[] = [];
    for (const key of keys) {
      const list = this.#findByKey(key);
      if (list !== undefined) lists.push(list);
    }
    return lists.length === 0 ? none : lists;
  }

  #add({ rule, keys }: KeyedRule): void {
    this.#isEmpty = false;
    if (keys === undefined) {
      for (const [key, selectors] of this.#readRule(rule)) {
        for (const selector of selectors) this.#keep(key, selector);
      }
      return;
    }
    for (const key of keys) {
      this.#hasIds ||= key.startsWith('#');
      const rules = this.#unread.get(key);
      if (rules === undefined) this.#unread.set(key, [rule]);
      else rules.push(rule);
    }
  }

  /** Returns the selectors of a rule by their keys, of those keys alone that elements of the page have. */
  #readRule(rule: StyleRule): ReadonlyMap<string, readonly IndexedSelector[]> {
    let found = this.#read.get(rule);
    if (found === undefined) {
      found = this.#toIndexed(rule);
      this.#read.set(rule, found);
    }
    return found;
  }

  #toIndexed(rule: StyleRule): ReadonlyMap<string, readonly IndexedSelector[]> {
    const found = new Map<string, IndexedSelector[]>();
    const [outermost = '', ...nested] = rule.selectors;
    let selectors = readSelectors(withScope(outermost, rule.scopes), undefined);
    let matchOuter: Match | undefined;
    for (const list of nested) {
      if (selectors === undefined || selectors.length === 0) return found;
      matchOuter = toListMatch(selectors, matchOuter, this.#options);
      selectors = readSelectors(list, selectors);
    }
    const inScopes = rule.scopes.map((scope) => toScopeMatch(scope, this.#options));
    for (const selector of selectors ?? []) {
      const keys = selector.keys.filter((key) => this.#names.has(key));
      if (keys.length === 0) continue;
      const { specificity, required, around } = selector;
      const isPossible = required.every((key) => this.#names.has(key));
      const match = isPossible ? toMatch(selector, matchOuter, this.#options) : undefined;
      const matches: Match = (element) => {
        this.#steps.take();
        if (match === undefined) return false;
        for (const key of around) if (!this.#surroundings.has(key, element)) return false;
        this.#steps.take(2);
        const isMatch = match(element);
        return isMatch === true ? inScopes.every((inScope) => inScope(element)) : isMatch;
      };
      const indexed: IndexedSelector = { rule, specificity, matches };
      for (const key of keys.length > 1 ? new Set(keys) : keys) {
        const list = found.get(key);
        if (list === undefined) found.set(key, [indexed]);
        else list.push(indexed);
      }
    }
    return found;
  }
}

const none: readonly (readonly IndexedSelector[])[] = [];

function join(
  one: readonly (readonly IndexedSelector[])[],
  other: readonly (readonly IndexedSelector[])[],
): readonly (readonly IndexedSelector[])[] {
  return other === none ? one : [...one, ...other];
}

type Match = (element: LinkedElement) => boolean | undefined;

/** Returns what matches a selector; compiled with the first element. */
function toMatch(
  { rest }: ReadSelector,
  matchOuter: Match | undefined,
  options: Options<AnyNode, LinkedElement>,
): Match {
  if (rest === 'key') return () => true;
  if (rest === 'unread') return () => undefined;
  let compiled: Match | undefined;
  return (element) => {
    compiled ??= compile('text' in rest ? parse(rest.text) : [rest.tokens], matchOuter, options);
    return compiled(element);
  };
}

function compile(
  tokens: Selector[][],
  matchOuter: Match | undefined,
  options: Options<AnyNode, LinkedElement>,
): Match {
  const pseudos = { ...options.pseudos };
  if (matchOuter !== undefined)
    pseudos[nestingName] = (element: LinkedElement) => matchOuter(element) === true;
  try {
    return _compileUnsafe<AnyNode, LinkedElement>(tokens, { ...options, pseudos });
  } catch {
    // Valid CSS that css-select does not know, such as `:nth-child(2 of .x)` or namespaces.
    return () => undefined;
  }
}

/** Matches what one of a list's selectors matches. */
function toListMatch(
  selectors: readonly ReadSelector[],
  matchOuter: Match | undefined,
  options: Options<AnyNode, LinkedElement>,
): Match {
  // A selector without its key here: nothing has looked the key up.
  const matches = selectors.map((selector) =>
    selector.rest === 'key'
      ? toKeyMatch(selector.keys[0] ?? '*')
      : toMatch(selector, matchOuter, options),
  );
  return (element) => {
    let isUnread = false;
    for (const match of matches) {
      const found = match(element);
      if (found === true) return true;
      isUnread ||= found === undefined;
    }
    return isUnread ? undefined : false;
  };
}

function toKeyMatch(key: string): Match {
  const name = key.slice(1);
  if (key === '*') return () => true;
  if (key.startsWith('#')) return ({ attribs }) => attribs['id'] === name;
  if (key.startsWith('.'))
    return ({ attribs }) =>
      ` ${attribs['class']?.replaceAll(/\s/g, ' ') ?? ''} `.includes(` ${name} `);
  return (element) => element.name === key;
}

function withScope(list: string, scopes: readonly Scope[]): string {
  const root = scopes.at(-1)?.root;
  return root === undefined ? list : list.replaceAll(/:scope\b/gi, `:is(${root})`);
}

/** Whether an element is in a matching element and not, further in, in one that matches the limit. */
function toScopeMatch(
  { root, limit }: Scope,
  options: Options<AnyNode, LinkedElement>,
): (element: LinkedElement) => boolean {
  const toAny = (list: string | undefined): Match | undefined => {
    const selectors = list === undefined ? undefined : readSelectors(list, undefined);
    return selectors === undefined ? undefined : toListMatch(selectors, undefined, options);
  };
  const isRoot = toAny(root);
  const isLimit = toAny(limit);
  return (element) => {
    let node: AnyNode | null = element;
    while (node !== null && 'attribs' in node) {
      const current = node as LinkedElement;
      if (isLimit?.(current) === true) return false;
      if (isRoot === undefined || isRoot(current) === true) return true;
      node = current.parent;
    }
    return false;
  };
}
