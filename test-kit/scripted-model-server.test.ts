import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { serveScriptedModel } from './scripted-model-server.ts';

const question = { model: 'any', messages: [{ role: 'user', content: 'Ahoy?' }] };

async function ask(url: string, body: unknown = question): Promise<Response> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return response as unknown as Response;
}

describe('serveScriptedModel', () => {
  test('answers in the order of the script, and a call too many with an error', async () => {
    const server = await serveScriptedModel([{ content: 'Ahoy!' }, { content: { a: 1 } }]);
    const first = (await (await ask(server.url)).json()) as unknown;
    expect(first).toMatchObject({
      model: 'any',
      choices: [{ message: { role: 'assistant', content: 'Ahoy!' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    });
    const second = (await (await ask(server.url)).json()) as unknown;
    expect(second).toMatchObject({ choices: [{ message: { content: '{"a":1}' } }] });
    expect((await ask(server.url)).status).toBe(500);
    expect(server.requests.map(({ body }) => body['messages'])).toHaveLength(3);
    await server.close();
  });

  test('a function holds an answer back until it resolves', async () => {
    const held = Promise.withResolvers<void>();
    const server = await serveScriptedModel(async ({ body }) => {
      await held.promise;
      return { content: body['model'] };
    });
    const answer = ask(server.url);
    held.resolve();
    expect(await (await answer).text()).toContain('"content":"any"');
    await server.close();
  });

  test('lists its models and knows no other path', async () => {
    const server = await serveScriptedModel([], { models: ['tiny'] });
    const models = await fetch(`${server.url}/models`);
    expect(await models.json()).toMatchObject({ data: [{ id: 'tiny' }] });
    expect((await fetch(`${server.url}/embeddings`)).status).toBe(404);
    await server.close();
  });

  test('closes while a call hangs', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await serveScriptedModel(() => {
      asked.resolve();
      return { hang: true };
    });
    const failure = ask(server.url).catch((error: unknown) => error);
    await asked.promise;
    await server.close();
    expect(await failure).toBeInstanceOf(TypeError);
  });

  test('runs as a process of its own, and ends with its parent', async () => {
    const entry = path.join(import.meta.dirname, '../test/servers/scripted-model.ts');
    const child = spawn(process.execPath, [entry, '[{"content": "Ahoy!"}]'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    expect(await (await ask(url)).text()).toContain('Ahoy!');
    const seen = await fetch(`${url}/requests`);
    expect(await seen.json()).toMatchObject([{ body: question }]);
    const ended = once(child, 'exit');
    const rest = text(child.stdout);
    child.stdin.end();
    expect((await ended)[0]).toBe(0);
    expect(await rest).toBe('');
  });
});
