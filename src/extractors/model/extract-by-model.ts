import type { Extraction, ExtractionRequest } from '../../contracts/extractor.ts';
import type { ContentChunk } from '../../page/content/chunks/chunk-content.ts';
import { mergeAnswers } from '../../page/content/chunks/merge-answers.ts';
import { toAnswerForm } from './answer/answer-form.ts';
import { restoreLinks, restoreLinksInText } from './answer/restore-links.ts';
import type { ModelCall } from './call/call-model.ts';
import type { ModelSession } from './call/model-session.ts';
import { buildInstructions, buildPrompt } from './prompt/build-prompt.ts';
import { fencePage } from './prompt/fence-page.ts';
import { selectPageParts } from './prompt/page-parts.ts';

const textOnly = 'Answer with the requested text alone.';
const jsonOnly = 'Answer with the JSON alone: no remarks, no code fence.';

/**
 * The model's answer to a request, plain text or JSON; of a page read in parts, the parts' answers as one. The value is
 * `undefined` where there is no text or no JSON. `faults` are what was wrong with an earlier answer.
 */
export function extractByModel(
  request: ExtractionRequest,
  session: ModelSession,
  faults: readonly string[] = [],
): Promise<Extraction> {
  return request.plainText ? extractText(request, session) : extractJson(request, session, faults);
}

async function extractText(request: ExtractionRequest, session: ModelSession): Promise<Extraction> {
  const { parts, warnings } = selectPageParts(request);
  const answers = await askPage(request, parts, 'text', session, textOnly);
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

async function extractJson(
  request: ExtractionRequest,
  session: ModelSession,
  faults: readonly string[],
): Promise<Extraction> {
  const form = toAnswerForm(request.schema);
  const { parts, warnings } = selectPageParts(request);
  const earlier = faults.length === 0 ? '' : `An earlier answer ${faults.join('; ')}. `;
  const texts = await askPage(request, parts, form.format, session, `${earlier}${jsonOnly}`);
  const answers = parts.flatMap((chunk, index) => {
    const read = form.read(texts[index] ?? '');
    return read === undefined ? [] : [{ chunk, value: read.value }];
  });
  const unread = parts.length - answers.length;
  if (unread > 0 && answers.length > 0) {
    session.warn(`The answers for ${unread} of ${parts.length} parts of the page were no JSON.`);
  }
  const value = answers.length > 1 ? mergeAnswers(request.schema, answers) : answers[0]?.value;
  return {
    value: restoreLinks(value, parts[0]?.links ?? new Map()),
    usage: session.usage,
    warnings: [...warnings, ...session.warnings],
  };
}

/** Asks the request's question of each part of the page; the answers' texts in the parts' order. */
function askPage(
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
