import type { Extraction, ExtractionRequest } from '../../runtime/contracts/extractor.ts';
import type { ModelCall, ModelSession } from './call-model.ts';
import { toAnswerForm } from './to-provider-schema.ts';
import {
  buildInstructions,
  buildPrompt,
  charactersPerToken,
  describeCandidates,
  fencePage,
  selectPageParts,
} from './build-prompt.ts';

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
  const texts = await session.ask(writeQuestions(request, parts, faults));
  const { value, unread, ...read } = await page.readTexts({
    query,
    texts,
    as: form?.as ?? 'text',
    wrapper: form?.wrapper,
  });
  for (const warning of read.warnings) session.warn(warning);
  if (!plainText && unread > 0 && unread < parts.length) {
    session.warn(
      `The answers for ${unread} of ${parts.length} parts of the page could not be read.`,
    );
  }
  return { value, usage: session.usage, warnings: [...warnings, ...session.warnings] };
}

/** The request's question of each part of the page, in the parts' order. */
function writeQuestions(
  request: ExtractionRequest,
  parts: readonly string[],
  faults: readonly string[],
): readonly Pick<ModelCall, 'instructions' | 'prompt' | 'format'>[] {
  const { plainText, candidates } = request;
  const format = plainText ? 'text' : toAnswerForm(request.schema).format;
  const earlier = faults.length === 0 ? '' : `An earlier answer ${faults.join('; ')}. `;
  const closing = plainText ? textOnly : `${earlier}${jsonOnly}`;
  const instructions = buildInstructions({
    ...request,
    wrapped: format !== 'text' && format.wrapped,
  });
  const count = parts.length;
  const found = describeCandidates(candidates);
  return parts.map((part, index) => ({
    instructions,
    prompt: buildPrompt({
      request: request.prompt,
      page: fencePage(`${part}${found}`),
      closing,
      mayBeNarrowed: candidates !== undefined,
      ...(count > 1 ? { part: { index, count } } : {}),
    }),
    format,
  }));
}

/** About how many tokens the request's first questions are: instructions, prompts and response schemas. */
export async function countInputTokens(request: ExtractionRequest): Promise<number> {
  const { parts } = await selectPageParts(request);
  const characters = writeQuestions(request, parts, []).map(
    ({ instructions, prompt, format }) =>
      instructions.length +
      prompt.length +
      (format === 'text' ? 0 : (JSON.stringify(format.schema) ?? '').length),
  );
  return Math.ceil(characters.reduce((sum, length) => sum + length, 0) / charactersPerToken);
}
