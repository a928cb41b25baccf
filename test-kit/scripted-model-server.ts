import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkMembers } from '../src/runtime/errors/option-checks.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import {
  type ModelScript,
  type ScriptedAnswer,
  createAnswerer,
  defaultUsage,
  toAnswerText,
} from './scripted-model.ts';

/** A request that the scripted server received. */
export interface ModelServerRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The whole JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves once the exchange has ended: to `true` when the client disconnected before it had the response. */
  readonly left: Promise<boolean>;
}

/** Where the server listens, and the models it lists. */
export interface ScriptedModelServerOptions {
  /** 0 picks a free port. @default 0 */
  readonly port?: number;
  /** Names of models for `GET /v1/models`. @default ['scripted'] */
  readonly models?: readonly string[];
}

/** An OpenAI-compatible server on loopback that responds by a script. `await using` closes it. */
export interface ScriptedModelServer extends AsyncDisposable {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** Chat requests so far. `GET <url>/requests` gives path, headers and body of each to other processes. */
  readonly requests: readonly ModelServerRequest[];
  /** Closes the server and all its connections. */
  close(): Promise<void>;
}

/** Room for any page within the limits; a scripted server must not fail before the code it tests. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Starts a server with `POST /v1/chat/completions` (without streaming), answered by the script, and `GET /v1/models`. */
export async function serveScriptedModel(
  script: ModelScript<ModelServerRequest>,
  options: ScriptedModelServerOptions = {},
): Promise<ScriptedModelServer> {
  checkMembers('serveScriptedModel', options, ['port', 'models']);
  const requests: ModelServerRequest[] = [];
  const models = options.models ?? ['scripted'];
  const answer = createAnswerer(script);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://loopback').pathname;
    if (request.method === 'GET' && path === '/v1/models') {
      const data = models.map((id) => ({ id, object: 'model' }));
      sendJson(response, 200, { object: 'list', data });
      return;
    }
    if (request.method === 'GET' && path === '/v1/requests') {
      const seen = requests.map(({ path, headers, body }) => ({ path, headers, body }));
      sendJson(response, 200, seen);
      return;
    }
    if (request.method !== 'POST' || path !== '/v1/chat/completions') {
      sendJson(response, 404, toErrorBody(`Nothing is served at ${path}`));
      return;
    }
    const body = JSON.parse(await readBody(request)) as Readonly<Record<string, unknown>>;
    const left = new Promise<boolean>((resolve) => {
      response.once('close', () => resolve(!response.writableFinished));
    });
    const entry: ModelServerRequest = { path, headers: request.headers, body, left };
    requests.push(entry);
    sendAnswer(response, await answer(entry, toText(body)), body);
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    respond(request, response).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, toErrorBody(String(error)));
      else response.destroy();
    });
  };
  const server = await listenOnLoopback(listener, { port: options.port ?? 0 });
  const close = (): Promise<void> => server.close();
  return { url: `${server.origin}/v1`, requests, close, [Symbol.asyncDispose]: close };
}

/** The texts of all messages. */
function toText({ messages }: ModelServerRequest['body']): string {
  const texts: string[] = [];
  // Providers send a text, or a list of parts that have one.
  JSON.stringify(messages, (name, value: unknown) => {
    if ((name === 'content' || name === 'text') && typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.join('\n');
}

function sendAnswer(
  response: ServerResponse,
  answer: ScriptedAnswer,
  request: Readonly<Record<string, unknown>>,
): void {
  if (answer.hang === true) return;
  if (answer.rawBody !== undefined) {
    const headers = { ...answer.headers, 'content-type': 'application/json' };
    response.writeHead(answer.status ?? 200, headers).end(answer.rawBody);
    return;
  }
  if (answer.status !== undefined) {
    const says = answer.says ?? `The script answers with status ${answer.status}`;
    const body = toErrorBody(says);
    sendJson(response, answer.status, body, answer.headers);
    return;
  }
  const completion = JSON.stringify(toCompletion(answer, request));
  if (answer.dieMidway === true) {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(completion),
    });
    response.write(completion.slice(0, completion.length / 2), () => response.destroy());
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(completion);
}

function toCompletion(
  answer: ScriptedAnswer,
  request: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const usage = answer.usage ?? defaultUsage;
  const message =
    answer.refusal === undefined
      ? { role: 'assistant', content: toAnswerText(answer) }
      : { role: 'assistant', content: null, refusal: answer.refusal };
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 0,
    model: request['model'],
    choices: [{ index: 0, message, finish_reason: answer.finishReason ?? 'stop' }],
    usage: {
      prompt_tokens: usage.inputTokens,
      completion_tokens: usage.outputTokens,
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new RangeError(`The body exceeds ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify(body));
}

function toErrorBody(message: string): Readonly<Record<string, unknown>> {
  return { error: { message, type: 'scripted', param: null, code: null } };
}
