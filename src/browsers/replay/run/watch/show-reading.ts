import type { ExtractStep, Target } from '../../../../contracts/recipe/recipe.ts';
import type {
  NearestElement,
  TakenElement,
  TargetMatches,
} from '../../../../contracts/recipe/replay-watch.ts';
import type { TargetReport } from '../../../../contracts/recipe/replay.ts';
import { locate } from '../../../in-page/call-frame.ts';
import type { Place } from '../../frames/create-tabs.ts';
import type { ReplayRun } from '../replay-run.ts';
import { askQuietly } from './ask-quietly.ts';
import { describeTaken, listNearTaken } from './describe-taken.ts';
import { showStep, toMatches } from './watch-step.ts';

/** Elements that are marked in a picture: the first items of a list. */
const maxMarked = 30;

/**
 * Shows the items of an extract step and what the selectors of its fields match in the first of them, what was taken for those that
 * their first selector did not lead to, and what would do for those that nothing was taken for.
 */
export async function showReading(run: ReplayRun, place: Place, step: ExtractStep): Promise<void> {
  if (run.request.watch === undefined) return;
  const { frame } = place;
  const { items, fields } = step;
  const toQuestion = (
    partsOf: (target: Target) => readonly Target['selectors'][number]['parts'][],
  ) => ({
    items: items && partsOf(items),
    fields: fields.map(({ element, name, attribute, isList, isOptional }) => ({
      name,
      selectors: partsOf(element),
      attribute,
      type: 'string' as const,
      isList,
      isOptional,
      home: undefined,
    })),
    onlyVisible: step.onlyVisible,
    wantsHtml: false,
  });
  const recorded = toQuestion(({ selectors }) => selectors.map(({ parts }) => parts));
  const counts = await askQuietly(run, place, 'count', recorded);
  const question = toQuestion((target) => run.overrides.apply(target));
  const reading = await askQuietly(run, place, 'read', {
    steps: [question],
    pager: undefined,
    wantsMarks: true,
  });
  const [output] = reading?.steps ?? [];
  const marks = output?.marks;
  const shown = items === undefined ? marks?.fields.map((field) => field?.mark) : marks?.items;
  const marked = (shown ?? [])
    .filter((mark) => mark !== undefined)
    .slice(0, maxMarked)
    .map((mark) => locate(frame, { mark, selector: [] }));
  const targets: TargetMatches[] = [];
  const nearest: NearestElement[] = [];
  const itemMarks = marks?.items ?? [];
  const add = async (
    wanted: ReadTarget,
    countOf: (index: number) => number | undefined,
  ): Promise<void> => {
    const { target, purpose, isOptional } = wanted;
    const own = { ...wanted, items: items === undefined ? [] : itemMarks };
    const taken = await findTaken(run, place, own);
    targets.push({ ...toMatches(target, purpose, isOptional, countOf), taken });
    const isLost = output !== undefined && wanted.mark === undefined;
    if (isLost) nearest.push(...(await listNearTaken(run, place, own)));
  };
  if (items !== undefined) {
    const [mark] = itemMarks;
    const { isOptional } = step;
    const use = { served: output?.itemUse.served ?? -1, mark };
    await add(
      { target: items, purpose: 'items', isOptional, ...use },
      (index) => counts?.items[index]?.count,
    );
  }
  for (const [field, { element, isOptional }] of fields.entries()) {
    const served = output?.fieldUses[field]?.served ?? -1;
    const mark = marks?.fields[field]?.mark;
    await add(
      { target: element, purpose: 'field', isOptional, served, mark },
      (index) => counts?.fields[field]?.[index]?.inItem,
    );
  }
  await showStep(run, {
    step,
    place,
    targets: counts === undefined ? [] : targets,
    marked,
    nearest,
  });
}

interface ReadTarget {
  readonly target: Target;
  readonly purpose: TargetReport['purpose'];
  readonly isOptional: boolean;
  /** Index of the selector that was used, of those that apply; -1 for none. */
  readonly served: number;
  /** `undefined` where nothing was found. */
  readonly mark: number | undefined;
}

async function findTaken(
  run: ReplayRun,
  place: Place,
  { target, purpose, served, mark, items }: ReadTarget & { readonly items: readonly number[] },
): Promise<TakenElement | undefined> {
  const isHealed = run.overrides.find(target) !== undefined;
  if (mark === undefined || (!isHealed && served <= 0)) return undefined;
  const { likeness = 1, changed = [] } = run.targets.findVerification(target.path) ?? {};
  const alternative = isHealed ? undefined : served;
  return describeTaken(run, place, {
    target,
    purpose,
    mark,
    alternative,
    likeness,
    changed,
    items,
  });
}
