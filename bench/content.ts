import { writeFileSync } from 'node:fs';
import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import { chunkContent } from '../src/extraction/content/chunk-content.ts';
import { readPage } from '../src/page/read-page.ts';
import type { EvaluationResult, Metric, ScoredOutcome } from '../src/evaluation/index.ts';
import { type ContentTask, listContentTasks } from './content-tasks.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { type PageViews, readViews } from './read-views.ts';
import { type Figure, runBench, toCase, toFigure } from './run-bench.ts';
import { listReachable, type PageScore, scoreText } from './score-content.ts';

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

type Reachable = PageScore['reachable'];

/** Name of the pipeline that sends a page's visible text, unreduced. */
const allVisible = 'all visible text';

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
  report(task, await measure(task, pages));
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'content', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) exit(1);

/** Everything that a page can be asked for, and its text as sent at each budget: one pipeline each, and one of all visible text. */
async function measure(task: ContentTask, pages: readonly SetPage[]): Promise<EvaluationResult> {
  const prepared = new Map(
    pages.map((page) => {
      const views = readViews(page);
      return [page.id, { page, views, reachable: listReachable(page, views) }] as const;
    }),
  );
  const requirePage = (id: string): { page: SetPage; views: PageViews; reachable: Reachable } => {
    const known = prepared.get(id);
    if (known === undefined) throw new TypeError(`No page has the id ${id}.`);
    return known;
  };
  const send = (id: string, budgetTokens: number) => {
    const { page } = requirePage(id);
    const reading = readPage({ html: decodeLoosely(page.readBody()), url: page.url });
    const maxParts = task.isChunked(page) ? 8 : 1;
    const parts = chunkContent(reading, { ...task.queryFor(page), budgetTokens, maxParts });
    return {
      value: { text: parts.map((part) => part.text).join('\n'), calls: parts.length },
      inputTokens: parts.reduce((total, part) => total + part.tokens, 0),
    };
  };
  const known = new WeakMap<ScoredOutcome, PageScore>();
  const scoreOf = (outcome: ScoredOutcome): PageScore => {
    const { reachable } = requirePage(outcome.case.id);
    const scored = known.get(outcome) ?? scoreText(reachable, textOf(outcome.output?.value));
    known.set(outcome, scored);
    return scored;
  };
  const fields = new Set([...prepared.values()].flatMap(({ reachable }) => [...reachable.keys()]));
  const result = await runBench({
    name: task.name,
    cases: pages.map((page) => toCase(page, task.name, () => page.readBody())),
    pipelines: {
      ...Object.fromEntries(
        task.budgets.map(({ tokens }) => [
          toName(task, tokens),
          ({ id }: { readonly id: string }) => send(id, tokens),
        ]),
      ),
      [allVisible]: ({ id }) => {
        const { visible } = requirePage(id).views;
        return { value: { text: visible }, inputTokens: visible.length / 4 };
      },
    },
    metrics: listMetrics([...fields], scoreOf),
  });
  for (const { tokens } of task.budgets) {
    const pipeline = toName(task, tokens);
    for (const outcome of result.outcomes.filter((one) => one.pipeline === pipeline)) {
      const { case: id, value, inputTokens } = outcome;
      const text = textOf(value);
      outLines.push(`${JSON.stringify({ id, text, tokens: inputTokens })}\n`);
      if (options.misses !== true) continue;
      const { reachable } = requirePage(id);
      for (const { field, value: lost } of scoreText(reachable, text).missed) {
        stderr.write(`miss ${pipeline} ${id} ${field}: ${lost.slice(0, 200)}\n`);
      }
    }
  }
  return result;
}

function toName(task: ContentTask, tokens: number): string {
  return `${task.name}@${tokens}`;
}

function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : '';
  return typeof text === 'string' ? text : '';
}

/** What the reference scorer counts of the values that a page holds, in all and by field. */
function listMetrics(
  fields: readonly string[],
  scoreOf: (outcome: ScoredOutcome) => PageScore,
): readonly Metric[] {
  const share = { unit: 'share', better: 'higher' } as const;
  return [
    {
      name: 'recall',
      ...share,
      score: (outcome) => {
        const { kept, total } = scoreOf(outcome);
        return { kept, total };
      },
    },
    {
      name: 'pages with all values',
      ...share,
      score: (outcome) => {
        const { kept, total } = scoreOf(outcome);
        return { kept: Number(total > 0 && kept === total), total: 1 };
      },
    },
    {
      name: 'calls a page',
      unit: 'count',
      better: 'lower',
      score: ({ output }) => {
        const { value } = output ?? {};
        const calls =
          typeof value === 'object' && value !== null && 'calls' in value ? value.calls : 1;
        return { kept: Number(calls), total: 1 };
      },
    },
    ...fields.map((field): Metric => ({
      name: `recall of ${field}`,
      ...share,
      field,
      score: (outcome) => {
        const { reachable, missed } = scoreOf(outcome);
        const total = reachable.get(field)?.length;
        if (total === undefined) return undefined;
        return { kept: total - missed.filter((one) => one.field === field).length, total };
      },
    })),
  ];
}

function report(task: ContentTask, result: EvaluationResult): void {
  const outcomesOf = (pipeline: string): EvaluationResult['outcomes'] =>
    result.outcomes.filter((outcome) => outcome.pipeline === pipeline);
  const tokensOf = (pipeline: string): readonly number[] =>
    outcomesOf(pipeline).map(({ inputTokens = 0 }) => inputTokens);
  const figureOf = (pipeline: string, metric: string): number =>
    result.pipelines.find(({ name }) => name === pipeline)?.figures[metric]?.value ?? 0;
  for (const { tokens, target = null } of task.budgets) {
    const name = toName(task, tokens);
    const interval = result.pipelines.find((one) => one.name === name)?.figures['recall'];
    const figure = toFigure(interval ?? { value: 0, low: 0, high: 0 }, target);
    figures[name] = figure;
    const verdict =
      target === null ? '' : figure.met === true ? `  met (≥ ${target})` : `  MISSED (≥ ${target})`;
    const [low, high] = figure.spread;
    console.log(
      `${name}: recall ${figure.value.toFixed(4)} [${low.toFixed(3)}–${high.toFixed(3)}]${verdict}; ` +
        `pages with all values ${figureOf(name, 'pages with all values').toFixed(3)}; tokens median ${quantile(tokensOf(name), 0.5)} p90 ${quantile(tokensOf(name), 0.9)}; ` +
        `calls a page ${figureOf(name, 'calls a page').toFixed(2)}; all visible text ${figureOf(allVisible, 'recall').toFixed(4)} at median ${quantile(tokensOf(allVisible), 0.5)}`,
    );
    const fields = result.metrics.flatMap(({ field, name: metric }) => {
      const scores = outcomesOf(name).flatMap(({ scores: own }) => own[metric] ?? []);
      const total = scores.reduce((sum, score) => sum + score.total, 0);
      return field === undefined || total === 0 ? [] : [{ field, metric, total }];
    });
    for (const { field, metric, total } of fields.sort((a, b) => b.total - a.total).slice(0, 14)) {
      console.log(
        `   ${field.padEnd(22)} n=${String(total).padStart(6)} recall=${figureOf(name, metric).toFixed(3)}`,
      );
    }
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
}
