import { Command } from 'commander';
import { summarise, toFigure } from './to-figure.ts';
import { listImportedModules, measureImport } from './import/measure-import.ts';

/** What importing the built package costs, beside the AI SDK in the same run: modules, CPU time, memory. */
const options = new Command('bench:import')
  .description(
    'What `import "gleaner"` costs: modules, CPU time as a ratio to `import "ai"`, memory.',
  )
  .option('--rounds <n>', 'measured rounds, each in processes of their own', Number, 21)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; json?: boolean }>();

// What a function on a small machine or a command of a moment can bear: a quarter of what the AI SDK alone costs.
const targets = { modules: 60, cpuRatio: 0.25, megabytes: 12 };

// The first round reads files that later ones find in the system's cache.
measureImport('ai');
measureImport('gleaner');
const rounds = Array.from({ length: options.rounds }, () => ({
  ai: measureImport('ai'),
  gleaner: measureImport('gleaner'),
}));

const figures = {
  modules: toFigure([listImportedModules('gleaner').length], targets.modules),
  'cpu / import of ai': toFigure(
    rounds.map(({ ai, gleaner }) => gleaner.cpuMs / ai.cpuMs),
    targets.cpuRatio,
  ),
  megabytes: toFigure(
    rounds.map(({ gleaner }) => gleaner.megabytes),
    targets.megabytes,
  ),
};

const aiCpu = summarise(rounds.map(({ ai }) => ai.cpuMs));
const ownCpu = summarise(rounds.map(({ gleaner }) => gleaner.cpuMs));
console.log(
  `import of ai ${aiCpu.median.toFixed(1)} ms of CPU, ${listImportedModules('ai').length} modules; of gleaner ${ownCpu.median.toFixed(1)} ms`,
);
for (const [name, { value, target, spread }] of Object.entries(figures)) {
  const range = spread.map((bound) => bound.toFixed(2)).join(', ');
  console.log(`${name.padEnd(20)} ${value.toFixed(2)} [${range}]  target ≤ ${target}`);
}
if (options.json === true) console.log(JSON.stringify({ bench: 'import', figures }));
