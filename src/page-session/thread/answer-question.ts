import type { PageReading } from '../../page/page-reading.ts';
import type { ContentQuery } from '../../contracts/extraction-page.ts';
import { checkObstacle } from '../../page/body/find-obstacle.ts';
import { findShell } from '../../page/body/find-shell.ts';
import type { ContentChunk } from '../../page/content/chunks/chunk-content.ts';
import { hasText } from '../../page/text/has-text.ts';
import { toHtml } from '../../page/tree/to-html.ts';
import { loadOnce } from '../../signals/load-once.ts';
import type {
  OpenQuestion,
  PageFacts,
  PageOpening,
  PageQuestions,
  QuestionKind,
} from '../page-question.ts';
import type { KeptPage } from './kept-page.ts';

// What only some calls need is loaded by their first question.
const loadReadStructure = loadOnce(() => import('./read-structure.ts'));
const loadSelectItems = loadOnce(() => import('../../page/selection/select-items.ts'));
const loadReadTexts = loadOnce(() => import('./read-texts.ts'));
const loadFindEvidence = loadOnce(() =>
  Promise.all([
    import('../../evidence/find-evidence.ts'),
    import('../../evidence/known-places.ts'),
  ]),
);
const loadFindListCoverage = loadOnce(() => import('../../completeness/find-list-coverage.ts'));
const loadCheckEvidence = loadOnce(() => import('../../evidence/check-evidence.ts'));
const loadFindMissingAddresses = loadOnce(() =>
  Promise.all([
    import('../../evidence/find-missing-addresses.ts'),
    import('../../evidence/known-places.ts'),
  ]),
);
const loadShowPage = loadOnce(() => import('./show-page.ts'));
const loadToExhibit = loadOnce(() => import('../../page/exhibit/to-exhibit.ts'));
const loadPrintPage = loadOnce(() => import('./print-page.ts'));
const loadChunkContent = loadOnce(() => import('../../page/content/chunks/chunk-content.ts'));

/** How each kind of question is answered. */
const answers: {
  readonly [Kind in QuestionKind]: (
    page: KeptPage,
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
    return readStructure(page.reading, query, (read) => page.keepRead(read));
  },
  async select({ reading }, query) {
    const { selectItems } = await loadSelectItems();
    return selectItems(reading, query);
  },
  async evidence(page, { value, inferred }) {
    const [{ findEvidence }, { toKnownPlaces }] = await loadFindEvidence();
    const known = page.read === undefined ? undefined : toKnownPlaces(page.read);
    return findEvidence({ value, inferred, known }, page.reading, (warning) => page.warn(warning));
  },
  async lists({ reading }, question) {
    const { findListCoverage } = await loadFindListCoverage();
    return findListCoverage(reading, question);
  },
  async checkEvidence(page, question) {
    const { checkEvidence } = await loadCheckEvidence();
    return checkEvidence(question, page.reading, (warning) => page.warn(warning));
  },
  async missingAddresses(page, question) {
    const [{ findMissingAddresses }, { toKnownPlaces }] = await loadFindMissingAddresses();
    const known = page.read === undefined ? undefined : toKnownPlaces(page.read);
    return findMissingAddresses(question, page.reading, known);
  },
  async describe(page, { links }) {
    const { describePage } = await loadShowPage();
    return describePage(page, links);
  },
  async scrape(page, question) {
    const { showPage } = await loadShowPage();
    return showPage(page, question);
  },
  async exhibit({ reading }, { places, maxLength }) {
    const { toExhibit } = await loadToExhibit();
    return toExhibit(reading.document, places, maxLength);
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
  page: KeptPage,
  kind: Kind,
  question: PageQuestions[Kind][0],
): Promise<PageQuestions[Kind][1]> {
  return answers[kind](page, question);
}

function open(page: KeptPage, { checksObstacle, checksShell, reads }: OpenQuestion): PageOpening {
  const { body, source } = page;
  if (checksObstacle) checkObstacle(source, body);
  const shell = checksShell ? findShell(body) : undefined;
  if (shell !== undefined || !reads) return { shell, facts: undefined };
  return { shell, facts: toFacts(page.reading) };
}

function toFacts(reading: PageReading): PageFacts {
  const { url, title, language } = reading;
  // Structured data is read on demand: most pages have text.
  const isEmpty = !hasText(reading.document) && reading.structuredData.entities.length === 0;
  return { url, title, language, isEmpty };
}

async function chunksOf(page: KeptPage, query: ContentQuery): Promise<readonly ContentChunk[]> {
  const { chunkContent } = await loadChunkContent();
  return page.chunksOf(query, chunkContent);
}
