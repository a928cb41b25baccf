import type { ExtractStep } from '../../../contracts/recipe.ts';
import type { Collection, RawItem } from '../../../contracts/replay.ts';
import { type ItemIdentity, toItemKeys } from '../../../recipe/run/to-item-keys.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { readDocument } from '../../render/read-document.ts';
import { askPlace } from '../frames/ask-place.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReadInput, ReadOutput } from '../../in-page/create-item-reader.ts';
import type { PagerInput, PagerState } from '../../in-page/create-observer.ts';
import { type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { pause, waitUntil } from '../../../signals/wait-until.ts';

/** What one extract step read from a page. */
export interface StepReading {
  readonly step: ExtractStep;
  readonly output: ReadOutput;
}

/** What several extract steps read from a page at one moment. */
export interface PageReading {
  readonly steps: readonly StepReading[];
  readonly pager: PagerState | undefined;
  readonly url: string;
  readonly language: string;
  readonly isLoaded: boolean;
}

/** Where to read, and what. All steps read from the same frame. */
export interface PageReader {
  readonly place: Place;
  readonly steps: readonly ExtractStep[];
  readonly pager?: PagerInput | undefined;
  /** @default false */
  readonly wantsMarks?: boolean;
}

/** Two readings this far apart that agree are a page that has come to rest: frameworks fill a list within one frame. */
export const restMs = 40;
/** Characters of a page that an extractor is to read. */
const maxHtml = 8_000_000;

/** Reads a page for several extract steps at once. */
export async function readPage(run: ReplayRun, reader: PageReader): Promise<PageReading> {
  const { place, steps, pager, wantsMarks = false } = reader;
  const question = { steps: steps.map((step) => toReadInput(run, step)), pager, wantsMarks };
  const found = await askPlace(place, 'read', question, run.signal);
  return {
    ...found,
    // Frames have addresses that their page's reader never sees.
    url: place.tab.page.url(),
    steps: steps.flatMap((step, index) => {
      const output = found.steps[index];
      return output === undefined ? [] : [{ step, output }];
    }),
  };
}

/** A page at rest, and whether it was there at once. */
export interface RestedReading {
  readonly reading: PageReading;
  /** Everything was there at the first look: the server rendered it. */
  readonly wasImmediate: boolean;
}

/** Reads once all steps find something and find it twice in a row; what is there when time is up otherwise. */
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

/** Whether all steps found what they look for. */
export function isFilled({ steps }: PageReading): boolean {
  return steps.every((reading) => isWholePage(reading.step) || listItems(reading).length > 0);
}

/** An extractor reads what there is: there is nothing to wait for. */
function isWholePage({ prompt, items }: ExtractStep): boolean {
  return prompt !== undefined && items === undefined;
}

/** What a page shows, in one text: the same items in the same order give the same. */
export function toSignature({ steps }: PageReading): string {
  return JSON.stringify(
    steps.map((reading) => listItems(reading).map(({ values, identity }) => [values, identity])),
  );
}

/** Items that say something: frames that wait for their content are none. */
export function listItems({ step, output }: StepReading): ReadOutput['items'] {
  if (step.fields.length === 0) return output.items.filter(({ identity }) => identity.text !== '');
  return output.items.filter(({ values }) =>
    values.some((texts) => texts?.some((text) => text !== '') === true),
  );
}

/** By what the items of a page are known on others, step by step in order. */
export function toKeys({ steps }: PageReading): readonly (readonly string[])[] {
  return steps.map((reading) =>
    toItemKeys(listItems(reading).map(({ identity }): ItemIdentity => identity)),
  );
}

/**
 * Without items that stand there twice with the same address and text: an endless list that brings what it had brought
 * before. Items that only say the same are different ones.
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

/** A reading as it is handed on; `isWanted` by the item's place among those that say something. */
export async function toCollection(
  { signal }: ReplayRun,
  { tab }: Place,
  reading: StepReading,
  isWanted: (index: number) => boolean = () => true,
): Promise<Collection> {
  const { step } = reading;
  const wanted = listItems(reading).filter((_item, index) => isWanted(index));
  if (step.prompt === undefined) {
    return { step, items: wanted.map((item) => toRawItem(step, item.values)), html: undefined };
  }
  const html = isWholePage(step)
    ? await raceSignal(readDocument(tab.devtools, maxHtml), signal)
    : wanted.map((item) => item.html ?? '').join('\n');
  return { step, items: [], html };
}

function toRawItem(
  { fields }: ExtractStep,
  values: readonly (readonly string[] | null)[],
): RawItem {
  return Object.fromEntries(
    fields.flatMap(({ name }, index) => {
      const texts = values[index];
      return texts === undefined || texts === null ? [] : [[name, texts] as const];
    }),
  );
}

function toReadInput({ overrides }: ReplayRun, { items, fields, prompt }: ExtractStep): ReadInput {
  return {
    items: items === undefined ? undefined : overrides.apply(items),
    fields: fields.map(({ name, element, attribute, type, isList }) => ({
      name,
      selectors: overrides.apply(element),
      attribute,
      type,
      isList,
    })),
    wantsHtml: prompt !== undefined && items !== undefined,
  };
}
