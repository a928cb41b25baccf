import { type LinkedDocument, LinkedElement, type LinkedTree } from '../tree/linked-tree.ts';
import { createElementOptions, StepCounter } from './selectors/element-options.ts';
import { GroundFinder } from './ground-finder.ts';
import { mayStatePlainly } from './values/hiding-values.ts';
import type { WonStyle } from './judge-style.ts';
import { readVariables } from './sheets/read-declarations.ts';
import { isForAll, type StyleRule } from './sheets/read-sheets.ts';
import { type HidingRule, StyleResolver } from './style-resolver.ts';
import {
  type IndexedPage,
  type KeyedRule,
  listKeyedRules,
  RuleIndex,
} from './selectors/rule-index.ts';
import { Surroundings } from './selectors/surroundings.ts';
import { visitElements } from './visit-elements.ts';

/** The style rules of a page, and what is worked out from them once and on demand. */
export class PageStyles {
  /** The rules that may match elements of the page. */
  readonly rules: readonly KeyedRule[];
  readonly steps: StepCounter;
  readonly #tree: LinkedTree;
  readonly #allRules: readonly StyleRule[];
  readonly #page: IndexedPage;
  #variables: ReadonlyMap<string, string> | undefined;
  #plainResolver: StyleResolver | undefined;
  #resolver: StyleResolver | undefined;
  #grounds: GroundFinder | undefined;
  #hasOtherSheets: boolean | undefined;
  #shownAgain: ReadonlySet<unknown> | undefined;

  constructor(tree: LinkedTree, rules: readonly StyleRule[], maxSteps: number) {
    const steps = new StepCounter(maxSteps);
    const { names } = tree;
    this.rules = listKeyedRules(rules, names);
    this.steps = steps;
    this.#tree = tree;
    this.#allRules = rules;
    const surroundings = new Surroundings(names, steps);
    this.#page = { names, surroundings, steps, options: createElementOptions(steps) };
  }

  /** The value of a custom property of the page: what `:root` states, or else any rule. */
  readonly findVariable = (name: string): string | undefined => {
    if (this.#variables === undefined) {
      const variables = new Map<string, string>();
      const ofRoot = new Map<string, string>();
      for (const rule of this.#allRules) {
        if (!rule.declarations.includes('--')) continue;
        readVariables(rule.declarations, isForAll(rule) ? ofRoot : variables);
      }
      this.#variables = new Map([...variables, ...ofRoot]);
    }
    return this.#variables.get(name);
  };

  /** Computes `display`, `visibility` and `opacity` alone, by which most of what is hidden is hidden. */
  getPlainResolver(): StyleResolver {
    this.#plainResolver ??= this.#createResolver(
      this.rules.filter(({ rule }) => mayStatePlainly(rule.declarations)),
    );
    return this.#plainResolver;
  }

  /** Computes all that decides about being seen. */
  getResolver(): StyleResolver {
    this.#resolver ??= this.#createResolver(this.rules);
    return this.#resolver;
  }

  #createResolver(rules: readonly KeyedRule[]): StyleResolver {
    return new StyleResolver(this.createIndex(rules), this.steps, this.findVariable);
  }

  /** Indexes some of the rules. */
  createIndex(rules: readonly KeyedRule[]): RuleIndex {
    return new RuleIndex(rules, this.#page);
  }

  /** Finds the colours behind texts. */
  getGrounds(): GroundFinder {
    this.#grounds ??= new GroundFinder({
      resolve: (element) => this.getResolver().resolve(element),
      hasOtherSheets: this.loadsOtherSheets(),
    });
    return this.#grounds;
  }

  /** Whether the page loads style sheets that are not read. */
  loadsOtherSheets(): boolean {
    this.#hasOtherSheets ??= this.#tree.links.some(
      (link) => styleSheet.test(link.attribs['rel'] ?? '') && isInTree(link, this.#tree.root),
    );
    return this.#hasOtherSheets;
  }

  /** Elements that state `visibility: visible`, and all around them. */
  getShownAgain(): ReadonlySet<unknown> {
    if (this.#shownAgain !== undefined) return this.#shownAgain;
    const found = new Set<unknown>();
    const showing = this.rules.filter(({ rule }) => showsAgain.test(rule.declarations));
    const index = this.createIndex(showing);
    visitElements(this.#tree.root, (element) => {
      const isCandidate =
        (element.isTold && showsAgain.test(element.attribs['style'] ?? '')) ||
        index
          .listFor(element)
          .some((list) => list.some((selector) => selector.matches(element) === true));
      if (isCandidate && statesVisible(this.getPlainResolver().resolve(element))) {
        let node: unknown = element;
        while (node instanceof LinkedElement && !found.has(node)) {
          found.add(node);
          node = node.parent;
        }
      }
      return 'inner';
    });
    this.#shownAgain = found;
    return found;
  }

  /** Returns the rule that hides an element by a property. */
  findHidingRule(element: LinkedElement, property: string): HidingRule | undefined {
    const isPlain = plainProperties.has(property);
    return (isPlain ? this.getPlainResolver() : this.getResolver()).findHidingRule(
      element,
      property,
    );
  }
}

const plainProperties: ReadonlySet<string> = new Set(['display', 'visibility', 'opacity']);
const showsAgain = /visibility\s*:\s*visible/i;

function statesVisible(style: WonStyle): boolean {
  const [part] = style.get('visibility') ?? [];
  return part?.kind === 'word' && part.text === 'visible';
}

const styleSheet = /\bstylesheet\b/i;

/** Whether an element is in the tree and not in what the parser keeps apart from it, such as a template. */
function isInTree(element: LinkedElement, root: LinkedDocument): boolean {
  let node: unknown = element;
  while (node instanceof LinkedElement) node = node.parent;
  return node === root;
}
