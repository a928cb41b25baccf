import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { TargetReport } from '../../runtime/contracts/recipe/replay.ts';
import { measureDrift, nameTarget } from './measure-drift.ts';

function report(more: Partial<TargetReport> = {}): TargetReport {
  return {
    path: '/steps/1/selectors',
    purpose: 'action',
    uses: 1,
    missing: 0,
    lost: [],
    servedBy: 'first',
    healed: undefined,
    likeness: 1,
    changed: [],
    misshapen: 0,
    count: undefined,
    ...more,
  };
}

const nothing = { servedBy: 'nothing', missing: 1 } as const;

test('drift is 0 when every first selector worked on every page, whatever else changed', () => {
  const targets = [report(), report({ likeness: 0.8, lost: [1, 2], changed: ['text'] })];
  expect(measureDrift(targets)).toEqual({ drift: 0, mode: 'replay', explanations: [] });
  expect(measureDrift([]).drift).toBe(0);
});

test('drift is 1 when nothing was found', () => {
  const targets = [report(nothing), report({ ...nothing, purpose: 'field', uses: 3, missing: 3 })];
  expect(measureDrift(targets).drift).toBe(1);
  expect(measureDrift([...targets, report({ uses: 0 })]).drift).toBe(1);
});

test('everything between lies between', () => {
  const reports = record({
    purpose: constantFrom<TargetReport['purpose']>('action', 'items', 'field'),
    uses: integer({ min: 1, max: 5 }),
    missing: integer({ min: 0, max: 5 }),
    misshapen: integer({ min: 0, max: 5 }),
    likeness: integer({ min: 0, max: 100 }),
    lost: array(integer({ min: 0, max: 5 }), { maxLength: 4 }),
    servedBy: constantFrom<TargetReport['servedBy']>('first', 'alternative', 'likeness'),
  }).map(({ uses, missing, misshapen, likeness, ...rest }) =>
    report({
      ...rest,
      uses,
      missing: Math.min(missing, uses - 1),
      misshapen: Math.min(misshapen, uses - Math.min(missing, uses - 1)),
      likeness: likeness / 100,
    }),
  );
  assert(
    property(array(reports, { minLength: 1, maxLength: 6 }), (targets) => {
      const { drift } = measureDrift(targets);
      const worked = targets.every(
        ({ servedBy, lost, missing, misshapen }) =>
          servedBy === 'first' && !lost.includes(0) && missing === 0 && misshapen === 0,
      );
      expect(drift === 0).toBe(worked);
      expect(drift).toBeGreaterThanOrEqual(0);
      expect(drift).toBeLessThan(1);
    }),
  );
});

test('a healed element counts at least a third, its mode is reported, and so is what changed', () => {
  const healed = {
    servedBy: 'likeness',
    lost: [0, 1],
    likeness: 0.7,
    changed: ['id', 'text'],
  } as const;
  const { drift, mode, explanations } = measureDrift([report(healed)]);
  expect(drift).toBeCloseTo(0.65);
  expect(mode).toBe('healed');
  expect(explanations).toEqual([
    'Step 2: found by its likeness, no selector led to it; changed: id, text.',
  ]);
});

test('a field is reported by name, with the pages that miss it', () => {
  const path = '/steps/3/parameters/fields/price/selectors';
  const field = report({ path, purpose: 'field', uses: 4, missing: 1, misshapen: 1 });
  const { drift, explanations } = measureDrift([field]);
  expect(drift).toBeCloseTo(0.4 / 4 + 0.25 / 3);
  expect(explanations).toEqual([
    'Step 4, field "price": nothing found in 1 of 4 uses; 1 of 4 values look unlike those of earlier runs.',
  ]);
});

test('a list of half the length or double is another list', () => {
  const drifts = [10, 30, 9, 31].map((found) => {
    const items = report({ purpose: 'items', count: { found, known: 20 } });
    return measureDrift([items]).drift;
  });
  expect(drifts).toEqual([0, 0, 0.2, 0.2]);
});

test.each([
  // Alternatives by their place, and half of the change of the element.
  [{ servedBy: 'alternative', lost: [0] }, 0.2],
  [{ servedBy: 'alternative', lost: [0, 1] }, 0.35],
  [{ servedBy: 'alternative', lost: [0, 1, 2, 3, 4, 5] }, 0.5],
  [{ servedBy: 'alternative', lost: [0], likeness: 0.6 }, 0.4],
  [{ servedBy: 'alternative', lost: [0], likeness: -1 }, 0.7],
  [{ servedBy: 'alternative', lost: [0], likeness: Number.NaN }, 0.7],
  [{ servedBy: 'first', lost: [0] }, 0.2],
  // Found by likeness: all alternatives are gone.
  [{ servedBy: 'likeness', lost: [], likeness: 1 }, 0.5],
  // Uses without it, and of the others the locator.
  [{ missing: 1, uses: 4, servedBy: 'alternative', lost: [0] }, 0.25 + 0.75 * 0.2],
  [{ missing: 4, uses: 4, servedBy: 'alternative', lost: [0] }, 1],
  [
    { purpose: 'field', missing: 1, uses: 2, misshapen: 1, servedBy: 'alternative', lost: [0] },
    0.4 / 2 + 0.25 + 0.35 * 0.2,
  ],
  // What found something by another way stays between the two ends.
  [{ servedBy: 'alternative', lost: [] }, 0.01],
  [
    { servedBy: 'likeness', likeness: 0, missing: 99, uses: 100, count: { found: 1, known: 9 } },
    0.99,
  ],
] as const)('a target of %j has moved by %d', (more, drift) => {
  expect(measureDrift([report(more as Partial<TargetReport>)]).drift).toBeCloseTo(drift, 4);
});

test('a list that was never counted, or was empty, is no other list', () => {
  const counts = [{ found: 5, known: 0 }, { found: 5 }, { found: 0, known: 1 }].map(
    (count) => measureDrift([report({ purpose: 'items', count } as Partial<TargetReport>)]).drift,
  );
  expect(counts).toEqual([0, 0, 0.2]);
});

test('drift is half the mean and half the worst of the targets, and what moved most is named first', () => {
  const little = report({ path: '/steps/0/selectors', servedBy: 'alternative', lost: [0] });
  const { drift, mode, explanations } = measureDrift(
    [report(), little, report(nothing)],
    ['/steps/2/parameters/fields/price'],
  );
  expect(drift).toBeCloseTo((0 + 0.2 + 1 + 1) / 4 / 2 + 1 / 2, 4);
  expect(mode).toBe('healed');
  expect(explanations).toEqual([
    'Step 2: not found.',
    'Step 3, field "price": no item of any page has a value for it.',
    'Step 1: found by another of its selectors than the first.',
  ]);
});

test('a field without any value counts once, whatever led to it', () => {
  const path = '/steps/2/parameters/fields/price';
  expect(measureDrift([report({ path, servedBy: 'alternative', lost: [0] })], [path]).drift).toBe(
    1,
  );
});

test.each([
  [{ lost: [0, 1] }, 'Step 2: its first selector did not always lead to it.'],
  [
    { lost: [1], servedBy: 'alternative' },
    'Step 2: found by another of its selectors than the first.',
  ],
  [
    { servedBy: 'alternative', lost: [0], changed: ['id', 'text', 'class', 'name'] },
    'Step 2: found by another of its selectors than the first; changed: id, text, class.',
  ],
  [{ purpose: 'items', count: { found: 4, known: 20 } }, 'Step 2: 4 items where there were 20.'],
  [
    { purpose: 'items', lost: [0], count: { found: 20, known: 20 } },
    'Step 2: its first selector did not always lead to it.',
  ],
  [
    { purpose: 'items', lost: [0], count: { found: 20 } },
    'Step 2: its first selector did not always lead to it.',
  ],
  [{ ...nothing, uses: 3, missing: 3 }, 'Step 2: not found.'],
  [
    { lost: [0], missing: 1, uses: 3 },
    'Step 2: its first selector did not always lead to it; nothing found in 1 of 3 uses.',
  ],
] as const)('a report of %j is told as: %s', (more, sentence) => {
  expect(measureDrift([report(more as unknown as Partial<TargetReport>)]).explanations).toEqual([
    sentence,
  ]);
});

const gone = (count: number): readonly string[] =>
  measureDrift(
    Array.from({ length: count }, (_, step) =>
      report({ ...nothing, path: `/steps/${step}/selectors` }),
    ),
  ).explanations;

test('eight targets are named, and the others counted', () => {
  expect(gone(8)).toHaveLength(8);
  expect(gone(10)).toHaveLength(9);
  expect(gone(10).at(-1)).toBe('2 more targets of the recipe moved.');
});

test.each([
  ['/steps/3/selectors', 'Step 4'],
  ['/steps/0/parameters/fields/price/selectors', 'Step 1, field "price"'],
  ['/steps/1/follow/fields/name/selectors', 'Step 2, field "name"'],
  ['/steps/1/other/fields/name', 'Step 2, name'],
  ['/steps/2/parameters/item', 'Step 3, item'],
  ['/steps/2/follow/steps/0/selectors', 'Step 3, step 1'],
  ['/steps/x/item', ', item'],
  ['/fields/4', ', 4'],
  [`/steps/0/parameters/fields/${'n'.repeat(70)}`, `Step 1, field "${'n'.repeat(60)}"`],
  ['no pointer', ', '],
])('the target at %s is called %s', (path, name) => {
  expect(nameTarget(path)).toBe(name);
});

/**
 * A page made of targets with four selectors and twelve features each; mutations come in one order and stay, so that a
 * higher level holds all of a lower one. What the mutations do to a target's report is what they do to a real page's.
 */
function simulate(random: () => number, targetCount: number): readonly number[] {
  const breaks = Array.from({ length: targetCount }, () => ({
    selectors: Array.from({ length: 4 }, random),
    features: Array.from({ length: 12 }, random),
    gone: 0.6 + random(),
  }));
  return Array.from({ length: 11 }, (_, level) => {
    const amount = level / 10;
    const reports = breaks.map(({ selectors, features, gone }) => {
      const lost = [...selectors.keys()].filter((index) => (selectors[index] ?? 1) < amount);
      const likeness = features.filter((at) => at >= amount).length / features.length;
      const isGone = gone < amount || (lost.length === 4 && likeness < 0.5);
      if (isGone) return report(nothing);
      const servedBy = !lost.includes(0) ? 'first' : lost.length < 4 ? 'alternative' : 'likeness';
      return report({ lost, likeness, servedBy });
    });
    return measureDrift(reports).drift;
  });
}

function rankCorrelation(values: readonly number[]): number {
  const ranks = values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const same = values.filter((other) => other === value).length;
    return below + (same - 1) / 2;
  });
  const middle = (values.length - 1) / 2;
  const sum = (of: (rank: number, index: number) => number): number =>
    ranks.reduce((total, rank, index) => total + of(rank, index), 0);
  const shared = sum((rank, index) => (rank - middle) * (index - middle));
  const square = sum((rank) => (rank - middle) ** 2) * sum((_, index) => (index - middle) ** 2);
  return shared / Math.sqrt(square);
}

test('drift rises with the amount of change: rank correlation of .98 and more over nested mutations', () => {
  let seed = 7;
  // Lehmer's generator: the same pages every time.
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const correlations = Array.from({ length: 200 }, (_, page) =>
    rankCorrelation(simulate(random, 4 + (page % 9))),
  );
  const mean = correlations.reduce((total, value) => total + value, 0) / correlations.length;
  expect(mean).toBeGreaterThanOrEqual(0.98);
  expect(Math.min(...correlations)).toBeGreaterThanOrEqual(0.9);
});

test('a run is healed when a recorded alternative had to serve, too', () => {
  const { mode } = measureDrift([report(), report({ servedBy: 'alternative', lost: [0] })]);
  expect(mode).toBe('healed');
});
