import pLimit from 'p-limit';
import type { Evidence } from '../../../contracts/evidence.ts';
import type { ExhibitPlace } from '../../../page/exhibit/to-exhibit.ts';
import {
  createPageSessions,
  type PageSessions,
} from '../../../page-session/create-page-sessions.ts';
import type { EvaluationCase } from '../../cases/evaluation-case.ts';
import type {
  CaseDescription,
  CaseOutcome,
  EvaluationResult,
} from '../../result/evaluation-result.ts';
import type { CaseView } from './case-view.ts';
import { cutText } from './cut-text.ts';
import { toAnswerView, type AnswerLimits } from './to-answer-view.ts';

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

/** What is shown of each case, in the result's order. Pages are read in threads; one that cannot be read is told of and no failure. */
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
  const places: ExhibitPlace[] = [];

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
  places: readonly ExhibitPlace[],
  maxLength: number,
  sessions: PageSessions,
): Promise<Pick<CaseView, 'page' | 'pageNote'>> {
  if (body === undefined) {
    return { pageNote: problem ?? 'The report was written without this page.' };
  }
  const session = sessions.open(
    { content: body, isPdf: false, url, status: 200, headers: {} },
    { keepCollapsed: false },
    new AbortController().signal,
  );
  try {
    const { html, isCut } = await session.ask('exhibit', { places, maxLength });
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
