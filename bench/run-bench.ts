import { stderr } from 'node:process';
import { toCount } from '../src/runtime/errors/shown-text.ts';
import {
  comparePipelines,
  type ComparePipelinesInput,
  type EvaluationCase,
  type EvaluationResult,
  type Interval,
} from '../src/evaluation/index.ts';
import { summarise } from './to-figure.ts';

/** One number of a benchmark; without a target where none is set, e.g. on pages that were learned from. */
export interface Figure {
  readonly value: number;
  readonly target: number | null;
  readonly met: boolean | null;
  readonly spread: readonly [low: number, high: number];
}

/** The first pipeline's figure; `undefined` where no page has a part in it. */
export function findFigure(
  result: EvaluationResult,
  metric: string,
  target: number | null,
  isCeiling = false,
): Figure | undefined {
  const interval = result.pipelines[0]?.figures[metric];
  return interval === undefined ? undefined : toFigure(interval, target, isCeiling);
}

/** A figure whose value and range are known. */
export function toFigure(
  { value, low, high }: Interval,
  target: number | null,
  isCeiling = false,
): Figure {
  const met = target === null ? null : isCeiling ? value <= target : value >= target;
  return { value, target, met, spread: [low, high] };
}

/** The figure of measured values: their median, and the range of their middle eight tenths. */
export function toMedianFigure(
  values: readonly number[],
  target: number | null = null,
  isCeiling = false,
): Figure {
  const { median, low, high } = summarise(values);
  return toFigure({ value: median, low, high }, target, isCeiling);
}

/** A page of a set as a case: its body is read again whenever it is asked for, since the sets are larger than memory. */
export function toCase(
  page: Pick<EvaluationCase, 'id' | 'site' | 'url' | 'schema' | 'expected'>,
  prompt: string,
  readBody: () => Uint8Array,
): EvaluationCase {
  const { id, site, url, schema, expected } = page;
  return {
    id,
    site,
    url,
    schema,
    prompt,
    expected,
    get body() {
      return readBody();
    },
  };
}

/** The benchmark's pipelines on its pages, with the page under way shown on a terminal. */
export async function runBench(
  input: Pick<ComparePipelinesInput, 'name' | 'cases' | 'pipelines' | 'metrics'> & {
    /** Name of the pipeline that the first is compared with. */
    readonly baseline?: string | undefined;
  },
): Promise<EvaluationResult> {
  const result = await comparePipelines({
    ...input,
    onProgress({ done, total }) {
      if (stderr.isTTY) stderr.write(`\r${input.name}: ${done} of ${total} `);
    },
  });
  if (stderr.isTTY) stderr.write('\r\u{1B}[K');
  for (const { pipeline, case: id, error } of result.outcomes) {
    if (error !== undefined) stderr.write(`${pipeline} fails on ${id}: ${error.message}\n`);
  }
  return result;
}

/** What the baseline has, and how a pipeline differs from it, in words; `undefined` where they have no page in common. */
export function tellChange(
  { comparisons, pipelines, baseline }: EvaluationResult,
  pipeline: string,
  metric: string,
): string | undefined {
  const change = comparisons.find((one) => one.pipeline === pipeline && one.metric === metric);
  const before = pipelines.find(({ name }) => name === baseline)?.figures[metric];
  if (change === undefined || before === undefined) return undefined;
  const { difference, won, lost, verdict } = change;
  const [value, low, high] = [difference.value, difference.low, difference.high].map(
    (one) => `${one < 0 ? '' : '+'}${one.toFixed(3)}`,
  );
  return `${before.value.toFixed(3)} (${value} [${low}, ${high}], ${verdict}; ${toCount(won.length, 'page')} won, ${lost.length} lost)`;
}
