import { randomUUID } from 'node:crypto';
import { createAccessibility } from '../page-script/create-accessibility.ts';
import { createDom, type Dom } from '../page-script/create-dom.ts';
import { createPageText, type PageText } from '../page-script/create-page-text.ts';
import { type PageScript, pageScriptSource } from '../page-script/page-script.ts';
import { createFieldFinder } from './create-field-finder.ts';
import { createFileFieldFinder } from './create-file-field-finder.ts';
import { createFinder, type Finder } from './create-finder.ts';
import { createItemFinder } from './create-item-finder.ts';
import { createItemReader, type ItemReader, type ReadInput } from './create-item-reader.ts';
import { createLazyFinder } from './waiting/create-lazy-finder.ts';
import { createMatchCounter } from './create-match-counter.ts';
import { createMover } from './create-mover.ts';
import { createObserver } from './create-observer.ts';
import { createStateReader } from './create-state-reader.ts';
import { createPictureReader } from './waiting/create-picture-reader.ts';
import { createSight } from './create-sight.ts';
import { createValueReader } from './create-value-reader.ts';
import { createViewport } from './waiting/create-viewport.ts';
import { createWaitingLister, type WaitingParts } from './waiting/create-waiting-lister.ts';
import { createButtonReader } from './notices/create-button-reader.ts';
import { createCoverReader } from './notices/create-cover-reader.ts';
import { createNoticeFinder, type NoticeFinder } from './notices/create-notice-finder.ts';
import type { NoticeWords } from './notices/notice-words.ts';
import type { AnyPageCall, FindInput, PageQuestion, PageReadings } from './page-operations.ts';
import { pickingParts } from './picking/answer-picking.ts';
import { createListPlace } from './ways/create-list-place.ts';
import { createPageNumbers } from './ways/create-page-numbers.ts';
import { createWayFinder } from './ways/create-way-finder.ts';

/** The program that runs in a page. */
export interface PageProgram {
  /** Runs a call given as JSON and returns the reply as JSON. */
  reply(call: string): string;
  /** Returns the marked element while it is in the document, else the elements that the selector matches. */
  find(input: FindInput): Element[];
  /** Returns the number that an element has in calls. */
  markOf(element: Element): number;
  /** Returns the same elements with all their ancestors, where event listeners may be. */
  surroundings(input: FindInput): Node[];
}

const programParts = {
  createDom,
  createPageText,
  createAccessibility,
  createFinder,
  createSight,
  createPictureReader,
  createValueReader,
  createFieldFinder,
  createLazyFinder,
  createViewport,
  createWaitingLister,
  createMatchCounter,
  createItemFinder,
  createItemReader,
  createObserver,
  createMover,
  createStateReader,
  createFileFieldFinder,
  createButtonReader,
  createNoticeFinder,
  createCoverReader,
  createListPlace,
  createPageNumbers,
  createWayFinder,
  ...pickingParts,
};

/** Parts that no reading uses. */
const otherParts: ReadonlySet<string> = new Set<keyof typeof programParts>([
  'createFileFieldFinder',
  'createListPlace',
  'createMatchCounter',
  'createMover',
  'createPageNumbers',
  'createStateReader',
  'createViewport',
  'createWaitingLister',
  'createWayFinder',
  ...(Object.keys(pickingParts) as (keyof typeof pickingParts)[]),
]);

/** An expression that evaluates to the whole page program. */
export const pageProgram: string = toProgram(pageScriptSource, Object.entries(programParts));

/** The page program without what a person's pointing needs, a third shorter: no run points at anything. */
export const runProgram: string = toProgram(
  pageScriptSource,
  Object.entries(programParts).filter(([name]) => !Object.hasOwn(pickingParts, name)),
);

/** The page program without the parts that no reading uses: half as long, since every new document compiles it. */
export const readingProgram: string = toProgram(
  '{ markOf: () => 0, elementOf: () => undefined, call: () => undefined }',
  Object.entries(programParts).filter(([name]) => !otherParts.has(name)),
);

/** Global name of the programs in our isolated world; random, so that no page can define it. */
export const programKey: string = `gleaner${randomUUID().replaceAll('-', '')}`;

function toProgram(script: string, used: readonly (readonly [string, unknown])[]): string {
  const parts = used.map(([name, part]) => `${name}: ${String(part)}`);
  return `(${String(createPageProgram)})(${script}, {${parts.join(',')}})`;
}

/** Whether a call only reads values, so that the shorter program is enough. */
export function isReading({ name, input }: AnyPageCall): boolean {
  return name === 'read' && !input.wantsMarks;
}

/**
 * Assembles the program from its parts. Uses nothing from module scope: its source text is evaluated in the page with
 * the parts as input.
 */
function createPageProgram(script: PageScript, parts: typeof programParts): PageProgram {
  // Created for every call: what they cache about the page is soon outdated.
  function createParts() {
    const dom = parts.createDom();
    const text = parts.createPageText(dom);
    const finder = parts.createFinder(dom, text, parts.createAccessibility(dom, text));
    const observer = parts.createObserver(dom, text, finder, script);
    return { dom, text, finder, observer };
  }

  function createReaders(
    dom: Dom,
    text: PageText,
    finder: Finder,
  ): (step: ReadInput) => ItemReader {
    const sight = parts.createSight(dom, text);
    const pictures = parts.createPictureReader(dom);
    const lazy = parts.createLazyFinder(dom, pictures);
    return ({ onlyVisible }) => {
      const eyes = onlyVisible ? sight : undefined;
      const values = parts.createValueReader(
        dom,
        pictures,
        eyes?.isSeen ?? (() => true),
        script.markOf,
      );
      const fields = parts.createFieldFinder(dom, finder, values, eyes);
      const items = parts.createItemFinder(dom, finder, fields, eyes);
      return parts.createItemReader(dom, items, fields, values, lazy, script);
    };
  }

  function waiting(steps: readonly ReadInput[]): WaitingParts {
    const { dom, text, finder } = createParts();
    const toReader = createReaders(dom, text, finder);
    const pictures = parts.createPictureReader(dom);
    const lazy = parts.createLazyFinder(dom, pictures);
    const viewport = parts.createViewport(dom);
    const elements = new Set(steps.flatMap((step) => toReader(step).waiting(step)));
    return parts.createWaitingLister(lazy, pictures, viewport, script).list([...elements]);
  }

  function read({ steps, pager, wantsMarks }: PageQuestion): PageReadings {
    const { dom, text, finder, observer } = createParts();
    const toReader = createReaders(dom, text, finder);
    return {
      steps: steps.map((step) => toReader(step).read(step, wantsMarks)),
      pager: pager === undefined ? undefined : observer.pager(pager),
      url: location.href,
      language: document.documentElement.lang.slice(0, 40),
      isLoaded: document.readyState === 'complete',
    };
  }

  function createNotices(dom: Dom, text: PageText, words: NoticeWords): NoticeFinder {
    const buttons = parts.createButtonReader(dom, text, words);
    return parts.createNoticeFinder(dom, text, buttons, script, words);
  }

  function perform(call: AnyPageCall): unknown {
    if (call.name === 'read') return read(call.input);
    const { dom, text, finder, observer } = createParts();
    switch (call.name) {
      case 'count':
        return parts.createMatchCounter(finder, parts.createSight(dom, text)).count(call.input);
      case 'waiting':
        return waiting(call.input.steps);
      case 'look':
        return observer.look(call.input.selectors);
      case 'nearMisses':
        return observer.nearMisses(call.input.selectors);
      case 'state':
        return observer.state(call.input);
      case 'choices': {
        const element = script.elementOf(call.input.mark);
        return element && (observer.choices(element, call.input.value) ?? null);
      }
      case 'control': {
        const element = script.elementOf(call.input.mark);
        return element === undefined ? null : observer.control(element);
      }
      case 'scroll':
        return parts.createMover(dom, finder, script).scroll(call.input);
      case 'scrollList':
        return parts.createMover(dom, finder, script).scrollList(call.input);
      case 'obstruction': {
        const notices = createNotices(dom, text, call.input.words);
        return parts.createCoverReader(dom, text, notices, script).read(call.input.mark) ?? null;
      }
      case 'consent':
        return createNotices(dom, text, call.input.words).findConsent(call.input.isFramed);
      case 'fileField': {
        const element = script.elementOf(call.input.mark);
        const field = element && parts.createFileFieldFinder(dom, script).find(element);
        return field ?? null;
      }
      case 'ways': {
        const numbers = parts.createPageNumbers(dom, text);
        const place = parts.createListPlace;
        return parts
          .createWayFinder(dom, text, finder, observer, script, numbers, place)
          .find(call.input);
      }
      case 'pick':
      case 'match':
      case 'outline':
      case 'proposeList':
        return parts.answerPicking(parts, dom, text, finder, script, call);
      case 'shown':
        return parts.createStateReader(dom, text, finder).read(call.input);
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
    markOf: (element) => script.markOf(element),
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
