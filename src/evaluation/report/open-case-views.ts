import pLimit from 'p-limit';
import type { Evidence, EvidenceStatus } from '../../runtime/contracts/evidence.ts';
import type { PreviewPlace } from '../../page/tree/to-page-preview.ts';
import {
  type PageSessions,
  createPageSessions,
} from '../../core/page-session/create-page-sessions.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type {
  CaseDescription,
  CaseOutcome,
  EvaluationResult,
  MetricDescription,
} from '../result/evaluation-result.ts';
import { cutText, toFigureText } from './to-figure-text.ts';
import { type FieldRow, toFieldRows } from './to-field-rows.ts';

/** A case's page, as the comparison had it. */
export type CasePage = Pick<EvaluationCase, 'id' | 'url' | 'body'>;

/** Characters of all pages, and of all that models were asked and answered: a report of 60 cases and 5 pipelines takes 3 to 6 MB. */
const pagesLength = 2_400_000;
const exchangesLength = 1_600_000;
/** Characters of one page: less shows nothing, more is slow to lay out. */
const pageLength = { least: 8_000, most: 120_000 } as const;
const exchangeLength = { least: 500, most: 20_000 } as const;
const maxValue = 500;
const valuesLength = 3_000_000;
const rowLength = 100;
const pagesAtOnce = 4;

/** What is shown of each case, in the result's order. Pages are read in threads; one that cannot be read is reported and no failure. */
export async function openCaseViews(
  result: EvaluationResult,
  pages: ReadonlyMap<string, CasePage>,
): Promise<readonly CaseView[]> {
  const sessions = createPageSessions({ threads: undefined });
  const outcomesOf = Map.groupBy(result.outcomes, (outcome) => outcome.case);
  const { length } = result.outcomes;
  const exchanges = result.outcomes.reduce((sum, each) => sum + (each.exchanges?.length ?? 0), 0);
  const limits = {
    maxRows: Math.max(
      10,
      Math.min(300, Math.floor(valuesLength / rowLength / Math.max(length, 1))),
    ),
    maxValue,
    maxExchange: toShare(exchangesLength, exchanges * 2, exchangeLength),
    maxPage: toShare(pagesLength, result.cases.length, pageLength),
  };
  // As many pages at once as there are threads, about: each is a file of its own.
  return pLimit(pagesAtOnce).map(result.cases, (description) => {
    const outcomes = outcomesOf.get(description.id) ?? [];
    const ordered = result.pipelines.map(({ name }) =>
      outcomes.find(({ pipeline }) => pipeline === name),
    );
    return openCaseView(result, description, ordered, pages.get(description.id), sessions, limits);
  });
}

function toShare(
  whole: number,
  parts: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  return Math.max(least, Math.min(most, Math.floor(whole / Math.max(parts, 1))));
}

async function openCaseView(
  result: EvaluationResult,
  description: CaseDescription,
  outcomes: readonly (CaseOutcome | undefined)[],
  page: CasePage | undefined,
  sessions: PageSessions,
  limits: AnswerLimits & { readonly maxPage: number },
): Promise<CaseView> {
  const { body, problem } = readBody(page);
  const numbers = new Map<string, number>();
  const places: PreviewPlace[] = [];

  function numberOf(evidence: Evidence): number | undefined {
    if (!('node' in evidence) || evidence.node === undefined || body === undefined) {
      return undefined;
    }
    // What stands in structured data or in the head is no part of the page that is shown.
    if (evidence.kind !== 'text' && evidence.kind !== 'attribute') return undefined;
    const { node, kind } = evidence;
    const place = kind === 'text' ? { node, start: evidence.start, end: evidence.end } : { node };
    const key = JSON.stringify(place);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, places.length);
    return places.push(place) - 1;
  }

  const answers = outcomes.map((outcome) =>
    outcome === undefined
      ? {
          error: 'This pipeline did not get to this case.',
          rows: [],
          facts: [],
          warnings: [],
          exchanges: [],
        }
      : toAnswerView(outcome, description, result.metrics, numberOf, limits),
  );
  return {
    id: description.id,
    site: description.site,
    url: cutText(description.url, 2_000),
    prompt: cutText(description.prompt, 2_000),
    ...(await readPage({ body, problem, url: description.url }, places, limits.maxPage, sessions)),
    answers,
  };
}

/** Once for each case: one of a data set reads its file each time, which may be gone by now. */
function readBody(page: CasePage | undefined): CaseBody {
  try {
    return { body: page?.body };
  } catch (error) {
    return { problem: toProblem(error) };
  }
}

interface CaseBody {
  readonly body?: Uint8Array | undefined;
  /** Why the page cannot be shown. */
  readonly problem?: string | undefined;
}

async function readPage(
  { body, problem, url }: CaseBody & { readonly url: string },
  places: readonly PreviewPlace[],
  maxLength: number,
  sessions: PageSessions,
): Promise<Pick<CaseView, 'page' | 'pageNote'>> {
  if (body === undefined) {
    return { pageNote: problem ?? 'The report was written without this page.' };
  }
  const session = sessions.open(
    { content: body, url, status: 200, headers: {} },
    { keepCollapsed: false },
    new AbortController().signal,
  );
  try {
    const { html, isCut } = await session.ask('preview', { places, maxLength });
    return {
      page: html,
      ...(isCut
        ? {
            pageNote: `The page is longer and was cut after about ${maxLength} characters; values may stand behind that.`,
          }
        : {}),
    };
  } catch (error) {
    return { pageNote: toProblem(error) };
  } finally {
    session.close();
  }
}

function toProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `The page cannot be shown: ${cutText(message, maxValue)}`;
}

/** How much of an answer is shown. */
interface AnswerLimits {
  readonly maxRows: number;
  /** Characters of a value. */
  readonly maxValue: number;
  /** Characters of a prompt or an answer of a model. */
  readonly maxExchange: number;
}

/** Metrics that are said of a case; the others stand for all cases. */
const maxShares = 3;
const maxPath = 100;
/** Most warnings and exchanges of an answer. */
const maxNotes = 50;

/** What is shown of an outcome; `numberOf` gives the number of a place that is marked in the page. */
function toAnswerView(
  outcome: CaseOutcome,
  description: CaseDescription,
  metrics: readonly MetricDescription[],
  numberOf: (evidence: Evidence) => number | undefined,
  limits: AnswerLimits,
): AnswerView {
  const evidenceOf = new Map(outcome.evidence?.map((evidence) => [evidence.path, evidence]));
  const { rows, omitted } =
    outcome.error === undefined || description.expected !== undefined
      ? toFieldRows(description.expected, outcome.value, {
          anyOf: description.anyOf,
          maxRows: limits.maxRows,
        })
      : { rows: [], omitted: 0 };
  const { exchanges = [], warnings, error } = outcome;
  return {
    ...(error === undefined
      ? {}
      : { error: `${error.code}: ${cutText(error.message, limits.maxExchange)}` }),
    rows: rows.map((row) => toAnswerRow(row, evidenceOf.get(row.path), numberOf, limits.maxValue)),
    facts: [
      ...listFacts(outcome, metrics),
      ...(omitted === 0 ? [] : [`${omitted} further values are left out`]),
    ],
    warnings: warnings.slice(0, maxNotes).map((warning) => cutText(warning, limits.maxValue)),
    exchanges: exchanges.slice(0, maxNotes).map(({ prompt, answer }) => ({
      prompt: cutText(prompt, limits.maxExchange),
      answer: cutText(answer, limits.maxExchange),
    })),
  };
}

function toAnswerRow(
  row: AnswerRow,
  evidence: Evidence | undefined,
  numberOf: (evidence: Evidence) => number | undefined,
  maxValue: number,
): AnswerRow {
  const { expected, actual } = row;
  const cut = {
    ...row,
    ...(expected === undefined ? {} : { expected: cutText(expected, maxValue) }),
    ...(actual === undefined ? {} : { actual: cutText(actual, maxValue) }),
  };
  if (evidence === undefined || actual === undefined) return cut;
  const place = numberOf(evidence);
  const isUnseen = 'kind' in evidence && evidence.kind !== 'text' && evidence.snippet !== undefined;
  return {
    ...cut,
    status: evidence.status,
    ...('rule' in evidence ? { rule: evidence.rule } : {}),
    ...(place === undefined ? {} : { place }),
    ...(isUnseen
      ? { snippet: `${evidence.kind}: ${cutText(evidence.snippet ?? '', maxValue)}` }
      : {}),
  };
}

function listFacts(outcome: CaseOutcome, metrics: readonly MetricDescription[]): readonly string[] {
  const shares = metrics.filter(
    ({ field, unit, better }) => field === undefined && unit === 'share' && better === 'higher',
  );
  const facts = shares.slice(0, maxShares).flatMap(({ name, unit }) => {
    const score = outcome.scores[name];
    return score === undefined || score.total <= 0
      ? []
      : [`${name} ${toFigureText(score.kept / score.total, unit)}`];
  });
  for (const { path, returned, shown } of outcome.lists ?? []) {
    facts.push(
      `${path === '' ? 'list' : cutText(path, maxPath)}: ${returned} of ${shown} items that the page shows`,
    );
  }
  const { latencyMs, inputTokens, outputTokens, creditsUsed } = outcome;
  facts.push(toFigureText(latencyMs, 'ms'));
  if (inputTokens !== undefined) facts.push(`${toFigureText(inputTokens, 'tokens')} in`);
  if (outputTokens !== undefined) facts.push(`${toFigureText(outputTokens, 'tokens')} out`);
  if (creditsUsed !== undefined) facts.push(toFigureText(creditsUsed, 'credits'));
  if (outcome.wasRepaired === true) facts.push('repaired');
  if (outcome.fromCache === true) facts.push('from the cache');
  if (outcome.withoutModel === true) facts.push('without a model');
  return facts;
}

/** What the report's page shows of a case; it is parsed when the case is opened. All of it is shown as text but `page`. */
export interface CaseView {
  readonly id: string;
  readonly site: string;
  readonly url: string;
  readonly prompt: string;
  /** HTML of `toPagePreview`: inert by its make; absent where there is no page, for the reason in `pageNote`. */
  readonly page?: string;
  /** A sentence: why there is no page, or that it was cut. */
  readonly pageNote?: string;
  /** In the order of the report's pipelines. */
  readonly answers: readonly AnswerView[];
}

/** An answer of a pipeline. */
export interface AnswerView {
  /** Why there is none. */
  readonly error?: string;
  readonly rows: readonly AnswerRow[];
  /** Figures and what was left out, a phrase each. */
  readonly facts: readonly string[];
  readonly warnings: readonly string[];
  readonly exchanges: readonly { readonly prompt: string; readonly answer: string }[];
}

/** A value with where it stands. */
export interface AnswerRow extends FieldRow {
  readonly status?: EvidenceStatus;
  /** What differs from the page, e.g. `number`. */
  readonly rule?: string;
  /** Number of the place that is marked in the page. */
  readonly place?: number;
  /** The line around the value where it does not stand in visible text. */
  readonly snippet?: string;
}
