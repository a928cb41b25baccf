import type { ExtractStep } from '../../contracts/recipe.ts';
import { readItemsAtRest, type StepReading, toCollection } from './read-items.ts';
import type { ReplayRun } from './replay-run.ts';
import type { Tab } from './tab.ts';
import type { AlternativeUse } from './in-page/create-item-reader.ts';

/** Reads the page that a tab shows; `false` where it would be a further page and none is allowed. */
export async function runExtract(run: ReplayRun, tab: Tab, step: ExtractStep): Promise<boolean> {
  const [reading] = await readItemsAtRest(run, tab, [step]);
  if (reading === undefined) return true;
  noteReading(run, reading);
  return run.pages.add(step, tab.page.url(), toCollection(reading));
}

/** Keeps which selectors worked. */
export function noteReading({ targets, request }: ReplayRun, { step, output }: StepReading): void {
  if (step.items !== undefined) {
    const remembered = request.memory?.targets[step.items.path]?.count;
    targets.note({
      target: step.items,
      purpose: 'items',
      ...toServed(output.itemUse),
      healed: toHealed(step.items, output.itemUse),
      count: { found: output.itemCount, remembered },
    });
  }
  if (output.itemCount === 0) return;
  for (const [index, { element, isOptional }] of step.fields.entries()) {
    const use = output.fieldUses[index];
    if (use === undefined || (use.served === -1 && isOptional)) continue;
    targets.note({
      target: element,
      purpose: 'field',
      ...toServed(use),
      healed: toHealed(element, use),
    });
  }
}

function toServed({ served, lost }: AlternativeUse): {
  readonly servedBy: 'first' | 'alternative' | 'nothing';
  readonly lost: readonly number[];
} {
  return { servedBy: served === -1 ? 'nothing' : served === 0 ? 'first' : 'alternative', lost };
}

/** An alternative that served would serve first next time. */
function toHealed(
  { selectors }: NonNullable<ExtractStep['items']>,
  { served }: AlternativeUse,
): NonNullable<ExtractStep['items']>['selectors'][0]['source'] | undefined {
  return served > 0 ? selectors[served]?.source : undefined;
}
