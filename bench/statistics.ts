import { cpuUsage } from 'node:process';
import { Command } from 'commander';
import { compareFigures } from '../src/evaluation/statistics/compare-figures.ts';
import { createRandom } from '../src/evaluation/statistics/draw-figures.ts';
import { toFigure } from './to-figure.ts';

/** What the statistics of a large comparison take, against drawing its sites alone. */
const options = new Command('bench:statistics')
  .description('CPU of intervals and p-values over 1,000 cases of as many sites and 20 metrics.')
  .option('--rounds <count>', 'measurements of each', Number, 5)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; json?: boolean }>();

const caseCount = 1_000;
const draws = 10_000;
const metrics = Array.from({ length: 20 }, (_, at) => ({
  name: `metric ${at}`,
  unit: 'share' as const,
  better: 'higher' as const,
  aggregate: at === 0 ? ('p50' as const) : at === 1 ? ('p95' as const) : ('ratio' as const),
}));
const cases = Array.from({ length: caseCount }, (_, at) => ({ id: `${at}`, site: `${at}` }));
const random = createRandom(1);
const outcomes = ['one', 'other'].flatMap((pipeline) =>
  cases.map(({ id }) => ({
    pipeline,
    case: id,
    scores: Object.fromEntries(
      metrics.map(({ name }) => [name, { kept: Math.floor(random() * 10), total: 10 }]),
    ),
  })),
);

const seconds: number[] = [];
const floors: number[] = [];
for (let round = 0; round < options.rounds; round += 1) {
  floors.push(measure(drawSites));
  seconds.push(
    measure(() =>
      compareFigures({ metrics, cases, outcomes, baseline: 'one', seed: round, draws }),
    ),
  );
}
const figures = {
  'CPU seconds': toFigure(seconds, 3),
  'times the drawing alone': toFigure(
    seconds.map((own, at) => own / (floors[at] ?? 1)),
    20,
  ),
};
for (const [name, { value, spread, target, met }] of Object.entries(figures)) {
  const [low, high] = spread.map((bound) => bound.toFixed(2));
  console.log(
    `${name}: ${value.toFixed(2)} [${low}–${high}]  target ${target} ${met ? 'met' : 'missed'}`,
  );
}
if (options.json === true) console.log(JSON.stringify({ bench: 'statistics', figures }));

/** Seconds of CPU. */
function measure(work: () => void): number {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1e6;
}

/** What no bootstrap over sites can do without: twice, for the intervals and the p-values. */
function drawSites(): void {
  const weights = new Float64Array(caseCount);
  for (let draw = 0; draw < 2 * draws; draw += 1) {
    weights.fill(0);
    for (let taken = 0; taken < caseCount; taken += 1) {
      const site = Math.floor(random() * caseCount);
      weights[site] = (weights[site] ?? 0) + 1;
    }
  }
}
