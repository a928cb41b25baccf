import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { scriptedModel } from './scripted-model.ts';

const call: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Ahoy?' }] }],
};

describe('scriptedModel', () => {
  test('answers in the order of the script and remembers what it was asked', async () => {
    const model = scriptedModel([
      { content: 'Ahoy!', usage: { inputTokens: 7, outputTokens: 2 } },
      { content: { a: 1 }, finishReason: 'length' },
    ]);
    expect(await model.doGenerate(call)).toMatchObject({
      content: [{ type: 'text', text: 'Ahoy!' }],
      finishReason: { unified: 'stop' },
      usage: { inputTokens: { total: 7 }, outputTokens: { total: 2 } },
    });
    expect(await model.doGenerate(call)).toMatchObject({
      content: [{ text: '{"a":1}' }],
      finishReason: { unified: 'length' },
    });
    expect(model.calls).toEqual([call, call]);
  });

  test('a call too many fails, so that it is noticed', async () => {
    await expect(scriptedModel([]).doGenerate(call)).rejects.toMatchObject({ statusCode: 500 });
  });

  test('refuses, breaks off and talks nonsense as the script says', async () => {
    const model = scriptedModel([{ refusal: 'No.' }, { dieMidway: true }, { rawBody: '<html>' }]);
    expect(await model.doGenerate(call)).toMatchObject({
      finishReason: { unified: 'content-filter' },
    });
    await expect(model.doGenerate(call)).rejects.toThrow('connection broke');
    await expect(model.doGenerate(call)).rejects.toMatchObject({ statusCode: 200 });
  });

  test('hangs until the caller leaves', async () => {
    const reason = new Error('enough');
    const model = scriptedModel([{ hang: true }, { hang: true }]);
    const caller = new AbortController();
    const answer = model.doGenerate({ ...call, abortSignal: caller.signal });
    caller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await expect(model.doGenerate({ ...call, abortSignal: caller.signal })).rejects.toBe(reason);
  });
});
