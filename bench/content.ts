import { writeFileSync } from 'node:fs';
import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import { chunkContent } from '../src/page/content/chunks/chunk-content.ts';
import { readPage } from '../src/page/read-page.ts';
import { bootstrapSpread } from './bootstrap-spread.ts';
import { type ContentTask, listContentTasks } from './content-tasks.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { readViews } from './read-views.ts';
import { listReachable, type PageScore, scoreText } from './score-content.ts';

interface Figure {
  readonly value: number;
  readonly target: number | null;
  readonly met: boolean | null;
  readonly spread: readonly [number, number];
}

interface Measured {
  readonly name: string;
  readonly figure: Figure;
  /** The same share for all visible text, unreduced. */
  readonly visible: number;
  readonly tokens: readonly number[];
  readonly visibleTokens: readonly number[];
  readonly complete: number;
  readonly calls: number;
  readonly fields: ReadonlyMap<string, { readonly kept: number; readonly total: number }>;
}

const options = new Command('bench:content')
  .description(
    'How many of the wanted values survive in what would be sent to a model, by token budget.',
  )
  .option('--set <dir>', 'a page set: index.jsonl beside html/*.html.gz')
  .option(
    '--schema <file>',
    'JSON Schema of what is wanted; without one it is made from the fields of `expected`',
  )
  .option('--budget <tokens>', 'tokens (four characters each)', Number)
  .option('--out <file>', 'one JSON line a page: {id, text, tokens}')
  .option('--no-chunks', 'one selection for listings too, which are otherwise sent in parts')
  .option('--misses', 'show what was lost, on standard error')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    set?: string;
    schema?: string;
    budget?: number;
    out?: string;
    chunks: boolean;
    misses?: boolean;
    json?: boolean;
  }>();

const tasks = listContentTasks(options, materialFolder);
const figures: Record<string, Figure> = {};
const outLines: string[] = [];
for (const task of tasks) {
  const pages = readPageSet(task.folder)?.filter((page) => task.includes(page));
  if (pages === undefined || pages.length === 0) {
    console.log(
      `skipped ${task.name}: no page set in ${task.folder} (set GLEANER_MATERIAL, see bench/README.md)`,
    );
    continue;
  }
  for (const measured of measure(task, pages)) {
    figures[measured.name] = measured.figure;
    report(measured);
  }
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'content', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) exit(1);

function measure(task: ContentTask, pages: readonly SetPage[]): readonly Measured[] {
  const prepared = pages.map((page, index) => {
    if (stderr.isTTY) stderr.write(`\r${task.name}: page ${index + 1} of ${pages.length} `);
    const views = readViews(page);
    const reading = readPage({ html: decodeLoosely(page.readBody()), url: page.url });
    return { page, views, reading, reachable: listReachable(page, views) };
  });
  if (stderr.isTTY) stderr.write('\r\u{1B}[K');
  return task.budgets.map(({ tokens: budgetTokens, target }) => {
    const scores: PageScore[] = [];
    const visible: PageScore[] = [];
    const tokens: number[] = [];
    let calls = 0;
    for (const { page, views, reading, reachable } of prepared) {
      const maxParts = task.isChunked(page) ? 8 : 1;
      const query = { ...task.queryFor(page), budgetTokens, maxParts };
      const parts = chunkContent(reading, query);
      const text = parts.map((part) => part.text).join('\n');
      const sum = parts.reduce((total, part) => total + part.tokens, 0);
      calls += parts.length;
      tokens.push(sum);
      const score = scoreText(page, reachable, text);
      scores.push(score);
      visible.push(scoreText(page, reachable, views.visible));
      if (options.out !== undefined) {
        outLines.push(`${JSON.stringify({ id: page.id, text, tokens: sum })}\n`);
      }
      if (options.misses === true) {
        for (const { field, value } of score.missed) {
          stderr.write(
            `miss ${task.name}@${budgetTokens} ${page.id} ${field}: ${value.slice(0, 200)}\n`,
          );
        }
      }
    }
    const value = shareOf(scores);
    return {
      name: `${task.name}@${budgetTokens}`,
      figure: {
        value,
        target: target ?? null,
        met: target === undefined ? null : value >= target,
        spread: bootstrapSpread(scores),
      },
      visible: shareOf(visible),
      tokens,
      visibleTokens: prepared.map(({ views }) => views.visible.length / 4),
      complete:
        scores.filter(({ kept, total }) => total > 0 && kept === total).length / scores.length,
      calls: calls / scores.length,
      fields: sumFields(scores),
    };
  });
}

function sumFields(
  scores: readonly PageScore[],
): ReadonlyMap<string, { readonly kept: number; readonly total: number }> {
  const sums = new Map<string, { kept: number; total: number }>();
  const sumOf = (field: string) => {
    const sum = sums.get(field) ?? { kept: 0, total: 0 };
    sums.set(field, sum);
    return sum;
  };
  for (const { reachable, missed } of scores) {
    for (const [field, values] of reachable) {
      const sum = sumOf(field);
      sum.kept += values.length;
      sum.total += values.length;
    }
    for (const { field } of missed) sumOf(field).kept -= 1;
  }
  return sums;
}

function report(measured: Measured): void {
  const { name, figure, visible, tokens, visibleTokens, complete, calls } = measured;
  const verdict =
    figure.met === null
      ? ''
      : figure.met
        ? `  met (≥ ${figure.target})`
        : `  MISSED (≥ ${figure.target})`;
  const [low, high] = figure.spread;
  console.log(
    `${name}: recall ${figure.value.toFixed(4)} [${low.toFixed(3)}–${high.toFixed(3)}]${verdict}; ` +
      `pages with all values ${complete.toFixed(3)}; tokens median ${quantile(tokens, 0.5)} p90 ${quantile(tokens, 0.9)}; ` +
      `calls a page ${calls.toFixed(2)}; all visible text ${visible.toFixed(4)} at median ${quantile(visibleTokens, 0.5)}`,
  );
  const fields = [...measured.fields].filter(([, { total }]) => total > 0);
  for (const [field, { kept, total }] of fields
    .sort(([, a], [, b]) => b.total - a.total)
    .slice(0, 14)) {
    console.log(
      `   ${field.padEnd(22)} n=${String(total).padStart(6)} recall=${(kept / total).toFixed(3)}`,
    );
  }
}

function shareOf(scores: readonly PageScore[]): number {
  const kept = scores.reduce((sum, score) => sum + score.kept, 0);
  return (
    kept /
    Math.max(
      1,
      scores.reduce((sum, score) => sum + score.total, 0),
    )
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}
