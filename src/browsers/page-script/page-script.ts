import type { ProposedSelector } from '../../contracts/recipe/proposed-selector.ts';
import type { ElementFingerprint } from '../../contracts/recipe/fingerprint.ts';
import { createAccessibility } from './create-accessibility.ts';
import { createCssPaths } from './create-css-paths.ts';
import { createDom } from './create-dom.ts';
import { createPageText } from './create-page-text.ts';
import { createSurroundings } from './create-surroundings.ts';
import { createElementDescriber } from './describe-elements.ts';
import { createCandidateLister } from './create-candidate-lister.ts';
import { createSelectorProposer } from './propose-selectors.ts';

/** A number that identifies an element within one document; pages cannot see it. */
export type ElementMark = number;

/** An element as the page script describes it. */
export interface DescribedElement {
  readonly mark: ElementMark;
  readonly element: ElementFingerprint;
  /** Marks of all elements of its list, its own first; set only for `items`. */
  readonly group?: readonly ElementMark[];
}

/** Input and result of each call of the page script, by name. */
export interface PageCalls {
  /**
   * Marks and describes elements: the one the call is scoped to, or those of the marks. For an action this is the link,
   * button or field around the element.
   */
  describe: {
    question: { marks?: readonly ElementMark[]; purpose: TargetPurpose };
    result: readonly DescribedElement[];
  };
  /**
   * What could be the lost target of such a step, in document order. `root`: only what stands in it. `like`: what is
   * looked for; the likeliest are listed where there are more than `limit`.
   */
  candidates: {
    question: {
      purpose: TargetPurpose;
      root?: ElementMark;
      like?: ElementFingerprint;
      limit: number;
    };
    result: readonly DescribedElement[];
  };
  /**
   * Selectors that would lead to the element next time, best first, each tried on the page. `roots`: the items, that
   * of the element first.
   */
  propose: {
    question: {
      mark: ElementMark;
      purpose: TargetPurpose;
      roots?: readonly ElementMark[];
      group?: readonly ElementMark[];
    };
    result: readonly ProposedSelector[];
  };
}

export type TargetPurpose = 'action' | 'items' | 'field';

/** The page script that runs in a page. */
export interface PageScript {
  markOf(element: Element): ElementMark;
  /** Returns the marked element; `undefined` when it has left the document. */
  elementOf(mark: ElementMark): Element | undefined;
  call(name: string, question: unknown, scope: Element | undefined): unknown;
}

/** Assembles the page script from its parts. Uses nothing from module scope: the parts are its input. */
function createPageScript(parts: typeof pageParts): PageScript {
  const elements = new Map<ElementMark, WeakRef<Element>>();
  const marks = new WeakMap<Element, ElementMark>();

  function markOf(element: Element): ElementMark {
    let mark = marks.get(element);
    if (mark === undefined) {
      mark = elements.size + 1;
      marks.set(element, mark);
      elements.set(mark, new WeakRef(element));
    }
    return mark;
  }

  function elementOf(mark: ElementMark): Element | undefined {
    const element = elements.get(mark)?.deref();
    return element?.isConnected === true ? element : undefined;
  }

  function elementsOf(marks: readonly ElementMark[] | undefined): Element[] {
    return (marks ?? []).map(elementOf).filter((element) => element !== undefined);
  }

  return {
    markOf,
    elementOf,
    call(name, question, scope) {
      // Created for every call: what they cache about the page is soon outdated.
      const dom = parts.createDom();
      const text = parts.createPageText(dom);
      const accessibility = parts.createAccessibility(dom, text);
      const surroundings = parts.createSurroundings(dom, text);
      const describer = parts.createElementDescriber(dom, text, accessibility, surroundings);
      const toDescribed = (element: Element) => ({
        mark: markOf(element),
        element: describer.describe(element),
      });
      if (name === 'describe') {
        const { marks, purpose } = question as PageCalls['describe']['question'];
        const asked = marks === undefined && scope !== undefined ? [scope] : elementsOf(marks);
        return asked.map((element) =>
          toDescribed(purpose === 'action' ? describer.actor(element) : element),
        );
      }
      if (name === 'candidates') {
        const { purpose, root, like, limit } = question as PageCalls['candidates']['question'];
        const within = root === undefined ? (scope ?? document) : elementOf(root);
        if (within === undefined) return [];
        const lister = parts.createCandidateLister(dom, text, describer);
        if (purpose === 'items') {
          return lister.items(within, limit).flatMap((group) => {
            const [first] = group;
            return first === undefined ? [] : [{ ...toDescribed(first), group: group.map(markOf) }];
          });
        }
        const list = purpose === 'action' ? lister.actions : lister.fields;
        return list(within, limit, like).map(toDescribed);
      }
      if (name === 'propose') {
        const { mark, purpose, roots, group } = question as PageCalls['propose']['question'];
        const element = elementOf(mark);
        if (element === undefined) return [];
        const css = parts.createCssPaths(dom);
        const proposer = parts.createSelectorProposer(dom, text, accessibility, css);
        if (purpose === 'action') return proposer.forAction(element);
        if (purpose === 'items') return proposer.forItems(elementsOf(group ?? [mark]));
        return proposer.forField(element, elementsOf(roots));
      }
      return undefined;
    },
  };
}

const pageParts = {
  createDom,
  createPageText,
  createAccessibility,
  createSurroundings,
  createElementDescriber,
  createCandidateLister,
  createCssPaths,
  createSelectorProposer,
};

/** An expression that evaluates to the page script; evaluate it once per document. */
export const pageScriptSource: string = `(${String(createPageScript)})({${Object.entries(pageParts)
  .map(([name, part]) => `${name}: ${String(part)}`)
  .join(',')}})`;
