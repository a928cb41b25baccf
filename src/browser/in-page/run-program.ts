/** The program of runs. */
import type { MatchCounts } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { FindInput, PageOperations } from './page-operations.ts';
import * as dom from './dom.ts';
import * as text from './page-text.ts';
import {
  look,
  nearMisses,
  readChoices,
  readControl,
  readShown,
  readState,
} from './element-state.ts';
import { type FinderRoot, findAll } from './finder.ts';
import { type ReadInput, listWaitingOf } from './item-reader.ts';
import { listWaiting } from './lazy-parts.ts';
import { elementOf, markOf } from './marks.ts';
import { createNoticeFinder, readObstruction } from './notice-finder.ts';
import { forgetPage } from './page-cache.ts';
import { findCandidates } from './pagination-candidates.ts';
import { readPage } from './read-page.ts';
import { replyBy } from './reply.ts';
import { scroll, scrollList } from './scrolling.ts';
import { targetOperations } from './targets.ts';
import { isSeen } from './visibility.ts';

export { markOf };

type RunOperations = Omit<PageOperations, 'pick' | 'match' | 'outline' | 'proposeList'>;

export const runOperations: RunOperations = {
  ...targetOperations,
  read: readPage,
  count: countMatches,
  waiting: ({ steps }) => listWaiting([...new Set(steps.flatMap(listWaitingOf))]),
  look: ({ selectors }) => look(selectors),
  nearMisses: ({ selectors }) => nearMisses(selectors),
  state: readState,
  choices({ mark, value }) {
    const element = elementOf(mark);
    return (element && readChoices(element, value)) ?? null;
  },
  control({ mark }) {
    const element = elementOf(mark);
    return element === undefined ? null : readControl(element);
  },
  scroll,
  scrollList,
  obstruction: ({ mark, words }) => readObstruction(mark, words) ?? null,
  consent: ({ isFramed, words }) => createNoticeFinder(words).findConsent(isFramed),
  fileField({ mark }) {
    const element = elementOf(mark);
    return (element && findFileField(element)) ?? null;
  },
  pagination: findCandidates,
  shown: readShown,
};

export const reply = (call: string): string => replyBy(runOperations, call);

/** Returns the marked element while it is in the document, else the element that the selector matches. */
export function find({ mark, selector }: FindInput): Element[] {
  const marked = mark === undefined ? undefined : elementOf(mark);
  if (marked !== undefined) return [marked];
  forgetPage();
  const hits = findAll(selector, document);
  const best = hits.find((hit) => text.isVisible(hit)) ?? hits[0];
  return best === undefined ? [] : [best];
}

/** Returns the same element with all its ancestors, where event listeners may be. */
export function surroundings(input: FindInput): Node[] {
  const around: Node[] = [];
  let above: Element | undefined = find(input)[0];
  if (above === undefined) return [];
  while (above !== undefined && around.length < 100) {
    around.push(above);
    above = dom.parent(above);
  }
  return [...around, document];
}

/** Counts what the selectors of an extract step match. */
function countMatches({ items, fields, onlyVisible }: ReadInput): MatchCounts {
  const isRead = (element: Element): boolean => !onlyVisible || isSeen(element);
  const hits = (items ?? []).map((parts) => findAll(parts, document));
  const all = hits.find((found) => found.length > 0) ?? [];
  const first: FinderRoot | undefined =
    items === undefined ? document : (all.find(isRead) ?? all[0]);
  return {
    items: hits.map((found) => ({
      count: found.length,
      hidden: found.filter((element) => !isRead(element)).length,
    })),
    fields: fields.map(({ selectors }) =>
      selectors.map((parts) => ({
        inItem: first === undefined ? 0 : findAll(parts, first).length,
        onPage: findAll(parts, document).length,
      })),
    ),
  };
}

/** Elements of a place to drop files on; a larger one is the page. */
const maxElements = 500;

function isFileField(element: Element | null): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'file';
}

/** Returns the mark of the file field that an element is, labels, or alone contains; `undefined` where there is none. */
function findFileField(element: Element): number | undefined {
  if (isFileField(element)) return markOf(element);
  const label = element.closest('label');
  if (label !== null && isFileField(label.control)) return markOf(label.control);
  const [field, ...others] = dom.walk(element, maxElements).filter(isFileField);
  return field === undefined || others.length > 0 ? undefined : markOf(field);
}
