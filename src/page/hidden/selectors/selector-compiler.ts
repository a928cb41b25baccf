import { AttributeAction, type AttributeSelector, type Selector, SelectorType } from 'css-what';
import type { AnyNode } from 'domhandler';
import { LinkedElement, type LinkedTree, visitElements } from '../../parse/linked-tree.ts';
import { type StepCounter } from './surroundings.ts';
import { idleFunctions, idleStates, nestingName, selectorsOfPseudos } from './pseudo-classes.ts';
import { parseList, readCounted } from './read-selectors.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** Whether an element matches; `undefined` where a selector cannot be read. */
export type Match = (element: LinkedElement) => boolean | undefined;
type Test = (element: LinkedElement) => boolean;

/** A compound, such as `p.x`, and how it stands to the one after it. */
interface Compound {
  readonly tokens: Selector[];
  /** The combinator behind it; of the last one it means nothing. */
  readonly combinator: SelectorType;
}

/**
 * Compiles selectors to functions, by the rules of browsers: of css-select, which the selectors of callers are matched by, several
 * rules are others (`:nth-child(1 of .x)` is `:nth-child(1)`), and what never matches throws. Each look at an element is a
 * step, so that no selector takes longer than the counter allows. What is around or before an element is looked at once
 * a selector. The tree must not change meanwhile.
 */
export class SelectorCompiler {
  readonly #root: LinkedTree['root'];
  readonly #steps: StepCounter;
  readonly #places = new Map<string, Map<AnyNode, ReadonlyMap<LinkedElement, number>>>();
  readonly #pseudos = new Map<string, Test>();

  constructor(root: LinkedTree['root'], steps: StepCounter) {
    this.#root = root;
    this.#steps = steps;
  }

  /** Compiles the selectors of a list; `matchOuter` matches the rule around a nested one. */
  compile(lists: readonly Selector[][], matchOuter: Match | undefined): Test {
    const tests = lists.map((tokens) => this.#compileComplex(tokens, matchOuter));
    const [first = isNever] = tests;
    return tests.length <= 1 ? first : (element) => tests.some((test) => test(element));
  }

  #compileComplex(tokens: Selector[], matchOuter: Match | undefined): Test {
    let test: Test | undefined;
    let combinator: SelectorType = SelectorType.Descendant;
    for (const compound of splitCompounds(tokens)) {
      const own = this.#compileCompound(compound.tokens, matchOuter);
      const before = test === undefined ? undefined : this.#relate(test, combinator);
      test = before === undefined ? own : (element) => own(element) && before(element);
      ({ combinator } = compound);
    }
    return test ?? isNever;
  }

  /** Returns whether an element stands to one that matches as a combinator says. */
  #relate(test: Test, combinator: SelectorType): Test {
    const take = (): void => this.#steps.take();
    if (combinator === SelectorType.Child) {
      return ({ parent }) => parent instanceof LinkedElement && test(parent);
    }
    if (combinator === SelectorType.Adjacent) {
      return (element) => {
        const previous = findPrevious(element, take);
        return previous !== undefined && test(previous);
      };
    }
    if (combinator === SelectorType.Sibling) {
      return createChainTest(test, (element) => findPrevious(element, take), take);
    }
    return createChainTest(test, findParent, take);
  }

  #compileCompound(tokens: readonly Selector[], matchOuter: Match | undefined): Test {
    const tests = tokens
      .toSorted((one, two) => costOf(one) - costOf(two))
      .map((token) => this.#compileToken(token, matchOuter));
    const [first, second, ...rest] = tests;
    if (first === undefined) return isAlways;
    if (second === undefined) return first;
    if (rest.length === 0) return (element) => first(element) && second(element);
    return (element) => tests.every((test) => test(element));
  }

  #compileToken(token: Selector, matchOuter: Match | undefined): Test {
    if (token.type === SelectorType.Universal) return isAlways;
    if (token.type === SelectorType.Attribute) return compileAttribute(token, this.#steps);
    if (token.type === SelectorType.Tag) {
      const name = token.name.toLowerCase();
      return (element) => element.name === name || element.name.toLowerCase() === name;
    }
    if (token.type !== SelectorType.Pseudo) return isNever;
    const { name, data } = token;
    if (Array.isArray(data)) return this.#compileLists(name, data, matchOuter);
    if (name.startsWith('nth-')) return this.#compileCounted(name, data ?? '', matchOuter);
    if (name === nestingName) return (element) => matchOuter?.(element) === true;
    return this.#findPseudo(name, data);
  }

  #compileLists(name: string, lists: Selector[][], matchOuter: Match | undefined): Test {
    if (name === 'has') {
      const found = lists.map((tokens) => this.#compileHas(tokens, matchOuter));
      return (element) => found.some((test) => test(element));
    }
    if (name !== 'is' && name !== 'where' && name !== 'not') return isNever;
    const test = this.compile(lists, matchOuter);
    return name === 'not' ? (element) => !test(element) : test;
  }

  /** The elements that have what stands in `:has()` are found from its last compound to its first, once a page. */
  #compileHas(tokens: Selector[], matchOuter: Match | undefined): Test {
    const [first] = tokens;
    const isRelative = first !== undefined && isCombinator(first);
    const compounds = splitCompounds(isRelative ? tokens.slice(1) : tokens);
    const leading = isRelative ? first.type : SelectorType.Descendant;
    const tests = compounds.map((compound) => this.#compileCompound(compound.tokens, matchOuter));
    let holders: ReadonlySet<LinkedElement> | undefined;
    return (element) => {
      if (holders === undefined) {
        let found: LinkedElement[] = [];
        const last = tests.at(-1) ?? isNever;
        visitElements(this.#root, (each) => {
          this.#steps.take();
          if (last(each)) found.push(each);
          return 'inner';
        });
        for (let place = compounds.length - 2; place >= 0; place -= 1) {
          const test = tests[place] ?? isNever;
          found = [...this.#listHolders(found, compounds[place]?.combinator)].filter(test);
        }
        holders = this.#listHolders(found, leading);
      }
      return holders.has(element);
    };
  }

  /** Returns the elements to which one of these stands as a combinator says. */
  #listHolders(
    elements: readonly LinkedElement[],
    combinator: SelectorType | undefined,
  ): ReadonlySet<LinkedElement> {
    const holders = new Set<LinkedElement>();
    const take = (): void => this.#steps.take();
    const isSideways = combinator === SelectorType.Adjacent || combinator === SelectorType.Sibling;
    const isOne = combinator === SelectorType.Adjacent || combinator === SelectorType.Child;
    for (const element of elements) {
      let node: LinkedElement | undefined = element;
      do {
        take();
        node = isSideways ? findPrevious(node, take) : findParent(node);
        if (node === undefined || holders.has(node)) break;
        holders.add(node);
        if (isOne) break;
      } while (node !== undefined);
    }
    return holders;
  }

  #compileCounted(name: string, argument: string, matchOuter: Match | undefined): Test {
    const read = readCounted(name, argument);
    if (read === undefined) return isNever;
    const isFromEnd = name.includes('last');
    const among = read.among === undefined ? undefined : this.compile(read.among, matchOuter);
    const isOfType = name.endsWith('-of-type');
    const key = read.among === undefined ? `${isOfType} ${isFromEnd}` : `${name}(${argument})`;
    const isPlace = toPlaceTest(read.formula);
    return (element) => {
      const place = this.#findPlace(element, { key, isFromEnd, isOfType, among });
      return place !== undefined && isPlace(place);
    };
  }

  /** Returns the place of an element among its siblings that count, from 1. */
  #findPlace(
    element: LinkedElement,
    { key, isFromEnd, isOfType, among }: Counting,
  ): number | undefined {
    const { parent } = element;
    if (parent === null) return undefined;
    let ofKey = this.#places.get(key);
    if (ofKey === undefined) {
      ofKey = new Map();
      this.#places.set(key, ofKey);
    }
    let places = ofKey.get(parent);
    if (places === undefined) {
      const found = new Map<LinkedElement, number>();
      const counts = new Map<string, number>();
      const start = parent as unknown as {
        readonly head: AnyNode | null;
        readonly tail: AnyNode | null;
      };
      for (let node = isFromEnd ? start.tail : start.head; node !== null;) {
        this.#steps.take();
        if (node instanceof LinkedElement && among?.(node) !== false) {
          const counter = isOfType ? node.name : '';
          const place = (counts.get(counter) ?? 0) + 1;
          counts.set(counter, place);
          found.set(node, place);
        }
        node = isFromEnd ? node.prev : node.next;
      }
      places = found;
      ofKey.set(parent, places);
    }
    return places.get(element);
  }

  #findPseudo(name: string, data: string | null): Test {
    const key = data === null ? name : `${name}(${data})`;
    let test = this.#pseudos.get(key);
    if (test === undefined) {
      test = this.#createPseudo(name, data);
      this.#pseudos.set(key, test);
    }
    return test;
  }

  #createPseudo(name: string, data: string | null): Test {
    if (idleStates.has(name) || idleFunctions.has(name)) return isNever;
    const selector = selectorsOfPseudos[name];
    if (selector !== undefined) return this.compile(parseList(selector) ?? [], undefined);
    const take = (): void => this.#steps.take();
    switch (name) {
      case 'root':
      case 'scope': {
        return ({ parent }) => parent === this.#root;
      }
      case 'empty': {
        return isEmpty;
      }
      case 'lang': {
        return (element) => isOfLanguage(element, data ?? '');
      }
      case 'dir': {
        return (element) => isOfDirection(element, data ?? '');
      }
      case 'first-child': {
        return (element) => findPrevious(element, take) === undefined;
      }
      case 'last-child': {
        return (element) => findNext(element, take) === undefined;
      }
      case 'only-child': {
        return (element) =>
          findPrevious(element, take) === undefined && findNext(element, take) === undefined;
      }
      case 'first-of-type': {
        return this.#compileCounted('nth-of-type', '1', undefined);
      }
      case 'last-of-type': {
        return this.#compileCounted('nth-last-of-type', '1', undefined);
      }
      case 'only-of-type': {
        const isFirst = this.#compileCounted('nth-of-type', '1', undefined);
        const isLast = this.#compileCounted('nth-last-of-type', '1', undefined);
        return (element) => isFirst(element) && isLast(element);
      }
      // Scripts define the elements of a page's own.
      case 'defined': {
        return isAlways;
      }
      default: {
        return isNever;
      }
    }
  }
}

interface Counting {
  readonly key: string;
  readonly isFromEnd: boolean;
  readonly isOfType: boolean;
  readonly among: Test | undefined;
}

function isAlways(): boolean {
  return true;
}

function isNever(): boolean {
  return false;
}

const combinators: ReadonlySet<SelectorType> = new Set([
  SelectorType.Descendant,
  SelectorType.Child,
  SelectorType.Adjacent,
  SelectorType.Sibling,
]);

function isCombinator({ type }: Selector): boolean {
  return combinators.has(type);
}

function splitCompounds(tokens: readonly Selector[]): readonly Compound[] {
  const compounds: Compound[] = [];
  let open: Selector[] = [];
  for (const token of tokens) {
    if (isCombinator(token)) {
      compounds.push({ tokens: open, combinator: token.type });
      open = [];
    } else open.push(token);
  }
  return [...compounds, { tokens: open, combinator: SelectorType.Descendant }];
}

/** What tells apart at the least cost comes first. */
function costOf({ type, ...token }: Selector): number {
  if (type === SelectorType.Attribute) return 1;
  if (type !== SelectorType.Pseudo) return 0;
  return 'data' in token && token.data !== null ? 3 : 2;
}

/** Tests whether one of the elements on a way from an element, itself left out, matches; each is asked once. */
function createChainTest(
  test: Test,
  findNextOnWay: (element: LinkedElement) => LinkedElement | undefined,
  take: () => void,
): Test {
  /** Whether an element or one further on the way matches. */
  const known = new Map<LinkedElement, boolean>();
  return (element) => {
    const passed: LinkedElement[] = [];
    let isFound = false;
    for (let node = findNextOnWay(element); node !== undefined; node = findNextOnWay(node)) {
      take();
      const before = known.get(node);
      isFound = before ?? test(node);
      if (before !== undefined) break;
      passed.push(node);
      if (isFound) break;
    }
    for (const node of passed) known.set(node, isFound);
    return isFound;
  };
}

function findParent({ parent }: LinkedElement): LinkedElement | undefined {
  return parent instanceof LinkedElement ? parent : undefined;
}

function findPrevious({ prev }: LinkedElement, take: () => void): LinkedElement | undefined {
  let node: AnyNode | null = prev;
  for (; node !== null; node = node.prev) {
    take();
    if (node instanceof LinkedElement) return node;
  }
  return undefined;
}

function findNext({ next }: LinkedElement, take: () => void): LinkedElement | undefined {
  let node: AnyNode | null = next;
  for (; node !== null; node = node.next) {
    take();
    if (node instanceof LinkedElement) return node;
  }
  return undefined;
}

/** Attributes of HTML whose values are compared without regard to case; from the HTML standard, "Case-sensitivity of selectors". */
const caselessAttributes: ReadonlySet<string> = toWordSet(
  'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction ' +
    'disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap ' +
    'readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink',
);

function compileAttribute(
  { name: written, value, action, ignoreCase }: AttributeSelector,
  steps: StepCounter,
): Test {
  const name = written.toLowerCase();
  const isCaseless = ignoreCase === true || (ignoreCase === null && caselessAttributes.has(name));
  const wanted = isCaseless ? value.toLowerCase() : value;
  const compare = comparisons[action];
  if (compare === undefined) return isNever;
  return ({ attribs }) => {
    if (!Object.hasOwn(attribs, name)) return false;
    const stated = attribs[name] ?? '';
    // Words are searched in the whole value.
    if (stated.length > 64) steps.take(stated.length >> 6);
    return compare(isCaseless ? stated.toLowerCase() : stated, wanted);
  };
}

const comparisons: Readonly<Record<string, (stated: string, wanted: string) => boolean>> = {
  [AttributeAction.Exists]: () => true,
  [AttributeAction.Equals]: (stated, wanted) => stated === wanted,
  [AttributeAction.Element]: hasWord,
  [AttributeAction.Start]: (stated, wanted) => wanted !== '' && stated.startsWith(wanted),
  [AttributeAction.End]: (stated, wanted) => wanted !== '' && stated.endsWith(wanted),
  [AttributeAction.Any]: (stated, wanted) => wanted !== '' && stated.includes(wanted),
  [AttributeAction.Hyphen]: (stated, wanted) =>
    stated === wanted || stated.startsWith(`${wanted}-`),
};

/** Whether a word stands in a list that white space parts. */
function hasWord(list: string, word: string): boolean {
  if (list === word) return word !== '' && !/\s/.test(word);
  if (word === '' || word.length >= list.length) return false;
  for (let at = list.indexOf(word); at >= 0; at = list.indexOf(word, at + 1)) {
    const end = at + word.length;
    if ((at === 0 || isSpace(list, at - 1)) && (end === list.length || isSpace(list, end)))
      return !/\s/.test(word);
  }
  return false;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
}

/** Returns what tells whether a place, from 1, is one of `2n + 1`, `odd` or the like. */
function toPlaceTest(formula: string): (place: number) => boolean {
  const text = formula.replaceAll(/\s/g, '').toLowerCase();
  const words: Readonly<Record<string, string>> = { even: '2n', odd: '2n+1' };
  const [, step, offset = ''] = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(words[text] ?? text) ?? [];
  const by = step === undefined ? 0 : Number(/\d/.test(step) ? step : `${step}1`);
  const from = Number(offset);
  return (place) =>
    by === 0 ? place === from : (place - from) % by === 0 && (place - from) / by >= 0;
}

function isEmpty({ head }: LinkedElement): boolean {
  return head === null;
}

function isOfLanguage(element: LinkedElement, value: string): boolean {
  const wanted = value.trim().toLowerCase();
  for (let node: unknown = element; node instanceof LinkedElement; node = node.parent) {
    const language = node.attribs['lang']?.toLowerCase();
    if (language !== undefined) return language === wanted || language.startsWith(`${wanted}-`);
  }
  return false;
}

function isOfDirection(element: LinkedElement, value: string): boolean {
  for (let node: unknown = element; node instanceof LinkedElement; node = node.parent) {
    const direction = node.attribs['dir']?.toLowerCase();
    if (direction === 'rtl' || direction === 'ltr') return value.trim() === direction;
  }
  return value.trim() === 'ltr';
}
