import type { ExtractStep } from '../../../contracts/recipe/recipe.ts';
import type { RawItem } from '../../../contracts/recipe/replay.ts';
import { callFrame, locate } from '../../in-page/call-frame.ts';
import type { ReadInput, ReadItem } from '../../in-page/create-item-reader.ts';
import { isPlaywrightError } from '../../launch/is-playwright-error.ts';
import { nameStep } from '../fail-step.ts';
import type { Place } from '../frames/create-tabs.ts';
import { type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { takePicture } from '../run/take-picture.ts';

export interface ReadPicturesInput {
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
export async function readPictures(input: ReadPicturesInput): Promise<readonly RawItem[]> {
  const { run, place, step } = input;
  const limits = { signal: run.signal, timeoutMs: timeoutOf(run, step) };
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
      run.signal.throwIfAborted();
      if (!isPlaywrightError(error)) throw error;
      failures += 1;
      run.warnings.add(
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
