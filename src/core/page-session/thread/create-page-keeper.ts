import { isGleanerError } from '../../../runtime/errors/gleaner-error.ts';
import type {
  ForeseenAnswer,
  ForeseenQuestion,
  OpenQuestion,
  PageFacts,
  PageJob,
  PageJobResult,
  PageOpening,
  PageQuestions,
  QuestionKind,
} from '../page-question.ts';
import { SessionPage } from './session-page.ts';
import type { PageReading } from '../../../page/page-reading.ts';
import type { ContentQuery, StructureFindings } from '../../../runtime/contracts/extractor.ts';
import { listForeseen } from '../foreseen-questions.ts';
import { checkObstacle } from '../../../page/body/find-obstacle.ts';
import {
  findNextPage,
  leadsOn,
  type NextPage,
  toNextPageWarning,
} from '../../../page/body/find-next-page.ts';
import { findShell } from '../../../page/body/find-shell.ts';
import type { ContentChunk } from '../../../extraction/content/chunk-content.ts';
import { statesThing } from '../../../page/structured-data/read-metadata.ts';
import { hasText } from '../../../page/tree/node-text.ts';
import { toHtml } from '../../../page/tree/to-html.ts';
import { loadOnce } from '../../../runtime/signals/waiting.ts';

/**
 * Bytes or characters of pages that are kept at once; the pages that were not asked for longest go first. A tree takes up
 * to ten times as much.
 */
const maxPagesSize = 8 * 1_024 * 1_024;

/**
 * Milliseconds of work on one job; then what is foreseen waits to be asked, because each question has a limit of its own. Of work, since
 * a busy machine would ask for all of it once more.
 */
const foreseenMs = 1_000;

/** The work of a thread: keeps the pages of calls under way and answers questions about them. */
export function createPageKeeper(
  nowMs: () => number = readWorkMs,
): (job: PageJob) => Promise<PageJobResult> {
  /** By number, those asked for last at the end. */
  const pages = new Map<number, SessionPage>();

  function findPage({ page: number, opened }: PageJob): SessionPage | undefined {
    const page =
      opened === undefined ? pages.get(number) : new SessionPage(opened.source, opened.options);
    pages.delete(number);
    if (page !== undefined) pages.set(number, page);
    return page;
  }

  function makeRoom(): void {
    let size = 0;
    for (const page of pages.values()) size += page.size;
    for (const [number, page] of pages) {
      if (size <= maxPagesSize || pages.size === 1) return;
      pages.delete(number);
      size -= page.size;
    }
  }

  return async (job) => {
    for (const number of job.closed) pages.delete(number);
    const page = findPage(job);
    if (page === undefined) return { kind: 'gone' };
    if (job.opened !== undefined) makeRoom();
    const endMs = nowMs() + foreseenMs;
    try {
      const value = await answer(page, job.kind, job.question);
      const { warnings } = page;
      const foreseen = hasRead(job.kind, value)
        ? await answerForeseen(page, job.foreseen ?? [], () => nowMs() < endMs)
        : [];
      return { kind: 'done', value, warnings, foreseen };
    } catch (error) {
      if (!isGleanerError(error)) throw error;
      const { code, message, details } = error;
      return { kind: 'failed', code, message, details };
    }
  };
}

/** What this thread has worked, where Node tells it (from version 23.9), else the time that has passed. */
function readWorkMs(): number {
  const usage = (process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>).threadCpuUsage?.();
  return usage === undefined ? performance.now() : (usage.user + usage.system) / 1_000;
}

/** A page that its scripts leave at once shows nothing of its own. */
function toShell(next: NextPage | undefined): PageOpening['shell'] {
  return next?.needsScripts === true ? { hasData: false } : undefined;
}

/** Whether the answer says that there is something to read. */
function hasRead(kind: QuestionKind, value: PageQuestions[QuestionKind][1]): boolean {
  // The answer to a question of a kind is of that kind.
  if (kind === 'open') return (value as PageOpening).facts?.isEmpty === false;
  return kind === 'read' && !(value as PageFacts).isEmpty;
}

async function answerForeseen(
  page: SessionPage,
  foreseen: readonly ForeseenQuestion[],
  hasTime: () => boolean,
): Promise<readonly ForeseenAnswer[]> {
  const answered: ForeseenAnswer[] = [];
  let structure: StructureFindings | undefined;
  try {
    for (const { kind, question } of listForeseen(foreseen, () => structure)) {
      if (!hasTime()) break;
      const value = await answer(page, kind, question);
      // The answer to a question of a kind is of that kind.
      if (kind === 'structure') structure = value as StructureFindings;
      answered.push({ value, warnings: page.warnings });
    }
  } catch {
    // The call that asks it is told.
  }
  return answered;
}

function answer<Kind extends QuestionKind>(
  page: SessionPage,
  kind: Kind,
  question: PageJob['question'],
): Promise<PageQuestions[Kind][1]> {
  // The session that asks has typed the question by its kind.
  return answerQuestion(page, kind, question as PageQuestions[Kind][0]);
}

// What only some calls need is loaded by their first question.
const loadReadStructure = loadOnce(() => import('./read-structure.ts'));
const loadSelectItems = loadOnce(() => import('../../../recipes/selection/select-items.ts'));
const loadReadTexts = loadOnce(() => import('./read-texts.ts'));
const loadFindEvidence = loadOnce(() =>
  Promise.all([
    import('../../../extraction/evidence/find-evidence.ts'),
    import('../../../extraction/evidence/answer-leaves.ts'),
  ]),
);
const loadFindListCoverage = loadOnce(
  () => import('../../../extraction/completeness/find-list-coverage.ts'),
);
const loadCheckEvidence = loadOnce(() => import('../../../extraction/evidence/find-evidence.ts'));
const loadFindMissingAddresses = loadOnce(() =>
  Promise.all([
    import('../../../extraction/evidence/find-missing-addresses.ts'),
    import('../../../extraction/evidence/answer-leaves.ts'),
  ]),
);
const loadShowPage = loadOnce(() => import('./show-page.ts'));
const loadToPagePreview = loadOnce(() => import('../../../page/tree/to-page-preview.ts'));
const loadPrintPage = loadOnce(() => import('./show-page.ts'));
const loadChunkContent = loadOnce(() => import('../../../extraction/content/chunk-content.ts'));

/** How each kind of question is answered. */
const answers: {
  readonly [Kind in QuestionKind]: (
    page: SessionPage,
    question: PageQuestions[Kind][0],
  ) => PageQuestions[Kind][1] | Promise<PageQuestions[Kind][1]>;
} = {
  open,
  read: ({ reading }) => toFacts(reading),
  async text({ reading }, { mainOnly }) {
    const { readShownText } = await loadReadStructure();
    return readShownText(reading, mainOnly);
  },
  html: (page) => toHtml(page.reading.document, 'keep', (warning) => page.warn(warning)),
  async content(page, query) {
    const chunks = await chunksOf(page, query);
    return {
      parts: chunks.map(({ text }) => text),
      omittedTokens: chunks[0]?.omittedTokens ?? 0,
    };
  },
  async readTexts(page, texts) {
    const { readTexts } = await loadReadTexts();
    return readTexts(texts, await chunksOf(page, texts.query));
  },
  async structure(page, query) {
    const { readStructure } = await loadReadStructure();
    return readStructure(page.data, query, (read) => page.keepRead(read));
  },
  async settled(page, query) {
    const { readSettled } = await loadReadStructure();
    return readSettled(page.data, query, (read) => page.keepRead(read));
  },
  async select(page, query) {
    const { selectItems } = await loadSelectItems();
    return selectItems(page.data, query, (read) => page.keepRead(read));
  },
  async evidence(page, { value, inferred, maxWrong }) {
    const [{ findEvidence }, { toKnownPlaces }] = await loadFindEvidence();
    const known = page.read === undefined ? undefined : toKnownPlaces(page.read);
    return findEvidence({ value, inferred, known, maxWrong }, page.data, (warning) =>
      page.warn(warning),
    );
  },
  async lists({ data }, question) {
    const { findListCoverage } = await loadFindListCoverage();
    return findListCoverage(data, question);
  },
  async checkEvidence(page, question) {
    const { checkEvidence } = await loadCheckEvidence();
    return checkEvidence(question, page.data, (warning) => page.warn(warning));
  },
  async missingAddresses(page, question) {
    const [{ findMissingAddresses }, { toKnownPlaces }] = await loadFindMissingAddresses();
    const known = page.read === undefined ? undefined : toKnownPlaces(page.read);
    return findMissingAddresses(question, page.data, known);
  },
  async describe(page, { links }) {
    const { describePage } = await loadShowPage();
    return describePage(page, links);
  },
  async scrape(page, question) {
    const { showPage } = await loadShowPage();
    return showPage(page, question);
  },
  async preview({ data }, { places, maxLength }) {
    const { toPagePreview } = await loadToPagePreview();
    return toPagePreview(data.document, places, maxLength);
  },
  async images(page, { mainOnly, most }) {
    const { listImages } = await loadPrintPage();
    return listImages(page, mainOnly, most);
  },
  async print(page, question) {
    const { printPage } = await loadPrintPage();
    return printPage(page, question);
  },
};

/** The result of a question about a page. */
export async function answerQuestion<Kind extends QuestionKind>(
  page: SessionPage,
  kind: Kind,
  question: PageQuestions[Kind][0],
): Promise<PageQuestions[Kind][1]> {
  return answers[kind](page, question);
}

function open(
  page: SessionPage,
  { checksObstacle, isServed, mayReload, reads }: OpenQuestion,
): PageOpening {
  const { body, source } = page;
  const { url, status, headers, format } = source;
  const isPage = isServed && status < 400 && format === undefined;
  const next = isPage ? findNextPage({ html: body.html, url, headers }) : undefined;
  const hasNewCookie = mayReload && headers['set-cookie'] !== undefined;
  if (next !== undefined && leadsOn(next, url, hasNewCookie)) {
    return { shell: undefined, nextUrl: next.url, warning: undefined, facts: undefined };
  }
  if (checksObstacle) checkObstacle(source, body);
  const shell = isServed ? (findShell(body) ?? toShell(next)) : undefined;
  return {
    shell,
    nextUrl: undefined,
    warning: next === undefined ? undefined : toNextPageWarning(next, url),
    facts: shell !== undefined || !reads ? undefined : toFacts(page.reading),
  };
}

function toFacts(reading: PageReading): PageFacts {
  const { url, title, language } = reading;
  // Structured data is read on demand: most pages have text.
  const isEmpty =
    !hasText(reading.document) &&
    reading.structuredData.entities.length === 0 &&
    !statesThing(reading);
  return { url, title, language, isEmpty };
}

async function chunksOf(page: SessionPage, query: ContentQuery): Promise<readonly ContentChunk[]> {
  const { chunkContent } = await loadChunkContent();
  return page.chunksOf(query, chunkContent);
}
