import type { Extraction, ExtractionRequest } from '../../contracts/extractor.ts';
import { mergeAnswers } from '../../page/content/chunks/merge-answers.ts';
import { toAnswerForm } from './answer/answer-form.ts';
import { askPage } from './ask-page.ts';
import type { ModelSession } from './call/model-session.ts';
import { selectPageParts } from './prompt/page-parts.ts';
import { restoreLinks } from './answer/restore-links.ts';

const jsonOnly = 'Answer with the JSON alone: no remarks, no code fence.';

/**
 * Asks for JSON; of a page read in parts, the parts' answers as one. An answer that cannot be read gives `undefined`.
 * `faults` are what was wrong with an earlier one.
 */
export async function extractJson(
  request: ExtractionRequest,
  session: ModelSession,
  faults: readonly string[] = [],
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
