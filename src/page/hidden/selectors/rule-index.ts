import type { AnyNode } from 'domhandler';
import { LinkedElement, type PageNames } from '../../parse/linked-tree.ts';
import type { StepCounter, Surroundings } from './surroundings.ts';
import type { Match, SelectorCompiler } from './selector-compiler.ts';
import { parseList, type ReadSelector, readSelectors } from './read-selectors.ts';
import type { Scope, StyleRule } from '../sheets/read-sheets.ts';

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
  readonly compiler: SelectorCompiler;
  /** The selectors of rules by their keys, once they have been read. */
  readonly read: Map<StyleRule, ReadonlyMap<string, readonly IndexedSelector[]>>;
}

/** Returns the rules that may match elements of a page, with their keys. */
export function listKeyedRules(
  rules: readonly StyleRule[],
  names: PageNames,
): readonly KeyedRule[] {
  const found: KeyedRule[] = [];
  for (const rule of rules) {
    const all = rule.scopes.length === 0 ? rule.source.keys : undefined;
    const keys = all?.filter((key) => names.has(key));
    if (keys === undefined || keys.length > 0) found.push({ rule, keys });
  }
  return found;
}

/**
 * A selector of a rule, found by the index. A class, since a page makes hundreds: V8 comes to allocate literals that are so many
 * and live as long as the page in its old space, where they keep pages that have been read until the next full collection.
 */
class IndexedSelector {
  readonly rule: StyleRule;
  readonly specificity: number;
  readonly #around: readonly string[];
  /** `undefined` where the page has not all that the selector requires. */
  readonly #match: Match | undefined;
  readonly #inScopes: readonly ((element: LinkedElement) => boolean)[];
  readonly #page: Pick<IndexedPage, 'surroundings' | 'steps'>;

  constructor(
    rule: StyleRule,
    { specificity, around }: ReadSelector,
    match: Match | undefined,
    inScopes: readonly ((element: LinkedElement) => boolean)[],
    page: Pick<IndexedPage, 'surroundings' | 'steps'>,
  ) {
    this.rule = rule;
    this.specificity = specificity;
    this.#around = around;
    this.#match = match;
    this.#inScopes = inScopes;
    this.#page = page;
  }

  /** Whether the element, which has the selector's key, matches. `undefined` for a selector that cannot be read. */
  matches(element: LinkedElement): boolean | undefined {
    const { steps, surroundings } = this.#page;
    steps.take();
    if (this.#match === undefined) return false;
    for (const key of this.#around) if (!surroundings.has(key, element)) return false;
    steps.take(2);
    const isMatch = this.#match(element);
    return isMatch === true ? this.#inScopes.every((inScope) => inScope(element)) : isMatch;
  }
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
  /** Lists by type and `class` attribute: a page has few different ones, each many times. */
  readonly #byKind = new Map<string, Map<string, readonly (readonly IndexedSelector[])[]>>();
  readonly #page: IndexedPage;
  #isEmpty = true;
  #hasIds = false;

  constructor(rules: readonly KeyedRule[], page: IndexedPage) {
    this.#page = page;
    for (const rule of rules) this.#add(rule);
  }

  /** Returns the lists of selectors that have a key of the element. */
  listFor({ name, attribs }: LinkedElement): readonly (readonly IndexedSelector[])[] {
    if (this.#isEmpty) return none;
    const ofKind = this.#listByKind(name, attribs['class']);
    const id = this.#hasIds ? attribs['id'] : undefined;
    const hasAttributes = this.#byAttribute.size > 0;
    if (id === undefined && !hasAttributes) return ofKind;
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

  #listByKind(name: string, classes = ''): readonly (readonly IndexedSelector[])[] {
    let byClasses = this.#byKind.get(name);
    if (byClasses === undefined) {
      byClasses = new Map();
      this.#byKind.set(name, byClasses);
    }
    let found = byClasses.get(classes);
    if (found === undefined) {
      found = this.#listByKeys([
        ...this.#page.names.splitClasses(classes),
        '*',
        name.toLowerCase(),
      ]);
      byClasses.set(classes, found);
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
    const { read } = this.#page;
    let found = read.get(rule);
    if (found === undefined) {
      found = this.#toIndexed(rule);
      read.set(rule, found);
    }
    return found;
  }

  #toIndexed(rule: StyleRule): ReadonlyMap<string, readonly IndexedSelector[]> {
    const { names, compiler } = this.#page;
    const found = new Map<string, IndexedSelector[]>();
    const [outermost = '', ...nested] = rule.source.selectors;
    const isAlone = rule.scopes.length === 0 && rule.prefixes.size === 0;
    let selectors = isAlone
      ? rule.source.readOutermost()
      : readSelectors(withScope(outermost, rule.scopes), undefined, rule.prefixes);
    let matchOuter: Match | undefined;
    for (const list of nested) {
      if (selectors === undefined || selectors.length === 0) return found;
      matchOuter = toListMatch(selectors, matchOuter, compiler);
      selectors = readSelectors(list, selectors, rule.prefixes);
    }
    const inScopes = rule.scopes.map((scope) => toScopeMatch(scope, compiler));
    for (const selector of selectors ?? []) {
      const keys = selector.keys.filter((key) => names.has(key));
      if (keys.length === 0) continue;
      const isPossible = selector.required.every((key) => names.has(key));
      const match = isPossible ? toMatch(selector, matchOuter, compiler) : undefined;
      const indexed = new IndexedSelector(rule, selector, match, inScopes, this.#page);
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

/** Returns what matches a selector; compiled with the first element. */
function toMatch(
  { rest }: ReadSelector,
  matchOuter: Match | undefined,
  compiler: SelectorCompiler,
): Match {
  if (rest === 'key') return () => true;
  if (rest === 'unread') return () => undefined;
  let compiled: Match | undefined;
  return (element) => {
    compiled ??= compiler.compile(
      'text' in rest ? (parseList(rest.text) ?? []) : [rest.tokens],
      matchOuter,
    );
    return compiled(element);
  };
}

/** Matches what one of a list's selectors matches. */
function toListMatch(
  selectors: readonly ReadSelector[],
  matchOuter: Match | undefined,
  compiler: SelectorCompiler,
): Match {
  // A selector without its key here: nothing has looked the key up.
  const matches = selectors.map((selector) =>
    selector.rest === 'key'
      ? toKeyMatch(selector.keys[0] ?? '*')
      : toMatch(selector, matchOuter, compiler),
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
  compiler: SelectorCompiler,
): (element: LinkedElement) => boolean {
  const toAny = (list: string | undefined): Match | undefined => {
    const selectors = list === undefined ? undefined : readSelectors(list, undefined);
    return selectors === undefined ? undefined : toListMatch(selectors, undefined, compiler);
  };
  const isRoot = toAny(root);
  const isLimit = toAny(limit);
  return (element) => {
    let node: AnyNode | null = element;
    while (node instanceof LinkedElement) {
      if (isLimit?.(node) === true) return false;
      if (isRoot === undefined || isRoot(node) === true) return true;
      node = node.parent;
    }
    return false;
  };
}
