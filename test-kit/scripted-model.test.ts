import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { createGleaner } from '../src/core/engine/create-gleaner.ts';
import { openaiCompatibleModel } from '../src/extraction/extractors/openai-compatible-model.ts';
import { serveScriptedModel } from './scripted-model-server.ts';
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

test.each(['in this process', 'by a server'])('answers by page and by prompt %s', async (where) => {
  const script = [
    { when: { page: 'Brass lamp', prompt: /the price/i }, content: { price: 5 } },
    { when: { page: /oak\s+chair/i }, content: { price: 80 } },
    { content: { price: 0 } },
  ];
  const server = where === 'by a server' ? await serveScriptedModel(script) : undefined;
  const model =
    server === undefined
      ? scriptedModel(script)
      : openaiCompatibleModel({ baseUrl: server.url, model: 'scripted' });
  const gleaner = createGleaner({ model });
  const extract = async (name: string, prompt: string): Promise<unknown> => {
    const html = `<h1>${name}</h1><p>Costs something</p>`;
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    return (await gleaner.extract({ html, prompt, schema })).result;
  };
  expect(await extract('Oak chair', 'The price')).toEqual({ price: 80 });
  expect(await extract('Brass lamp', 'The price')).toEqual({ price: 5 });
  expect(await extract('Brass lamp', 'The price')).toEqual({ price: 5 });
  // The page says what the prompt must: it is no part of it.
  expect(await extract('Brass lamp of the price', 'The cost')).toEqual({ price: 0 });
  await expect(extract('Brass lamp', 'The cost')).rejects.toThrow('500');
  await gleaner.close();
  await server?.close();
});
