import type { ExtractionPage } from '../contracts/extraction-page.ts';
import type { PageSession } from './create-page-sessions.ts';
import type { PageFacts } from './page-question.ts';

/** The page that an extractor is given: its questions go to the session's thread. */
export function toExtractionPage(
  { url, title, language }: Omit<PageFacts, 'isEmpty'>,
  session: PageSession,
): ExtractionPage {
  const html = (): Promise<string> => session.ask('html', undefined);
  return {
    url,
    title,
    language,
    text: ({ mainOnly = false } = {}) => session.ask('text', { mainOnly }),
    html,
    async tree() {
      // Loaded on first use: most extractors ask for no tree.
      const { parseDocument } = await import('htmlparser2');
      return parseDocument(await html());
    },
    content: (query) => session.ask('content', query),
    readTexts: (texts) => session.ask('readTexts', texts),
    structure: ({ prompt, schema, detailLevel }) =>
      session.ask('structure', { prompt, schema, detailLevel }),
    select: (query) => session.ask('select', query),
  };
}
