import type { Extraction, ExtractionRequest } from '../../runtime/contracts/extractor.ts';
import type { ModelCall, ModelSession } from './call-model.ts';
import { toAnswerForm } from './to-provider-schema.ts';
import { buildInstructions, buildPrompt, fencePage, selectPageParts } from './build-prompt.ts';

const textOnly = 'Answer with the requested text alone.';
const jsonOnly = 'Answer with the JSON alone: no remarks, no code fence.';

/** The model's answer, joined from parts; `undefined` without text or JSON. `faults` were wrong with an earlier answer. */
export async function extractByModel(
  request: ExtractionRequest,
  session: ModelSession,
  faults: readonly string[] = [],
): Promise<Extraction> {
  const { page, plainText } = request;
  const { query, parts, warnings } = await selectPageParts(request);
  const form = plainText ? undefined : toAnswerForm(request.schema);
  const earlier = faults.length === 0 ? '' : `An earlier answer ${faults.join('; ')}. `;
  const closing = plainText ? textOnly : `${earlier}${jsonOnly}`;
  const texts = await askPage(request, parts, form?.format ?? 'text', session, closing);
  const { value, unread, ...read } = await page.readTexts({
    query,
    texts,
    as: form?.as ?? 'text',
    wrapper: form?.wrapper,
  });
  for (const warning of read.warnings) session.warn(warning);
  if (!plainText && unread > 0 && unread < parts.length) {
    session.warn(`The answers for ${unread} of ${parts.length} parts of the page were no JSON.`);
  }
  return { value, usage: session.usage, warnings: [...warnings, ...session.warnings] };
}

/** Asks the request's question of each part of the page; the answers' texts in the parts' order. */
function askPage(
  request: ExtractionRequest,
  parts: readonly string[],
  format: ModelCall['format'],
  session: ModelSession,
  closing: string,
): Promise<readonly string[]> {
  const instructions = buildInstructions({
    ...request,
    wrapped: format !== 'text' && format.wrapped,
  });
  const count = parts.length;
  return session.ask(
    parts.map((part, index) => ({
      instructions,
      prompt: buildPrompt({
        request: request.prompt,
        page: fencePage(part),
        closing,
        ...(count > 1 ? { part: { index, count } } : {}),
      }),
      format,
    })),
  );
}
