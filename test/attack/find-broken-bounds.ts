import type { AttackOperation } from './attack-operations.ts';
import type { TrialReport } from './create-target.ts';
import type { Bound } from './hostile-page.ts';

/** The ordinary call after an attack may take so many times as long as before it, and so many milliseconds more. */
const nextFactor = 3;
const nextSlackMs = 100;

/** What was measured of a call. */
export interface Measured extends TrialReport {
  /** Megabytes by which the resident memory grew; `NaN` where it cannot be read. */
  readonly growthMb: number;
  /** Of the page or the answer, in bytes. */
  readonly inputBytes: number;
}

/** Returns which bounds a call broke, in words; none for a sound one. */
export function findBrokenBounds(
  measured: Measured,
  { bound, operation }: { readonly bound: Bound; readonly operation: AttackOperation },
): readonly string[] {
  return [...findBrokenRules(measured, operation), ...findBrokenTimes(measured, bound, operation)];
}

/** Returns what is wrong whatever the speed of the machine. */
export function findBrokenRules(
  { outcome, credits, held, unsound, uncaught }: TrialReport,
  { price }: AttackOperation,
): readonly string[] {
  const charge = outcome === 'ok' ? price : 0;
  return [
    ...(outcome.startsWith('untyped') ? ['untyped'] : []),
    ...(outcome.startsWith('internal_error') ? ['internal error'] : []),
    ...(credits === charge ? [] : [`charged ${credits} instead of ${charge}`]),
    ...(held === 0 ? [] : [`${held} credits still held`]),
    ...(unsound === undefined ? [] : [`unsound result: ${unsound}`]),
    ...uncaught.map((error) => `uncaught: ${error}`),
  ];
}

function findBrokenTimes(
  measured: Measured,
  bound: Bound,
  { isReading }: AttackOperation,
): readonly string[] {
  const megabytes = Math.max(1, measured.inputBytes / 1_000_000);
  const limits: readonly (readonly [what: string, value: number, limit: number])[] = [
    ['time', measured.ms, bound.endMs],
    ['event loop p99', measured.loopP99Ms, bound.loopP99Ms],
    ['event loop max', measured.loopMaxMs, bound.loopMaxMs],
    ['memory', measured.growthMb, bound.growthMb],
    ['CPU', measured.cpuMs, isReading ? bound.cpuMsPerMb * megabytes : Infinity],
    ['next call', measured.nextMs, nextFactor * measured.usualMs + nextSlackMs],
  ];
  return limits
    .filter(([, value, limit]) => value > limit)
    .map(([what, value, limit]) => `${what} ${Math.round(value)} > ${Math.round(limit)}`);
}
