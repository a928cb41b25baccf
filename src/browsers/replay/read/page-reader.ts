import type { ExtractStep, RecipeField } from '../../../contracts/recipe/recipe.ts';
import type { Collection, RawItem } from '../../../contracts/recipe/replay.ts';
import { type ItemIdentity, toItemKeys } from '../../../recipe/run/to-item-keys.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { readDocument } from '../../render/read-document.ts';
import { askPlace } from '../frames/ask-place.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReadInput, ReadItem, ReadOutput } from '../../in-page/create-item-reader.ts';
import type { PagerInput, PagerState } from '../../in-page/create-observer.ts';
import type { ReadType } from '../../in-page/create-value-reader.ts';
import { readPictures } from './read-pictures.ts';
import { type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { pause, waitUntil } from '../../../signals/wait-until.ts';

/** The result of reading a page for one extract step. */
export interface StepReading {
  readonly step: ExtractStep;
  readonly output: ReadOutput;
}

/** The result of reading a page once for several extract steps. */
export interface PageReading {
  readonly steps: readonly StepReading[];
  readonly pager: PagerState | undefined;
  readonly url: string;
  readonly language: string;
  readonly isLoaded: boolean;
}

/** Where to read and which steps. All steps read from the same frame. */
export interface PageReader {
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
  const found = await askPlace(place, 'read', question, run.signal);
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
  timeoutMs: number = Math.max(0, ...reader.steps.map((step) => timeoutOf(run, step))),
): Promise<RestedReading> {
  let last = await readPage(run, reader);
  let looks = 0;
  const found = await waitUntil({
    timeoutMs,
    signal: run.signal,
    everyMs: restMs,
    async poll() {
      looks += 1;
      const before = toSignature(last);
      if (!isFilled(last)) {
        last = await readPage(run, reader);
        return undefined;
      }
      await pause(restMs, run.signal);
      last = await readPage(run, reader);
      return isFilled(last) && toSignature(last) === before ? last : undefined;
    },
  });
  return { reading: found ?? last, wasImmediate: found !== undefined && looks === 1 };
}

/** Whether every step found something. */
export function isFilled({ steps }: PageReading): boolean {
  return steps.every((reading) => isWholePage(reading.step) || listItems(reading).length > 0);
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
  const isOwn = step.fields.map((_field, index) => output.fieldUses[index]?.home !== 'outside');
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
      const items = output.items.filter(({ identity: { id, href, text } }) => {
        const name = JSON.stringify([id, href, text]);
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
    const items = await withPictures(run, place, step, wanted, texts);
    // Behind the fields, as in `listReadFields`.
    const links = wanted.map(({ values }) => values[fields.length]?.[0]);
    const followed =
      follow === undefined
        ? []
        : await run.follower.follow(run, { step, follow, links, from: place.tab });
    return { step, items, followed, html: undefined };
  }
  const html = isWholePage(step)
    ? await raceSignal(readDocument(place.tab.devtools, maxHtml), run.signal)
    : wanted.map((item) => item.html ?? '').join('\n');
  return { step, items: [], followed: [], html };
}

/** Returns the items with the names of their pictures' files. */
async function withPictures(
  run: ReplayRun,
  place: Place,
  step: ExtractStep,
  wanted: readonly ReadItem[],
  items: readonly RawItem[],
): Promise<readonly RawItem[]> {
  if (wanted.length === 0 || !step.fields.some(isPicture)) return items;
  const question = toReadInput(run, step);
  const pictures = await readPictures({ run, place, step, question, wanted });
  return items.map((item, index) => ({ ...item, ...pictures[index] }));
}

function isPicture({ type }: Pick<RecipeField, 'type'>): boolean {
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
export function toReadInput({ overrides, notes }: ReplayRun, step: ExtractStep): ReadInput {
  const { items, prompt, onlyVisible } = step;
  return {
    items: items === undefined ? undefined : overrides.apply(items),
    fields: listReadFields(step).map((field) => ({
      name: field.name,
      selectors: overrides.apply(field.element),
      attribute: field.attribute,
      type: field.type,
      isList: field.isList,
      isOptional: field.isOptional,
      // The link of one item is never that of another.
      home: field.type === 'link' ? 'inside' : notes.findHome(field),
    })),
    onlyVisible,
    wantsHtml: prompt !== undefined && items !== undefined,
  };
}
