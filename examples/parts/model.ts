import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';

/** Completes a prompt; aborted by the signal. */
export type Complete = (prompt: string, signal: AbortSignal | undefined) => Promise<string>;

/**
 * A language model of the AI SDK around a function, for a model that no package of the SDK speaks to.
 *
 * `createGleaner({ model: functionModel('our-model', askOurModel) })`
 */
export function functionModel(modelId: string, complete: Complete): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'function',
    modelId,
    supportedUrls: {},
    async doGenerate({ prompt, abortSignal }) {
      const text = await complete(toText(prompt), abortSignal);
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: {
            total: undefined,
            noCache: undefined,
            cacheRead: undefined,
            cacheWrite: undefined,
          },
          outputTokens: { total: undefined, text: undefined, reasoning: undefined },
        },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new TypeError('This model does not stream.')),
  };
}

/** Rules first, then the request with the page. */
function toText(prompt: LanguageModelV4Prompt): string {
  return prompt
    .flatMap(({ content }) =>
      typeof content === 'string'
        ? [content]
        : content.map((part) => (part.type === 'text' ? part.text : '')),
    )
    .join('\n\n');
}
