import type { LanguageModelV4 } from '@ai-sdk/provider';

/** Creates a model that answers with what a function returns at each call, and keeps nothing of what it is asked. */
export function plainModel(answer: () => string): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'attack',
    modelId: 'attack',
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
