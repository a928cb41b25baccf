import type { Place } from '../frames/create-tabs.ts';
import { nameStep } from '../fail-step.ts';
import { type HealedTarget, healTarget } from '../locate/heal-target.ts';
import { listReadFields, type PageReading, readPage, type StepReading } from './page-reader.ts';
import type { ReplayRun } from '../run/replay-run.ts';

/**
 * Compares the items and fields of a step's first page with their fingerprints, heals the missing ones, and takes new
 * fingerprints. Returns a new reading if anything was healed.
 */
export async function healReading(
  run: ReplayRun,
  place: Place,
  reading: PageReading,
): Promise<PageReading> {
  const [first] = reading.steps;
  if (first === undefined || first.output.marks === undefined) return reading;
  const { step } = first;
  let current = reading;
  if (step.items !== undefined) {
    const { marks, itemCount } = first.output;
    const healed = await healTarget({
      run,
      place,
      target: step.items,
      purpose: 'items',
      mark: marks.items[0],
      count: itemCount,
    });
    if (healed === 'healed')
      current = await readPage(run, { place, steps: [step], wantsMarks: true });
  }
  return (await healFields(run, place, current.steps[0]))
    ? readPage(run, { place, steps: [step] })
    : current;
}

/** Most items in which an optional field is searched that none seems to have any more. */
const maxSearched = 5;

function putFirst(marks: readonly number[], first: number | undefined): readonly number[] {
  return first === undefined ? marks : [first, ...marks.filter((mark) => mark !== first)];
}

/** Returns whether any field was healed, or is no longer read. */
async function healFields(
  run: ReplayRun,
  place: Place,
  reading: StepReading | undefined,
): Promise<boolean> {
  const { marks, fieldUses } = reading?.output ?? {};
  if (reading === undefined || marks === undefined) return false;
  const { step } = reading;
  let hasChanged = false;
  for (const [index, field] of listReadFields(step).entries()) {
    if (step.items !== undefined && marks.items.length === 0) break;
    const owned = marks.fields[index] ?? undefined;
    const isShared = (fieldUses?.[index]?.home ?? run.notes.findHome(field)) === 'outside';
    const isLost = owned === undefined && field.isOptional;
    // Never seen before, an optional field is absent.
    if (isLost && run.request.fingerprints?.targets[field.element.path] === undefined) continue;
    const first = owned?.item ?? marks.items[0];
    // The first item may lack an optional field.
    const starts = isLost && first !== undefined ? marks.items.slice(0, maxSearched) : [first];
    let healed: HealedTarget = 'missing';
    for (const start of starts) {
      if (healed !== 'missing') break;
      healed = await healTarget({
        run,
        place,
        target: field.element,
        purpose: 'field',
        mark: owned?.mark,
        roots: step.items === undefined || isShared ? undefined : putFirst(marks.items, start),
        mayBeAbsent: field.isOptional,
      });
    }
    if (healed === 'another') {
      run.overrides.drop(field.element);
      run.warnings.add(
        `${nameStep(step)}: the selectors of the field "${field.name}" lead to what was another element when they were learnt. The field is left out; record it anew.`,
      );
    }
    hasChanged ||= healed === 'healed' || healed === 'another';
  }
  return hasChanged;
}
