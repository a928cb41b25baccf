import { styleText } from 'node:util';
import type {
  CaseChanges,
  Comparison,
  EvaluationResult,
  Interval,
} from '../../evaluation/index.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import type { CommandIo } from './command-io.ts';
import { toCommandText } from './command-errors.ts';
import { toPlainLine } from './print-records.ts';
import { nameFirst } from '../../runtime/name-first.ts';

type Metrics = EvaluationResult['metrics'];
type MetricUnit = Metrics[number]['unit'];

/** Prints a result for people: figures with their intervals, then in words what differs and what does not. */
export function printComparison(
  result: EvaluationResult,
  io: Pick<CommandIo, 'messages' | 'output'>,
): void {
  const { dataset, baseline, comparisons, metrics, earlier, warnings } = result;
  const write = (line: string): void => void io.output.write(`${toPlainLine(line)}\n`);
  write(
    `${dataset.name}: ${toCount(dataset.cases, 'case')} of ${toCount(dataset.sites, 'site')}, ranges of 95 % over sites`,
  );
  io.output.write('\n');
  for (const line of toTable(result, isMainFigure)) io.output.write(`${line}\n`);
  const byField = toTable(result, isFieldFigure);
  if (byField.length > 1) {
    io.output.write(`\nF1 by field\n\n`);
    for (const line of byField) io.output.write(`${line}\n`);
  }
  if (comparisons.length > 0) {
    io.output.write(`\n${bold(`Compared with ${toPlainLine(baseline)}`, io)}\n`);
    for (const line of describeAll(comparisons, metrics)) write(line);
  }
  if (earlier !== undefined) {
    const when = `Since the earlier result of ${earlier.startedAt.slice(0, 16).replace('T', ' ')} UTC (Gleaner ${earlier.gleaner}, ${toCount(earlier.cases, 'case')})`;
    io.output.write(`\n${bold(toPlainLine(when), io)}\n`);
    for (const line of describeAll(earlier.comparisons, metrics)) write(line);
    for (const change of earlier.changes ?? []) for (const line of listChanges(change)) write(line);
  }
  for (const line of listErrors(result)) io.messages.write(`Note: ${toPlainLine(line)}\n`);
  for (const warning of warnings) io.messages.write(`Note: ${warning}\n`);
}

/** Of one pipeline; the rest is in the result. */
const maxErrors = 3;

/** Why cases have no answer: the most frequent errors of each pipeline. */
function listErrors({ pipelines, outcomes }: EvaluationResult): readonly string[] {
  return pipelines.flatMap(({ name }) => {
    const counts = new Map<string, number>();
    for (const { pipeline, error } of outcomes) {
      if (pipeline !== name || error === undefined) continue;
      const message = toCommandText(error.message);
      counts.set(message, (counts.get(message) ?? 0) + 1);
    }
    return [...counts]
      .toSorted(([, left], [, right]) => right - left)
      .slice(0, maxErrors)
      .map(([message, count]) => `${name} failed ${toCount(count, 'case')}: ${message}`);
  });
}

/** A figure of the whole answer; other kinds of it, e.g. `f1 (exact)`, are in the result. */
function isMainFigure({ name, field }: Metrics[number]): boolean {
  return field === undefined && !name.endsWith(')');
}

/** The figure that stands for a field: others of it are in the result. */
function isFieldFigure({ name, field }: Metrics[number]): boolean {
  return field !== undefined && name === `f1 of ${field}`;
}

/** Lines of equal columns: a metric each, of which some pipeline has a figure. */
function toTable(
  { pipelines, metrics }: EvaluationResult,
  isShown: (metric: Metrics[number]) => boolean,
): readonly string[] {
  const shown = metrics.filter(
    (metric) =>
      isShown(metric) && pipelines.some(({ figures }) => Object.hasOwn(figures, metric.name)),
  );
  const rows = [
    ['', ...pipelines.map(({ name }) => name)],
    ...shown.map((metric) => [
      metric.field ?? metric.name,
      ...pipelines.map(({ figures }) => {
        const figure = Object.hasOwn(figures, metric.name) ? figures[metric.name] : undefined;
        return figure === undefined ? '–' : toFigure(figure, metric.unit);
      }),
    ]),
  ].map((row) => row.map(toPlainLine));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function toFigure({ value, low, high }: Interval, unit: MetricUnit): string {
  return `${toNumber(value, unit)} [${toNumber(low, unit)}, ${toNumber(high, unit)}]`;
}

function toNumber(value: number, unit: MetricUnit): string {
  if (unit === 'share') return value.toFixed(3);
  if (unit === 'money') return value.toFixed(5);
  if (unit === 'ms') return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  return value.toFixed(Math.abs(value) < 10 ? 2 : 0);
}

/** A line for each difference of a metric that is shown, and one for each pipeline's metrics without. */
function describeAll(comparisons: readonly Comparison[], metrics: Metrics): readonly string[] {
  const shown = new Map(
    metrics
      .filter((metric) => isMainFigure(metric) || isFieldFigure(metric))
      .map((metric) => [metric.name, metric]),
  );
  return [...Map.groupBy(comparisons, ({ pipeline }) => pipeline)].flatMap(([pipeline, own]) => {
    const reported = own.filter(({ metric }) => shown.has(metric));
    const even = reported.filter(({ verdict }) => verdict === 'no difference shown');
    const differing = reported.filter(({ verdict }) => verdict !== 'no difference shown');
    return [
      ...differing.map((one) => `  ${pipeline}: ${describeOne(one, shown.get(one.metric)?.unit)}`),
      ...(even.length === 0
        ? []
        : [`  ${pipeline}: no difference shown in ${even.map(({ metric }) => metric).join(', ')}`]),
    ];
  });
}

function describeOne(
  { metric, verdict, difference, adjustedP, won, lost }: Comparison,
  unit: MetricUnit = 'count',
): string {
  const sign = difference.value < 0 ? '' : '+';
  const p = adjustedP < 0.001 ? 'p < 0.001' : `p ${adjustedP.toFixed(3)}`;
  return `${verdict} in ${metric}, ${sign}${toFigure(difference, unit)}, ${p}; ${toCount(won.length, 'case')} won, ${lost.length} lost`;
}

/** The cases themselves, shown to differ or not: the lost ones are where to look first. */
function listChanges({ pipeline, metric, won, lost }: CaseChanges): readonly string[] {
  return [
    `  ${pipeline}: ${toCount(won.length, 'case')} won, ${lost.length} lost in ${metric}`,
    ...(lost.length === 0 ? [] : [`    lost: ${nameCases(lost)}`]),
    ...(won.length === 0 ? [] : [`    won: ${nameCases(won)}`]),
  ];
}

/** Most cases that a line names; the result has all. */
const maxNamed = 50;

/** Ids of cases for a sentence. */
export function nameCases(ids: readonly string[]): string {
  return nameFirst(ids, maxNamed);
}

function bold(text: string, { output }: Pick<CommandIo, 'output'>): string {
  return output.isTTY === true ? styleText('bold', text) : text;
}
