import { randomUUID } from 'node:crypto';
import { createAccessibility } from '../page-script/create-accessibility.ts';
import { createDom } from '../page-script/create-dom.ts';
import { createPageText } from '../page-script/create-page-text.ts';
import { type PageCalls, type PageScript, pageScriptSource } from '../page-script/page-script.ts';
import { createFinder } from './create-finder.ts';
import { createItemReader, type ReadInput, type ReadOutput } from './create-item-reader.ts';
import {
  createMover,
  type Obstruction,
  type ScrollInput,
  type ScrollPosition,
} from './create-mover.ts';
import {
  type Control,
  createObserver,
  type ElementStateInput,
  type Hit,
  type PagerInput,
  type PagerState,
} from './create-observer.ts';
import { createValueReader } from './create-value-reader.ts';
import type { Selector } from '../../contracts/recipe.ts';

/** A reading of a page: its items, and where it goes on. */
export interface PageQuestion {
  readonly steps: readonly ReadInput[];
  /** Whether to return the marks of the elements. */
  readonly wantsMarks: boolean;
  readonly pager: PagerInput | undefined;
}

export interface PageReadings {
  readonly steps: readonly ReadOutput[];
  readonly pager: PagerState | undefined;
  readonly url: string;
  /** BCP 47, as the page says; empty where it does not. */
  readonly language: string;
  /** Whether everything the document asked for has arrived. */
  readonly isLoaded: boolean;
}

/** What a page can be asked, by name. Everything in it is plain JSON, both ways. */
export interface PageOperations extends HealingOperations {
  read(input: PageQuestion): PageReadings;
  look(input: { readonly selectors: readonly Selector['parts'][] }): readonly Hit[];
  control(input: { readonly mark: number }): Control | null;
  state(input: ElementStateInput): {
    readonly alternative: number;
    readonly count: number;
    readonly holds: boolean;
  };
  scroll(input: ScrollInput): ScrollPosition;
  scrollList(input: {
    readonly items: readonly Selector['parts'][];
    readonly up: number;
  }): ScrollPosition;
  clear(input: { readonly mark: number }): Obstruction | null;
}

/** Operations that healing needs. */
type HealingOperations = {
  [Name in keyof PageCalls]: (input: PageCalls[Name]['question']) => PageCalls[Name]['result'];
};

export type OperationName = keyof PageOperations;

/** One question to a page. */
export interface PageCall<Name extends OperationName> {
  readonly name: Name;
  readonly input: Parameters<PageOperations[Name]>[0];
}

export type AnyPageCall = { [Name in OperationName]: PageCall<Name> }[OperationName];

export interface FindInput {
  readonly mark: number | undefined;
  readonly selector: Selector['parts'];
}

/** The reply of a page, as JSON: the value of the operation, or the error's name. */
export type PageReply<Name extends OperationName> =
  | { readonly value: ReturnType<PageOperations[Name]> }
  | { readonly failed: string };

/** The program as it stands in a page. */
export interface PageProgram {
  /** From the JSON of a call to the JSON of its reply. */
  reply(call: string): string;
  /** The element of a mark while it stands in the document, else what the selector leads to. */
  find(input: FindInput): Element[];
  /** The same, with everything that it stands in: where listeners may be. */
  surroundings(input: FindInput): Node[];
}

const programParts = {
  createDom,
  createPageText,
  createAccessibility,
  createFinder,
  createValueReader,
  createItemReader,
  createObserver,
  createMover,
};

/** An expression that gives the program: everything of ours that runs inside of pages. */
export const pageProgram: string = toProgram(pageScriptSource);

/** The same without what describes elements: half as long, which every fresh document has to compile. */
export const readingProgram: string = toProgram(
  '{ markOf: () => 0, elementOf: () => undefined, call: () => undefined }',
);

/** Where the programs keep themselves in a world of ours; unknown to pages, so that none can stand in for them. */
export const programKey: string = `gleaner${randomUUID().replaceAll('-', '')}`;

function toProgram(script: string): string {
  const parts = Object.entries(programParts).map(([name, part]) => `${name}: ${String(part)}`);
  return `(${String(createPageProgram)})(${script}, {${parts.join(',')}})`;
}

/** Whether a question is about nothing but values. */
export function isReading({ name, input }: AnyPageCall): boolean {
  return name === 'read' && !input.wantsMarks;
}

/** Puts the parts together. Takes nothing from module scope: the parts are handed in, and their text is enough. */
function createPageProgram(script: PageScript, parts: typeof programParts): PageProgram {
  // New for every call: what they keep of the page holds for a moment only.
  function createParts() {
    const dom = parts.createDom();
    const text = parts.createPageText(dom);
    const finder = parts.createFinder(dom, parts.createAccessibility(dom, text));
    const observer = parts.createObserver(dom, text, finder, script);
    return { dom, text, finder, observer };
  }

  function read({ steps, pager, wantsMarks }: PageQuestion): PageReadings {
    const { dom, finder, observer } = createParts();
    const reader = parts.createItemReader(dom, finder, parts.createValueReader(dom), script);
    return {
      steps: steps.map((step) => reader.read(step, wantsMarks)),
      pager: pager === undefined ? undefined : observer.pager(pager),
      url: location.href,
      language: document.documentElement.lang.slice(0, 40),
      isLoaded: document.readyState === 'complete',
    };
  }

  function perform(call: AnyPageCall): unknown {
    if (call.name === 'read') return read(call.input);
    const { dom, text, finder, observer } = createParts();
    switch (call.name) {
      case 'look':
        return observer.look(call.input.selectors);
      case 'state':
        return observer.state(call.input);
      case 'control': {
        const element = script.elementOf(call.input.mark);
        return element === undefined ? null : observer.control(element);
      }
      case 'scroll':
        return parts.createMover(dom, text, finder, script).scroll(call.input);
      case 'scrollList':
        return parts.createMover(dom, text, finder, script).scrollList(call.input);
      case 'clear':
        return parts.createMover(dom, text, finder, script).clear(call.input.mark) ?? null;
      case 'describe':
      case 'candidates':
      case 'propose':
        break;
    }
    return script.call(call.name, call.input, undefined);
  }

  function find({ mark, selector }: FindInput): Element[] {
    const marked = mark === undefined ? undefined : script.elementOf(mark);
    if (marked !== undefined) return [marked];
    const { finder, text } = createParts();
    const hits = finder.find(selector, document);
    const best = hits.find((hit) => text.isVisible(hit)) ?? hits[0];
    return best === undefined ? [] : [best];
  }

  return {
    find,
    surroundings(input) {
      const { dom } = createParts();
      const around: Node[] = [];
      let above: Element | undefined = find(input)[0];
      if (above === undefined) return [];
      while (above !== undefined && around.length < 100) {
        around.push(above);
        above = dom.parent(above);
      }
      return [...around, document];
    },
    reply(call) {
      try {
        return JSON.stringify({ value: perform(JSON.parse(call) as AnyPageCall) });
      } catch (error) {
        return JSON.stringify({ failed: error instanceof Error ? error.name : 'unknown' });
      }
    },
  };
}
