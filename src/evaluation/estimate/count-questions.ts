import type { ExtractInput } from '../../operations/extract/extract-input.ts';

/** What a model is asked about a page. */
export interface CountedQuestions {
  readonly calls: number;
  /** Tokens of four characters: instructions, prompts and response schemas of all calls. */
  readonly inputTokens: number;
  /** The same of the pages' content alone, as far as it stands between the fences. */
  readonly contentTokens: number;
}

/** As the content budget counts. */
const charactersPerToken = 4;

/**
 * Counts what a model would be sent about a page by doing all of the work but the asking: the page is read, its content chosen
 * and the prompts are written by an engine of its own, whose model is a script. Nothing is fetched.
 *
 * @throws GleanerError `invalid_request` for an input that `extract` would refuse, `validation_failed` for a page that it cannot read.
 */
export async function countQuestions(input: ExtractInput, html: string): Promise<CountedQuestions> {
  const [{ createGleaner }, { modelExtractor }, { scriptedModel }] = await Promise.all([
    import('../../engine/create-gleaner.ts'),
    import('../../extractors/model-extractor.ts'),
    import('../../testing/models/scripted-model.ts'),
  ]);
  const model = scriptedModel(() => ({ content: {} }));
  const asking = modelExtractor({ model });
  // Without its `repair`: the first question is counted, and its answer is right for no page.
  await using gleaner = createGleaner({
    browser: false,
    extractor: { name: asking.name, extract: (request) => asking.extract(request) },
  });
  const given = { ...input, html, headers: undefined, maxAge: undefined, proxy: undefined };
  try {
    await gleaner.extract({
      ...given,
      stealth: undefined,
      grounding: undefined,
      include: undefined,
    });
  } catch (error) {
    if (model.calls.length === 0) throw error;
  }
  let [characters, content] = [0, 0];
  for (const { prompt, responseFormat } of model.calls) {
    for (const message of prompt) {
      const parts = message.role === 'system' ? [{ text: message.content }] : message.content;
      for (const { text = '' } of parts) {
        characters += text.length;
        content += /<<<PAGE[^\n]*\n([^]*)\n[^\n]*>>>/.exec(text)?.[1]?.length ?? 0;
      }
    }
    if (responseFormat?.type === 'json' && responseFormat.schema !== undefined) {
      characters += JSON.stringify(responseFormat.schema).length;
    }
  }
  return {
    calls: model.calls.length,
    inputTokens: Math.ceil(characters / charactersPerToken),
    contentTokens: Math.ceil(content / charactersPerToken),
  };
}
