import { maxOf } from '../../../runtime/collections.ts';
import type {
  ExtractStep,
  RecipeField,
  RecipeStep,
} from '../../../runtime/contracts/recipe/recipe.ts';
import type { Collection, RawItem } from '../../../runtime/contracts/recipe/replay.ts';
import type { ItemIdentity } from '../../../runtime/contracts/recipe/fingerprint.ts';
import { toItemKeys } from '../../../recipes/run/create-pagination.ts';
import { pause, raceSignal, waitUntil } from '../../../runtime/signals/waiting.ts';
import { readDocument } from '../../render/read-document.ts';
import { type Place, askPlace } from '../tabs.ts';
import type { ReadInput, ReadItem, ReadOutput } from '../../in-page/item-reader.ts';
import type { PagerInput } from '../../in-page/element-state.ts';
import type { ReadType } from '../../in-page/value-reader.ts';
import { type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { callFrame, locate } from '../../call-page.ts';
import { isPlaywrightError } from '../../launch/load-playwright.ts';
import { nameStep } from '../fail-step.ts';
import { toCount, toDuration } from '../../../runtime/errors/shown-text.ts';
import { takePicture } from '../run/take-picture.ts';
import type { PageOperations, PageReadings } from '../../in-page/page-operations.ts';
import { type NavigationWatch, watchNavigation } from '../arrive/navigation.ts';

/** The result of reading a page for one extract step. */
export interface StepReading {
  readonly step: ExtractStep;
  readonly output: ReadOutput;
}

/** The result of reading a page once for several extract steps. */
export interface PageReading extends Omit<PageReadings, 'steps'> {
  readonly steps: readonly StepReading[];
}

/** Where to read and which steps. All steps read from the same frame. */
interface PageReader {
  readonly place: Place;
  readonly steps: readonly ExtractStep[];
  readonly pager?: PagerInput | undefined;
  /** @default false */
  readonly wantsMarks?: boolean;
}

/**
 * Milliseconds between two readings; if they agree, the page no longer changes: frameworks fill a list within one
 * frame.
 */
export const restMs = 40;
/** Most characters of a page that an extractor reads. */
const maxHtml = 8_000_000;

/** Reads a page for several extract steps at once. */
export async function readPage(run: ReplayRun, reader: PageReader): Promise<PageReading> {
  const { place, steps, pager, wantsMarks = false } = reader;
  const question = { steps: steps.map((step) => toReadInput(run, step)), pager, wantsMarks };
  const found = await askPlace(place, 'read', question, run.session.signal);
  return {
    ...found,
    // The URL of the page and not of the frame: people know the page by it.
    url: place.tab.page.url(),
    steps: steps.flatMap((step, index) => {
      const output = found.steps[index];
      return output === undefined ? [] : [{ step, output }];
    }),
  };
}

/** The reading of a page that no longer changes. */
export interface RestedReading {
  readonly reading: PageReading;
  /** Whether the first reading was already complete, as on a server-rendered page. */
  readonly wasImmediate: boolean;
}

/** Reads until all steps find something and two readings agree; returns the last reading when the time is up. */
export async function readPageAtRest(
  run: ReplayRun,
  reader: PageReader,
  timeoutMs: number = maxOf(
    reader.steps.map((step) => timeoutOf(run, step)),
    0,
  ),
): Promise<RestedReading> {
  let last = await readPage(run, reader);
  let looks = 0;
  const found = await waitUntil({
    timeoutMs,
    signal: run.session.signal,
    everyMs: restMs,
    async poll() {
      looks += 1;
      const before = toSignature(last);
      if (!isFilled(last)) {
        last = await readPage(run, reader);
        return undefined;
      }
      await pause(restMs, run.session.signal);
      last = await readPage(run, reader);
      if (countPending(last).busy > 0) return undefined;
      return isFilled(last) && toSignature(last) === before ? last : undefined;
    },
  });
  return { reading: found ?? last, wasImmediate: found !== undefined && looks === 1 };
}

/** Whether every step found something. */
export function isFilled({ steps }: PageReading): boolean {
  return steps.every((reading) => isWholePage(reading.step) || listItems(reading).length > 0);
}

/** Counts the items in view that have no content yet. */
export function countPending({ steps }: PageReading): ReadOutput['pending'] {
  return {
    busy: steps.reduce((sum, { output }) => sum + output.pending.busy, 0),
    empty: steps.reduce((sum, { output }) => sum + output.pending.empty, 0),
  };
}

/** Tells that items stayed without content, where a page was waited for. */
export function warnPending(
  { report }: ReplayRun,
  step: Pick<RecipeStep, 'path' | 'type'>,
  reading: PageReading,
  waitedMs: number,
): void {
  const { busy } = countPending(reading);
  if (busy === 0) return;
  report.warn(
    `${nameStep(step)}: ${toCount(busy, 'item')} in view stayed without content within ${toDuration(Math.round(waitedMs))}.`,
  );
}

/** Whether a step hands the whole page to an extractor, so that there is no element to wait for. */
function isWholePage({ prompt, items }: ExtractStep): boolean {
  return prompt !== undefined && items === undefined;
}

/** Returns a signature of a page: the same items in the same order give the same string. */
export function toSignature({ steps }: PageReading): string {
  return JSON.stringify(
    steps.map((reading) => listItems(reading).map(({ values, identity }) => [values, identity])),
  );
}

/**
 * Returns the items that have content, without placeholders that still wait for it. A value that all items share is no
 * content of an item, unless they have no other.
 */
export function listItems({ step, output }: StepReading): ReadOutput['items'] {
  if (step.fields.length === 0) return output.items.filter(({ identity }) => identity.text !== '');
  const isOwn = step.fields.map((_field, index) => output.fieldUses[index]?.scope !== 'outside');
  const hasOwn = isOwn.includes(true);
  // What is to be pictured has no text.
  if (step.fields.every(isPicture)) return output.items;
  return output.items.filter(({ values }) =>
    step.fields.some(
      (_field, index) =>
        (!hasOwn || isOwn[index] === true) && values[index]?.some((text) => text !== '') === true,
    ),
  );
}

/** What a reading reads of each item, in this order: the fields of its step, then the link that the step follows. */
type ReadField = Pick<RecipeField, 'name' | 'element' | 'attribute' | 'isList' | 'isOptional'> & {
  readonly type: ReadType;
};

/** Returns what is read of each item of a step. */
export function listReadFields({ fields, follow }: ExtractStep): readonly ReadField[] {
  if (follow === undefined) return fields;
  const link = { attribute: undefined, type: 'link', isList: false, isOptional: false } as const;
  return [...fields, { name: 'link', element: follow.link, ...link }];
}

/** Returns the keys that identify the items of a page across pages, by step and in order. */
export function toKeys({ steps }: PageReading): readonly (readonly string[])[] {
  return steps.map((reading) =>
    toItemKeys(listItems(reading).map(({ identity }): ItemIdentity => identity)),
  );
}

/**
 * Returns the reading without repeated items, equal in link and text: an endless list may load the same items
 * again. Items that are equal only in their text are kept.
 */
export function withoutRepeats(reading: PageReading): PageReading {
  return {
    ...reading,
    steps: reading.steps.map(({ step, output }) => {
      const seen = new Set<string>();
      const items = output.items.filter(({ identity: { id, href, text, position } }) => {
        const name = JSON.stringify([id, href, text, position]);
        const isRepeat = (id !== '' || href !== '') && seen.has(name);
        seen.add(name);
        return !isRepeat;
      });
      return { step, output: { ...output, items } };
    }),
  };
}

/**
 * Converts a reading to what the run collects, and follows the links of its items; `isWanted` takes the item's index among
 * those with content.
 */
export async function toCollection(
  run: ReplayRun,
  place: Place,
  reading: StepReading,
  isWanted: (index: number) => boolean = () => true,
): Promise<Collection> {
  const { step } = reading;
  const { fields, follow } = step;
  const wanted = listItems(reading).filter((_item, index) => isWanted(index));
  if (step.prompt === undefined) {
    const texts = wanted.map((item) => toRawItem(step, item.values));
    const items = await withPictures({ run, place, step, wanted }, texts);
    // Behind the fields, as in `listReadFields`.
    const links = wanted.map(({ values }) => values[fields.length]?.[0]);
    const followed =
      follow === undefined
        ? []
        : await run.session.follower.follow(run, { step, follow, links, from: place.tab });
    return { step, items, followed, html: undefined };
  }
  const html = isWholePage(step)
    ? await raceSignal(readDocument(place.tab.devtools, maxHtml), run.session.signal)
    : wanted.map((item) => item.html ?? '').join('\n');
  return { step, items: [], followed: [], html };
}

/** Returns the items with the names of their pictures' files. */
async function withPictures(
  { run, place, step, wanted }: Omit<ReadPicturesInput, 'question'>,
  items: readonly RawItem[],
): Promise<readonly RawItem[]> {
  if (wanted.length === 0 || !step.fields.some(isPicture)) return items;
  const question = toReadInput(run, step);
  const pictures = await readPictures({ run, place, step, question, wanted });
  return items.map((item, index) => ({ ...item, ...pictures[index] }));
}

/** Whether the value of a field is the name of a picture's file. */
export function isPicture({ type }: Pick<RecipeField, 'type'>): boolean {
  return type === 'screenshot';
}

function toRawItem(
  { fields }: ExtractStep,
  values: readonly (readonly string[] | null)[],
): RawItem {
  return Object.fromEntries(
    fields.flatMap(({ name, type }, index) => {
      // The names of pictures come when they are taken.
      const texts = type === 'screenshot' ? undefined : values[index];
      return texts === undefined || texts === null ? [] : [[name, texts] as const];
    }),
  );
}

/** Returns what the page program needs of a step. */
export function toReadInput({ recipe, report }: ReplayRun, step: ExtractStep): ReadInput {
  const { items, prompt, onlyVisible } = step;
  return {
    items: items === undefined ? undefined : recipe.selectors.apply(items),
    fields: listReadFields(step).map((field) => ({
      name: field.name,
      selectors: recipe.selectors.apply(field.element),
      attribute: field.attribute,
      type: field.type,
      isList: field.isList,
      isOptional: field.isOptional,
      // The link of one item is never that of another.
      scope: field.type === 'link' ? 'inside' : report.notes.findScope(field),
    })),
    onlyVisible,
    wantsHtml: prompt !== undefined && items !== undefined,
  };
}

interface ReadPicturesInput {
  readonly run: ReplayRun;
  readonly place: Place;
  readonly step: ExtractStep;
  /** How the items were read. */
  readonly question: ReadInput;
  /** The items that are collected, in the order of the page. */
  readonly wanted: readonly ReadItem[];
}

/** Pictures that fail in a row, after which the rest of a page's are not tried: each takes its time-out. */
const maxFailures = 3;

/**
 * Takes the pictures of the fields that are screenshots. Resolves to the names of their files, by field, for each item. The
 * page stands afterwards where it stood.
 */
async function readPictures(input: ReadPicturesInput): Promise<readonly RawItem[]> {
  const { run, place, step } = input;
  const limits = { signal: run.session.signal, timeoutMs: timeoutOf(run, step) };
  const isPicture = step.fields.map(({ type }) => type === 'screenshot');
  const marked = await markElements(input, isPicture, limits);
  const stand = { mark: undefined, x: undefined, y: undefined };
  const before = await callFrame(place.frame, 'scroll', stand, limits);
  let failures = 0;

  async function take(mark: string, name: string): Promise<string | undefined> {
    if (failures >= maxFailures) return undefined;
    try {
      const of = locate(place.frame, { mark: Number(mark), selector: [] });
      const { timeoutMs } = limits;
      const file = await takePicture({ run, step, tab: place.tab, name, of, timeoutMs });
      failures = 0;
      return file;
    } catch (error) {
      run.session.signal.throwIfAborted();
      if (!isPlaywrightError(error)) throw error;
      failures += 1;
      run.report.warn(
        `${nameStep(step)}: a screenshot of "${name}" was not taken: its element went away or did not come to rest.`,
      );
      return undefined;
    }
  }

  const items: RawItem[] = [];
  for (const found of marked) {
    const files: Record<string, readonly string[]> = {};
    for (const [index, { name }] of step.fields.entries()) {
      const marks = isPicture[index] === true ? (found?.values[index] ?? []) : [];
      const taken: string[] = [];
      for (const mark of marks) {
        const file = await take(mark, name);
        if (file !== undefined) taken.push(file);
      }
      if (taken.length > 0) files[name] = taken;
    }
    items.push(files);
  }
  await callFrame(place.frame, 'scroll', { ...stand, x: before.x, y: before.y }, limits);
  return items;
}

/**
 * Reads the items anew where actions find their elements, each with the marks of what its pictures show; `undefined` for an item
 * that is not there any more.
 */
async function markElements(
  { place, question, wanted }: ReadPicturesInput,
  isPicture: readonly boolean[],
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<readonly (ReadItem | undefined)[]> {
  const fields = question.fields.map((field, index) =>
    isPicture[index] === true ? ({ ...field, type: 'mark' } as const) : field,
  );
  const asked = { steps: [{ ...question, fields }], pager: undefined, wantsMarks: false };
  const { steps } = await callFrame(place.frame, 'read', asked, limits);
  const found = steps[0]?.items ?? [];
  // The text of an item with a link or an id is a digest of its values, marks included.
  const keyOf = ({ values, identity: { id, href, text } }: ReadItem): string =>
    JSON.stringify([
      id,
      href,
      id === '' && href === '' ? text : '',
      values.filter((_, index) => isPicture[index] !== true),
    ]);
  if (question.items === undefined) return [found[0]];
  let next = 0;
  return wanted.map((item) => {
    const at = found.findIndex((other, index) => index >= next && keyOf(other) === keyOf(item));
    if (at !== -1) next = at + 1;
    return at === -1 ? undefined : found[at];
  });
}

/** Most screens of a page that are scrolled to: 60 are about 600 cards. */
const maxScreens = 60;
/** Milliseconds for all screens of a page, and less where the step's time-out is shorter. */
const maxMs = 15_000;
/** Milliseconds without a change after which a screen is complete: scripts look at the scroll position four times a second. */
const quietMs = 350;
/** Milliseconds without a change while scripts wait for a response. */
const responseMs = 3_000;

/** Screens without a change after which pictures that are named are no longer scrolled to: no script loads them. */
const maxIdleScreens = 2;

/** What waits in the page to come into view, as the page program says it. */
type Waiting = ReturnType<PageOperations['waiting']>;

/**
 * Scrolls to whatever steps read that waits to come into view (late pictures, blocks that are still empty), screen by
 * screen, and back to where the page was. Returns whether anything was scrolled to; the page is then to be read again.
 * A page without such parts is not touched.
 */
export async function revealLazy(
  run: ReplayRun,
  place: Place,
  { steps }: Pick<PageReading, 'steps'>,
): Promise<boolean> {
  const lazy = steps.flatMap(({ step, output }) => (output.isLazy ? [step] : []));
  const [first] = lazy;
  if (first === undefined) return false;
  const question = { steps: lazy.map((step) => toReadInput(run, step)) };
  const look = () => askPlace(place, 'waiting', question, run.session.signal);
  const endMs = performance.now() + Math.min(maxMs, timeoutOf(run, first));
  const visited = new Set<number>();
  const watch = watchNavigation(place.tab, run.session.signal);
  try {
    let waiting = await look();
    const { positions } = waiting;
    let idleScreens = 0;
    for (let screens = 0; ; screens += 1) {
      const isIdle = idleScreens >= maxIdleScreens;
      const next = waiting.elements.find(
        ({ mark, isNamed }) => !visited.has(mark) && !(isNamed && isIdle),
      );
      if (next === undefined) break;
      if (screens === maxScreens || performance.now() >= endMs) {
        run.report.warn(
          `${nameStep(first)} did not scroll through all of its page: parts that load when they come into view may be missing. A longer \`timeout\` of the step, up to ${maxMs / 1_000} s, lets it go further.`,
        );
        break;
      }
      await scrollTo(run, place, { ...next, x: undefined, y: undefined });
      visited.add(next.mark);
      waiting = await waitForScreen(run, { look, watch, endMs });
      const shown = waiting.elements.filter(({ isInView }) => isInView);
      for (const { mark } of shown) visited.add(mark);
      idleScreens = shown.length === 0 ? 0 : idleScreens + 1;
    }
    for (const position of visited.size === 0 ? [] : positions) {
      await scrollTo(run, place, position);
    }
    const busy = waiting.elements.filter(({ isBusy }) => isBusy).length;
    if (busy > 0 && visited.size > 0) {
      const parts = busy === 1 ? '1 part of the page' : `${busy} parts of the page`;
      run.report.warn(
        `${nameStep(first)}: ${parts} stayed without content after coming into view.`,
      );
    }
    return visited.size > 0;
  } finally {
    watch.stop();
  }
}

/** Waits until nothing that is in view waits any more, or nothing happens to it. */
async function waitForScreen(
  { session: { signal } }: ReplayRun,
  {
    look,
    watch,
    endMs,
  }: {
    readonly look: () => Promise<Waiting>;
    readonly watch: NavigationWatch;
    readonly endMs: number;
  },
): Promise<Waiting> {
  let before: string | undefined;
  let changedMs = performance.now();
  for (;;) {
    await pause(restMs, signal);
    const waiting = await look();
    const shown = waiting.elements.filter(({ isInView }) => isInView).map(({ mark }) => mark);
    const nowMs = performance.now();
    if (shown.join() !== before) changedMs = nowMs;
    before = shown.join();
    const isOver = nowMs - changedMs >= (watch.isAsking ? responseMs : quietMs);
    if (shown.length === 0 || isOver || nowMs >= endMs) return waiting;
  }
}

function scrollTo(
  run: ReplayRun,
  place: Place,
  { mark, x, y }: Waiting['positions'][number] | { mark: number; x: undefined; y: undefined },
): Promise<unknown> {
  return askPlace(place, 'scroll', { mark, x, y }, run.session.signal);
}
