import type { ExtractionRequest } from '../../contracts/extractor.ts';
import type { ContentChunk } from '../../page/content/chunks/chunk-content.ts';
import type { ModelCall } from './call/call-model.ts';
import { buildInstructions, buildPrompt } from './prompt/build-prompt.ts';
import { fencePage } from './prompt/fence-page.ts';
import type { ModelSession } from './call/model-session.ts';

/** Asks the request's question of each part of the page; the answers' texts in the parts' order. */
export function askPage(
  request: ExtractionRequest,
  parts: readonly ContentChunk[],
  format: ModelCall['format'],
  session: ModelSession,
  closing: string,
): Promise<readonly string[]> {
  const instructions = buildInstructions({
    ...request,
    wrapped: format !== 'text' && format.wrapped,
  });
  return session.ask(
    parts.map((part) => ({
      instructions,
      prompt: buildPrompt({
        request: request.prompt,
        page: fencePage(part.text),
        closing,
        ...(parts.length > 1 ? { part } : {}),
      }),
      format,
    })),
  );
}
