import { isGleanerError } from '../../errors/gleaner-error.ts';
import type { PageJob, PageJobResult, PageQuestions, QuestionKind } from '../page-question.ts';
import { KeptPage } from './kept-page.ts';
import { answerQuestion } from './answer-question.ts';

/**
 * Bytes or characters of pages that are kept at once; the pages that were not asked for longest go first. A tree takes up
 * to ten times as much.
 */
const maxKeptSize = 8 * 1_024 * 1_024;

/** The work of a thread: keeps the pages of calls under way and answers questions about them. */
export function createPageKeeper(): (job: PageJob) => Promise<PageJobResult> {
  /** By number, those asked for last at the end. */
  const pages = new Map<number, KeptPage>();

  function findPage({ page: number, opened }: PageJob): KeptPage | undefined {
    const page =
      opened === undefined ? pages.get(number) : new KeptPage(opened.source, opened.options);
    pages.delete(number);
    if (page !== undefined) pages.set(number, page);
    return page;
  }

  function makeRoom(): void {
    let size = 0;
    for (const page of pages.values()) size += page.size;
    for (const [number, page] of pages) {
      if (size <= maxKeptSize || pages.size === 1) return;
      pages.delete(number);
      size -= page.size;
    }
  }

  return async (job) => {
    for (const number of job.closed) pages.delete(number);
    const page = findPage(job);
    if (page === undefined) return { kind: 'gone' };
    if (job.opened !== undefined) makeRoom();
    try {
      const value = await answer(page, job.kind, job.question);
      return { kind: 'done', value, warnings: page.warnings };
    } catch (error) {
      if (!isGleanerError(error)) throw error;
      const { code, message, details } = error;
      return { kind: 'failed', code, message, details };
    }
  };
}

function answer<Kind extends QuestionKind>(
  page: KeptPage,
  kind: Kind,
  question: PageJob['question'],
): Promise<PageQuestions[Kind][1]> {
  // The session that asks has typed the question by its kind.
  return answerQuestion(page, kind, question as PageQuestions[Kind][0]);
}
