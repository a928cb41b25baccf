import { maxOf } from '../../runtime/collections.ts';
import type { TargetReport } from '../../runtime/contracts/recipe/replay.ts';
import { parseJsonPointer } from '../../runtime/plain-json.ts';

/** How far a page has moved from its recipe. */
interface Drift {
  /** 0: every first selector worked on every page and gave values. 1: nothing was found. */
  readonly drift: number;
  /** `healed`: another selector than the recorded first one had to serve somewhere, or likeness. */
  readonly mode: 'replay' | 'healed';
  /** For people, what moved most first; no values of variables beyond those in selectors. */
  readonly explanations: readonly string[];
}

/** One target's share in the drift. */
interface DriftPart {
  readonly drift: number;
  readonly describe: () => string;
}

/** What serves where the first selector does not. */
const other: ReadonlySet<TargetReport['servedBy']> = new Set(['alternative', 'likeness']);
/** Shares of a step's drift: recorded alternatives that are lost, and change of the element. Measured together with `aggregate`. */
const stepWeights = { lost: 0.5, change: 0.5 } as const;
/** What the loss of an alternative weighs, by its place: recipes name the steadiest first, as the Recorder does. */
const placeWeights: readonly number[] = [0.4, 0.3, 0.2, 0.1];
/** An element found by likeness alone has moved at least so far. */
const leastHealed = 0.35;
/** Shares of a field's drift: pages without it, values that look unlike the fingerprint's, its locator. */
const fieldWeights = { missing: 0.4, misshapen: 0.25, locator: 0.35 } as const;
/** A list that has grown or shrunk by more than half is another list. */
const countBand = 0.5;
const countWeight = 0.2;
/** Parts that found something, but not all by their first selector, stay between the two ends. */
const [least, most] = [0.01, 0.99];
/** The mean says how much of the page moved, the worst part how badly. */
const aggregate = { mean: 0.5, worst: 0.5 } as const;

/**
 * Puts a run's reports into one number by the formula of docs/RECIPES.md. Its shares were chosen on 15 pages with
 * nested mutations of 0 to 100 %, where their rank correlation with the amount of change was .997 (mean).
 */
export function measureDrift(
  targets: readonly TargetReport[],
  /** Paths of fields of which no item of any page has a value, though their selectors may have led somewhere. */
  absentFields: readonly string[] = [],
): Drift {
  const absent = new Set(absentFields);
  const parts: readonly DriftPart[] = [
    ...targets
      .filter(({ uses, path }) => uses > 0 && !absent.has(path))
      .map((report) => ({
        drift: hasWorked(report) ? 0 : measurePart(report),
        describe: () => describeTarget(report),
      })),
    ...absentFields.map((path) => ({
      drift: 1,
      describe: () => `${nameTarget(path)}: no item of any page has a value for it.`,
    })),
  ];
  const mode = targets.some(({ servedBy }) => other.has(servedBy)) ? 'healed' : 'replay';
  if (parts.length === 0) return { drift: 0, mode, explanations: [] };
  const drifts = parts.map(({ drift }) => drift);
  const mean = drifts.reduce((sum, drift) => sum + drift, 0) / drifts.length;
  const drift = aggregate.mean * mean + aggregate.worst * maxOf(drifts);
  const moved = parts
    .filter((part) => part.drift > 0)
    .sort((left, right) => right.drift - left.drift);
  return { drift: Math.round(drift * 10_000) / 10_000, mode, explanations: describeDrift(moved) };
}

/** Whether the first selector led to what was meant, every time. How alike it still looks does not matter then. */
function hasWorked(report: TargetReport): boolean {
  const { missing, misshapen, servedBy, lost } = report;
  const isFirst = servedBy === 'first' && !lost.includes(0);
  return isFirst && missing === 0 && misshapen === 0 && !isOtherList(report);
}

function measurePart(report: TargetReport): number {
  const { uses, missing, misshapen, purpose } = report;
  if (missing >= uses) return 1;
  const missed = missing / uses;
  const locator = measureLocator(report);
  const drift =
    purpose === 'field'
      ? fieldWeights.missing * missed +
        fieldWeights.misshapen * (misshapen / (uses - missing)) +
        fieldWeights.locator * locator
      : missed + (1 - missed) * locator;
  return clamp(drift + (isOtherList(report) ? countWeight : 0), least, most);
}

function measureLocator({ servedBy, lost, likeness }: TargetReport): number {
  const isHealed = servedBy === 'likeness';
  const weight = lost.reduce((sum, place) => sum + (placeWeights[place] ?? 0), 0);
  // Found by likeness: none of the alternatives led there.
  const gone = isHealed ? 1 : clamp(weight, 0, 1);
  const drift = stepWeights.lost * gone + stepWeights.change * (1 - clamp(likeness, 0, 1));
  return isHealed ? Math.max(leastHealed, drift) : drift;
}

function isOtherList({ count }: TargetReport): boolean {
  if (count?.known === undefined || count.known === 0) return false;
  return Math.abs(count.found - count.known) > countBand * count.known;
}

function clamp(value: number, low: number, high: number): number {
  // NaN comes out as the low end: a report made by hand may hold anything.
  return value > low ? Math.min(value, high) : low;
}

/** Sentences about targets: a page made anew would fill the screen with them. */
const maxExplanations = 8;

/** One sentence for each target that moved, in the order given; selectors and names of features, no text of the page. */
function describeDrift(moved: readonly DriftPart[]): readonly string[] {
  const explained = moved.slice(0, maxExplanations).map(({ describe }) => describe());
  const rest = moved.length - explained.length;
  return rest > 0 ? [...explained, `${rest} more targets of the recipe moved.`] : explained;
}

function describeTarget(report: TargetReport): string {
  const { path, uses, missing, misshapen, count, changed } = report;
  const facts = [describeService(report)];
  if (missing > 0 && missing < uses) facts.push(`nothing found in ${missing} of ${uses} uses`);
  if (misshapen > 0) facts.push(`${misshapen} of ${uses} values look unlike those of earlier runs`);
  if (count?.known !== undefined && count.known !== count.found) {
    facts.push(`${count.found} items where there were ${count.known}`);
  }
  if (changed.length > 0) facts.push(`changed: ${changed.slice(0, 3).join(', ')}`);
  return `${nameTarget(path)}: ${facts.filter((fact) => fact !== '').join('; ')}.`;
}

function describeService({ servedBy, lost }: TargetReport): string {
  if (servedBy === 'nothing') return 'not found';
  if (servedBy === 'likeness') return 'found by its likeness, no selector led to it';
  if (servedBy === 'alternative') return 'found by another of its selectors than the first';
  return lost.includes(0) ? 'its first selector did not always lead to it' : '';
}

/** Names a target in messages by its path: `/steps/3/parameters/fields/price/selectors` is `Step 4, field "price"`. */
export function nameTarget(path: string): string {
  const names = parseJsonPointer(path) ?? [];
  const steps: string[] = [];
  let field: string | undefined;
  for (const [index, name] of names.entries()) {
    const before = names[index - 1];
    if (before === 'steps' && /^\d+$/.test(name)) steps.push(`step ${Number(name) + 1}`);
    if (before === 'fields' && /^(?:parameters|follow)$/.test(names[index - 2] ?? '')) {
      field = name.slice(0, 60);
    }
  }
  const last = names.at(-1) ?? '';
  const role =
    field === undefined ? (last === 'selectors' ? '' : `, ${last}`) : `, field "${field}"`;
  const place = steps.join(', ') + role;
  return place.charAt(0).toUpperCase() + place.slice(1);
}
