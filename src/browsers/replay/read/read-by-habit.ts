import type { ExtractStep } from '../../../contracts/recipe/recipe.ts';
import { waitUntil } from '../../../signals/wait-until.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { type PageReading, readPage, type RestedReading, restMs } from './page-reader.ts';

/** Milliseconds for a field that comes later than the others: scripts ask the server for prices and stock. */
const lateMs = 1_500;
/** Pages on which a field is waited for in vain; it is not waited for again. */
const maxVain = 3;

/**
 * Reads a page that is one of many alike. One whose fields were all there at once on an earlier page is read once; a field
 * that others of its kind have is waited for. `readFully` reads a page until it has come to rest.
 */
export async function readByHabit(
  run: ReplayRun,
  place: Place,
  step: ExtractStep,
  readFully: () => Promise<RestedReading>,
): Promise<RestedReading> {
  const { habits } = run;
  if (habits === undefined) return readFully();
  const read = () => readPage(run, { place, steps: [step] });
  if (habits.atOnce.has(step)) {
    const reading = await read();
    const isLazy = reading.steps.some(({ output }) => output.isLazy);
    if (!isLazy && listMissing(reading).length === 0) return { reading, wasImmediate: true };
  }
  const rested = await readFully();
  const vainOf = (path: string): number => habits.vain.get(path) ?? 0;
  const missing = listMissing(rested.reading).filter((path) => vainOf(path) < maxVain);
  if (missing.length === 0) {
    if (rested.wasImmediate) habits.atOnce.add(step);
    return rested;
  }
  habits.atOnce.delete(step);
  const isThere = await waitUntil({
    timeoutMs: lateMs,
    everyMs: restMs,
    signal: run.signal,
    async poll() {
      const absent = new Set(listMissing(await read()));
      return missing.some((path) => absent.has(path)) ? undefined : true;
    },
  });
  if (isThere === true) return readFully();
  for (const path of missing) habits.vain.set(path, vainOf(path) + 1);
  return rested;
}

/** Returns the paths of the fields that the page should have and that have no value yet. */
function listMissing({ steps }: PageReading): readonly string[] {
  return steps.flatMap(({ step, output }) =>
    step.fields.flatMap(({ element, isOptional }, index) => {
      const texts = output.items[0]?.values[index];
      const isThere = texts?.some((text) => text.trim() !== '') === true;
      return isOptional || isThere ? [] : [element.path];
    }),
  );
}
