import type { Extraction, ExtractionRequest } from '../../contracts/extractor.ts';
import { askPage } from './ask-page.ts';
import type { ModelSession } from './call/model-session.ts';
import { selectPageParts } from './prompt/page-parts.ts';
import { restoreLinksInText } from './answer/restore-links.ts';

/** Asks for plain text; of a page read in parts, the parts' texts one after the other. No text gives `undefined`. */
export async function extractText(
  request: ExtractionRequest,
  session: ModelSession,
): Promise<Extraction> {
  const { parts, warnings } = selectPageParts(request);
  const closing = 'Answer with the requested text alone.';
  const answers = await askPage(request, parts, 'text', session, closing);
  const text = answers
    .map((answer) => answer.trim())
    .filter((answer) => answer !== '')
    .join('\n');
  return {
    value: text === '' ? undefined : restoreLinksInText(text, parts[0]?.links ?? new Map()),
    usage: session.usage,
    warnings: [...warnings, ...session.warnings],
  };
}
