import type { TargetFingerprint } from '../../../contracts/recipe/fingerprint.ts';
import type { Selector, Target } from '../../../contracts/recipe/recipe.ts';
import type { TargetReport } from '../../../contracts/recipe/replay.ts';

/** One use of a target: which selectors were tried, and what they found. */
export interface TargetUse {
  readonly target: Target;
  readonly purpose: TargetReport['purpose'];
  readonly servedBy: TargetReport['servedBy'];
  /** Indices of the alternatives that did not match the element that was used. */
  readonly lost: readonly number[];
  readonly healed?: Selector['source'] | undefined;
  readonly count?: TargetReport['count'];
}

/** How an element compares with its fingerprint. */
export interface Verification {
  readonly likeness: number;
  readonly changed: readonly string[];
  /** Whether its value has another shape than the fingerprint's. */
  readonly isMisshapen: boolean;
}

/** How the targets of a run were found, and their new fingerprints. */
export interface TargetLog {
  note(use: TargetUse): void;
  /** Records that an optional target was not there; it is reported as missing only where no use found it. */
  noteAbsent(target: Target, purpose: TargetReport['purpose']): void;
  /** Records a comparison of the target with its fingerprint. */
  verify(path: string, verification: Verification): void;
  /** Returns the comparison of a target that showed the least likeness; `undefined` where it was not compared. */
  findVerification(path: string): Verification | undefined;
  /** Keeps a target's new fingerprint; only the first counts, since it is from the page that the recipe was made for. */
  learn(path: string, fingerprints: TargetFingerprint): void;
  hasLearnt(path: string): boolean;
  reports(): readonly TargetReport[];
  fingerprints(): Readonly<Record<string, TargetFingerprint>>;
}

const worse: Readonly<Record<TargetReport['servedBy'], number>> = {
  first: 0,
  alternative: 1,
  likeness: 2,
  nothing: 3,
};

/** Creates an empty log: earlier fingerprints are kept only for targets that this run does not reach. */
export function createTargetLog(): TargetLog {
  const reports = new Map<string, TargetReport>();
  const learnt = new Map<string, TargetFingerprint>();
  const verified = new Map<string, Verification>();
  const absent = new Map<string, TargetUse>();

  function note(use: TargetUse): void {
    const { path } = use.target;
    const before = reports.get(path);
    const isMissing = use.servedBy === 'nothing';
    // The worst use is reported; "nothing worked" only if nothing worked in any use.
    const isWorse =
      before === undefined ||
      before.servedBy === 'nothing' ||
      (!isMissing && worse[use.servedBy] > worse[before.servedBy]);
    reports.set(path, {
      path,
      purpose: use.purpose,
      uses: (before?.uses ?? 0) + 1,
      missing: (before?.missing ?? 0) + (isMissing ? 1 : 0),
      lost: mergeLost(before?.lost, isMissing ? [] : use.lost),
      servedBy: isWorse ? use.servedBy : before.servedBy,
      healed: isWorse ? use.healed : before.healed,
      likeness: 1,
      changed: [],
      misshapen: 0,
      count: before?.count ?? use.count,
    });
  }

  return {
    note,
    noteAbsent(target, purpose) {
      absent.set(target.path, { target, purpose, servedBy: 'nothing', lost: [] });
    },
    verify(path, verification) {
      const before = verified.get(path);
      if (before === undefined || verification.likeness < before.likeness) {
        verified.set(path, verification);
      }
    },
    findVerification: (path) => verified.get(path),
    learn(path, fingerprints) {
      if (!learnt.has(path)) learnt.set(path, fingerprints);
    },
    hasLearnt: (path) => learnt.has(path),
    reports() {
      for (const [path, use] of absent) if (!reports.has(path)) note(use);
      return [...reports.values()].map((report) => {
        const { likeness = 1, changed = [], isMisshapen = false } = verified.get(report.path) ?? {};
        return { ...report, likeness, changed, misshapen: isMisshapen ? report.uses : 0 };
      });
    },
    fingerprints: () => Object.fromEntries(learnt),
  };
}

function mergeLost(before: readonly number[] = [], now: readonly number[]): readonly number[] {
  return [...new Set([...before, ...now])].sort((a, b) => a - b);
}
