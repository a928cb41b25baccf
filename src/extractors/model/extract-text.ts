import type { Extraction, ExtractionRequest } from '../../contracts/extractor.ts';
import { buildInstructions, buildPrompt } from './build-prompt.ts';
import { fencePage } from './fence-page.ts';
import type { ModelSession } from './model-session.ts';
import { selectPageParts } from './page-parts.ts';

/** Asks for plain text; of a page read in parts, the parts' texts one after the other. */
export async function extractText(
  request: ExtractionRequest,
  session: ModelSession,
): Promise<Extraction> {
  const { texts, warnings } = selectPageParts(request);
  const instructions = buildInstructions({ ...request, wrapped: false });
  const answers = await session.ask(
    texts.map((text, index) => ({
      instructions,
      prompt: buildPrompt({
        request: request.prompt,
        page: fencePage(text),
        closing: 'Answer with the requested text alone.',
        ...(texts.length > 1 ? { part: { index, count: texts.length } } : {}),
      }),
      format: 'text',
    })),
  );
  const value = answers
    .map((answer) => answer.trim())
    .filter((answer) => answer !== '')
    .join('\n');
  if (value === '') throw session.unreadable();
  return { value, usage: session.usage, warnings: [...warnings, ...session.warnings] };
}
