import type { Extraction, ExtractionRequest } from '../../contracts/extractor.ts';
import { toAnswerForm } from './answer-form.ts';
import { buildInstructions, buildPrompt } from './build-prompt.ts';
import { fencePage } from './fence-page.ts';
import type { ModelSession, Question } from './model-session.ts';
import { selectPageParts } from './page-parts.ts';

const jsonOnly = 'Answer with the JSON alone: no remarks, no code fence.';
const unreadBefore = 'An earlier answer to this was not valid JSON.';

/**
 * Asks for JSON. An answer that cannot be read gives the value `undefined` where a schema will refuse it and lead to
 * the repair; without a schema it is asked for again here.
 */
export async function extractJson(
  request: ExtractionRequest,
  session: ModelSession,
): Promise<Extraction> {
  const form = toAnswerForm(request.schema);
  const parts = selectPageParts(request);
  const instructions = buildInstructions({ ...request, wrapped: form.wrapped });
  const questions = parts.texts.map((text, index): Question => {
    const part = parts.texts.length > 1 ? { part: { index, count: parts.texts.length } } : {};
    const page = fencePage(text);
    const prompt = buildPrompt({ request: request.prompt, page, closing: jsonOnly, ...part });
    return { instructions, prompt, format: form.format };
  });
  const answers = await session.ask(questions);
  const [read] = answers.map((answer) => form.read(answer));
  if (read === undefined && request.schema === undefined) {
    const again = await askAgain(request, session);
    return again;
  }
  return {
    value: read?.value,
    usage: session.usage,
    warnings: [...parts.warnings, ...session.warnings],
  };
}

/** Asks the whole question a second time, after an answer that could not be read. */
export async function askAgain(
  request: ExtractionRequest,
  session: ModelSession,
): Promise<Extraction> {
  const form = toAnswerForm(request.schema);
  const [text = ''] = selectPageParts(request).texts;
  const [answer = ''] = await session.ask([
    {
      instructions: buildInstructions({ ...request, wrapped: form.wrapped }),
      prompt: buildPrompt({
        request: request.prompt,
        page: fencePage(text),
        closing: `${unreadBefore} ${jsonOnly}`,
      }),
      format: form.format,
    },
  ]);
  const read = form.read(answer);
  if (read === undefined) throw session.unreadable();
  return { value: read.value, usage: session.usage, warnings: session.warnings };
}
