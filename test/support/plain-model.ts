import type { LanguageModelV4 } from '@ai-sdk/provider';

/**
 * Creates a model that answers with what a function returns at each call. Unlike the scripted model it keeps nothing of what it
 * is asked, which would cost more than the call.
 */
export function plainModel(answer: () => string): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'stub',
    modelId: 'stub',
    supportedUrls: {},
    doGenerate: async () => ({
      content: [{ type: 'text', text: answer() }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 20, text: 20, reasoning: undefined },
      },
      warnings: [],
    }),
    doStream: () => Promise.reject(new TypeError('This model does not stream.')),
  };
}
