import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getuid, stderr } from 'node:process';
import { Command } from 'commander';
import { applyHealing, createGleaner } from '../src/index.ts';
import { cassette, serveFixtureSite, stressRecipe, type StressResult } from '../test-kit/index.ts';
import { type ResultRow, writeResults } from './write-results.ts';

/** The demo's recipe on redesigns of its pages, with what a good run learnt; and, as the floor, the same selectors without. */
const options = new Command('bench:stress')
  .description('How often the recipe of the demo stands a redesign of its pages.')
  .option('--redesigns <n>', 'redesigns of each', Number, 200)
  .option('--seed <n>', 'draws the redesigns', Number, 1)
  .option('--max-pages <n>', 'pages of each replay', Number, 2)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ redesigns: number; seed: number; maxPages: number; json?: boolean }>();

const folder = mkdtempSync(path.join(tmpdir(), 'bench-stress-'));
const file = path.join(folder, 'shop.har');
const chromium = getuid?.() === 0 ? { sandbox: false } : {};
const example = path.join(import.meta.dirname, '..', 'examples', 'shop.recipe.json');
const bare: unknown = JSON.parse(readFileSync(example, 'utf8'));

async function record(): Promise<{ readonly learnt: unknown; readonly site: string }> {
  await using site = await serveFixtureSite();
  const egress = { allowPrivate: ['127.0.0.1/32'] };
  await using tape = cassette(file, { mode: 'record', egress, chromium });
  await using gleaner = createGleaner({ ...tape.parts });
  const run = await gleaner.runRecipe(bare, { variables: { site: site.url } });
  return { learnt: await applyHealing(bare, run), site: site.url };
}

async function stress(recipe: unknown, site: string, name: string): Promise<StressResult> {
  const result = await stressRecipe({
    recipe,
    cassette: file,
    redesigns: options.redesigns,
    seed: options.seed,
    maxPages: options.maxPages,
    variables: { site },
    chromium,
    onProgress({ done, of }) {
      if (stderr.isTTY) stderr.write(`\rstress: ${name}, ${done} of ${of} `);
    },
  });
  const { counts, healed, wrong, refused, drift, pages, durationMs } = result;
  console.log(
    `${name}: right ${healed.toFixed(3)}, wrong ${wrong.toFixed(3)}, refused ${refused.toFixed(3)}, left out ${counts.left_out}; drift median ${drift.median}, highest ${drift.highest}; ${((pages / durationMs) * 1_000).toFixed(1)} pages a second`,
  );
  return result;
}

/** A share with its interval of 95 % by Wilson. */
function toRow(name: string, count: number, of: number, isOwn: boolean): ResultRow {
  const z = 1.96;
  const share = of === 0 ? 0 : count / of;
  const middle = of === 0 ? 0.5 : (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half =
    of === 0
      ? 0.5
      : (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  const low = Math.max(0, middle - half);
  return { name, value: share, low, high: Math.min(1, middle + half), isOwn };
}

function toRows(result: StressResult, name: string, isOwn: boolean): readonly ResultRow[] {
  const all = { ...result.counts };
  const countOf = (counts: typeof all): number =>
    counts.untouched + counts.healed + counts.refused + counts.wrong;
  const rows = [
    toRow(`${name}: all right`, all.untouched + all.healed, countOf(all), isOwn),
    toRow(`${name}: wrong values`, all.wrong, countOf(all), isOwn),
    toRow(`${name}: refused, or told what is missing`, all.refused, countOf(all), isOwn),
  ];
  if (!isOwn) return rows;
  const kinds = Object.entries(result.kinds).toSorted(([left], [right]) =>
    left.localeCompare(right),
  );
  return [
    ...rows,
    ...kinds.map(([kind, counts]) =>
      toRow(
        `${name}, ${kind}: all right`,
        counts.untouched + counts.healed,
        countOf(counts),
        isOwn,
      ),
    ),
  ];
}

try {
  const { learnt, site } = await record();
  const own = await stress(learnt, site, 'with fingerprints');
  const floor = await stress(bare, site, 'selectors alone');
  writeResults({
    name: 'stress',
    title: 'Stress: the demo’s recipe on redesigned pages',
    note: `Shares of ${options.redesigns} redesigns of ${options.maxPages} pages (1 to 3 changes each, seed ${options.seed}), with 95 % intervals. Wrong: lower is better.`,
    rows: [...toRows(own, 'with fingerprints', true), ...toRows(floor, 'selectors alone', false)],
  });
  if (options.json === true) console.log(JSON.stringify({ bench: 'stress', own, floor }));
} finally {
  rmSync(folder, { recursive: true });
}
