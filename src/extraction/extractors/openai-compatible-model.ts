import type { LanguageModelV4 } from '@ai-sdk/provider';
import { toMissingPackage } from '../../runtime/errors/advice.ts';
import { type ValueRule, checkMembers, checkValues } from '../../runtime/errors/option-checks.ts';
import type { ModelObject } from '../model/language-model.ts';

/** An endpoint, and which of its models is asked. */
export interface OpenAICompatibleModelOptions {
  /** Base URL of the endpoint, e.g. `http://127.0.0.1:11434/v1`; `/chat/completions` is appended. */
  readonly baseUrl: string;
  /** The server's name of the model. */
  readonly model: string;
  /** Sent as `Authorization: Bearer …`. @default no such header */
  readonly apiKey?: string | undefined;
}

/**
 * Creates a language model object for any endpoint that implements OpenAI's chat completions: OpenAI, Ollama, vLLM,
 * llama.cpp, … The package `@ai-sdk/openai-compatible` is loaded by the first call. The embedder chooses the endpoint, so
 * calls to it do not go through the egress guard.
 *
 * @throws TypeError for an option that cannot be used.
 */
export function openaiCompatibleModel(options: OpenAICompatibleModelOptions): ModelObject {
  checkOptions(options);
  let loading: Promise<LanguageModelV4> | undefined;
  const load = (): Promise<LanguageModelV4> => (loading ??= loadModel(options));
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'openaiCompatible.chat',
    modelId: options.model,
    supportedUrls: {},
    doGenerate: async (call) => (await load()).doGenerate(call),
    doStream: async (call) => (await load()).doStream(call),
  };
  return model;
}

async function loadModel(options: OpenAICompatibleModelOptions): Promise<LanguageModelV4> {
  const [{ createOpenAICompatible }, { createCompletionFetch }] = await Promise.all([
    loadProvider(),
    import('../model/create-completion-fetch.ts'),
  ]);
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: options.baseUrl,
    // Without it the provider would not send the schema at all.
    supportsStructuredOutputs: true,
    fetch: createCompletionFetch(),
    // Some servers stream unless they are told not to.
    transformRequestBody: (body) => ({ stream: false, ...body }),
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
  });
  return provider.chatModel(options.model);
}

const valueRules = {
  model: {
    wanted: 'the name of a model',
    isAllowed: (value) => typeof value === 'string' && value.trim() !== '',
    isRequired: true,
  },
  apiKey: { wanted: 'a text', isAllowed: (value) => typeof value === 'string' },
} as const satisfies Partial<Record<keyof OpenAICompatibleModelOptions, ValueRule>>;

function checkOptions(options: OpenAICompatibleModelOptions): void {
  checkMembers('openaiCompatibleModel', options, ['baseUrl', 'model', 'apiKey']);
  const url = URL.parse(options.baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      'Expected `baseUrl` to be an absolute http or https URL, e.g. "http://127.0.0.1:11434/v1".',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(
      'Expected `baseUrl` without a user name or password: pass the key as `apiKey`.',
    );
  }
  checkValues('', options, valueRules);
}

async function loadProvider() {
  try {
    return await import('@ai-sdk/openai-compatible');
  } catch (cause) {
    throw toMissingPackage('@ai-sdk/openai-compatible', 'Asking a model by its base URL', cause);
  }
}
