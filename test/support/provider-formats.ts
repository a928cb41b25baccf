import { createAnthropic } from '@ai-sdk/anthropic';
import { createGateway } from '@ai-sdk/gateway';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createGroq } from '@ai-sdk/groq';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { fetch as undiciFetch } from 'undici';
import type { ModelObject } from '../../src/extraction/model/language-model.ts';
import { openaiCompatibleModel } from '../../src/extraction/extractors/openai-compatible-model.ts';

type Body = Readonly<Record<string, unknown>>;

/** How a provider writes what a model said, and its errors. */
export interface ProviderFormat {
  readonly name: string;
  readonly createModel: (origin: string) => ModelObject;
  /** An answer with 100 tokens read and 20 written; `end` is the provider's own word for why it ended. */
  readonly toAnswer: (text: string, end: string) => Body;
  readonly toError: (says: string) => Body;
  /** The schema that a request asks the answer to keep to; `undefined` without one. */
  readonly findSchema: (request: Body) => unknown;
  /** The provider's words for an end that the model chose, for no room left, and one that is not known to the AI SDK. */
  readonly ends: { readonly plain: string; readonly cut: string; readonly unknown: string };
}

const apiKey = 'not-a-key';
/** The process's own, which tests do without, is undici's as well. */
const fetch = undiciFetch as unknown as typeof globalThis.fetch;

function toChat(text: string, end: string): Body {
  return {
    id: 'c-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, finish_reason: end, message: { role: 'assistant', content: text } }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

const chat = {
  toAnswer: toChat,
  toError: (message: string): Body => ({ error: { message, type: 'error', param: null } }),
  findSchema: (request: Body): unknown => dig(request, 'response_format', 'json_schema', 'schema'),
  ends: { plain: 'stop', cut: 'length', unknown: 'paused' },
};

function dig(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
    value,
  );
}

/** Each by its published reference of the HTTP API, as the package of the AI SDK reads it. */
export const providerFormats: readonly ProviderFormat[] = [
  {
    ...chat,
    name: 'openai-compatible',
    createModel: (origin) => openaiCompatibleModel({ baseUrl: `${origin}/v1`, model: 'm', apiKey }),
  },
  {
    ...chat,
    name: 'openai.chat',
    createModel: (origin) =>
      createOpenAI({ baseURL: `${origin}/v1`, apiKey, fetch }).chat('gpt-4o'),
  },
  {
    ...chat,
    name: 'openai.responses',
    createModel: (origin) =>
      createOpenAI({ baseURL: `${origin}/v1`, apiKey, fetch }).responses('gpt-4o'),
    toAnswer: (text, end) => ({
      id: 'r-1',
      object: 'response',
      created_at: 1,
      status: end === 'completed' ? 'completed' : 'incomplete',
      incomplete_details: end === 'completed' ? null : { reason: end },
      model: 'gpt-4o',
      output: [
        {
          type: 'message',
          id: 'msg-1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
      usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
    }),
    findSchema: (request) => dig(request, 'text', 'format', 'schema'),
    ends: { plain: 'completed', cut: 'max_output_tokens', unknown: 'paused' },
  },
  {
    name: 'anthropic',
    createModel: (origin) =>
      createAnthropic({ baseURL: `${origin}/v1`, apiKey, fetch })('claude-sonnet-4-5'),
    toAnswer: (text, end) => ({
      id: 'msg-1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text }],
      stop_reason: end,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    }),
    toError: (message) => ({ type: 'error', error: { type: 'error', message } }),
    findSchema: (request) =>
      dig(request, 'output_config', 'format', 'schema') ??
      dig(request, 'output_format', 'schema') ??
      dig(request, 'tools', '0', 'input_schema'),
    ends: { plain: 'end_turn', cut: 'max_tokens', unknown: 'paused' },
  },
  {
    name: 'google',
    createModel: (origin) =>
      createGoogleGenerativeAI({ baseURL: `${origin}/v1beta`, apiKey, fetch })('gemini-2.5-flash'),
    toAnswer: (text, end) => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: end, index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    }),
    toError: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
    findSchema: (request) =>
      dig(request, 'generationConfig', 'responseSchema') ??
      dig(request, 'generationConfig', 'responseJsonSchema'),
    ends: { plain: 'STOP', cut: 'MAX_TOKENS', unknown: 'PAUSED' },
  },
  {
    ...chat,
    name: 'mistral',
    createModel: (origin) =>
      createMistral({ baseURL: `${origin}/v1`, apiKey, fetch })('mistral-large-latest'),
    toError: (message) => ({ object: 'error', message, type: 'error', param: null, code: null }),
  },
  {
    ...chat,
    name: 'groq',
    createModel: (origin) =>
      createGroq({ baseURL: `${origin}/v1`, apiKey, fetch })('openai/gpt-oss-20b'),
  },
  {
    name: 'gateway',
    createModel: (origin) =>
      createGateway({ baseURL: `${origin}/v4/ai`, apiKey, fetch })('maker/m'),
    toAnswer: (text, end) => ({
      content: [{ type: 'text', text }],
      finishReason: { unified: end === 'stop' || end === 'length' ? end : 'other', raw: end },
      usage: { inputTokens: { total: 100 }, outputTokens: { total: 20 } },
      warnings: [],
    }),
    toError: (message) => ({ error: { message, type: 'error' } }),
    findSchema: (request) => dig(request, 'responseFormat', 'schema'),
    ends: chat.ends,
  },
];
