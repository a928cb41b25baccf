import type { ExtractStep } from '../../contracts/recipe.ts';
import type { Collection, RawItem } from '../../contracts/replay.ts';
import type { ItemIdentity, ReadInput, ReadOutput } from './in-page/create-item-reader.ts';
import { type ReplayRun, timeoutOf } from './replay-run.ts';
import type { Tab } from './tab.ts';
import { pause, waitUntil } from './wait-until.ts';

/** What one extract step read from a page. */
export interface StepReading {
  readonly step: ExtractStep;
  readonly output: ReadOutput;
}

/** Two readings this far apart that agree are a page that has come to rest: frameworks fill a list within one frame. */
const restMs = 40;

/** Reads a page for several extract steps at once. */
export async function readItems(
  run: ReplayRun,
  tab: Tab,
  steps: readonly ExtractStep[],
): Promise<readonly StepReading[]> {
  const outputs = await tab.call('read', steps.map(toReadInput), run.signal);
  return steps.flatMap((step, index) => {
    const output = outputs[index];
    return output === undefined ? [] : [{ step, output }];
  });
}

/** Reads once all steps find something and find it twice in a row; what is there when time is up otherwise. */
export async function readItemsAtRest(
  run: ReplayRun,
  tab: Tab,
  steps: readonly ExtractStep[],
): Promise<readonly StepReading[]> {
  const timeoutMs = Math.max(0, ...steps.map((step) => timeoutOf(run, step)));
  let last = await readItems(run, tab, steps);
  const found = await waitUntil({
    timeoutMs,
    signal: run.signal,
    everyMs: restMs,
    async poll() {
      const before = toSignature(last);
      if (!last.every(hasSomething)) {
        last = await readItems(run, tab, steps);
        return undefined;
      }
      await pause(restMs, run.signal);
      last = await readItems(run, tab, steps);
      return last.every(hasSomething) && toSignature(last) === before ? last : undefined;
    },
  });
  return found ?? last;
}

/** Whether a step found what it looks for. A page as a whole is there when one of its fields is. */
function hasSomething({ step, output }: StepReading): boolean {
  if (step.prompt !== undefined && step.items === undefined) return true;
  return step.prompt === undefined ? listItems(output).length > 0 : output.itemCount > 0;
}

/** What a page shows, in one text: the same items in the same order give the same. */
export function toSignature(readings: readonly StepReading[]): string {
  return JSON.stringify(
    readings.map(({ output }) => listItems(output).map(({ values }) => values)),
  );
}

/** Items that say something: frames that wait for their content are none. */
export function listItems(output: ReadOutput): ReadOutput['items'] {
  return output.items.filter(({ values }) =>
    values.some((texts) => texts?.some((text) => text !== '') === true),
  );
}

/** The reading as it is handed on. `isWanted` leaves out what was seen before. */
export function toCollection(
  { step, output }: StepReading,
  isWanted: (identity: ItemIdentity) => boolean = () => true,
): Collection {
  const items = listItems(output)
    .filter(({ identity }) => isWanted(identity))
    .map(({ values }) => toRawItem(step, values));
  return { step, items, html: output.html ?? undefined };
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

function toReadInput({ items, fields, prompt }: ExtractStep): ReadInput {
  return {
    items: items?.selectors.map(({ parts }) => parts),
    fields: fields.map(({ name, element, attribute, type, isList }) => ({
      name,
      selectors: element.selectors.map(({ parts }) => parts),
      attribute,
      type,
      isList,
    })),
    wantsHtml: prompt !== undefined,
  };
}
