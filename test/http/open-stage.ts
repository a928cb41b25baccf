import { Agent, request } from 'undici';
import { afterEach, describe } from 'vitest';
import {
  createHttpHandler,
  createOpenApiDocument,
  serve,
  type HttpHandler,
  type RequestRecord,
} from '../../src/web/http/index.ts';
import {
  addCustomer,
  openService,
  type OpenService,
  type OpenServiceOptions,
} from '../support/open-service.ts';
import { checkEnvelope, createContractCheck, type Answer } from './check-answer.ts';

export interface Question {
  /** @default 'POST' with a body, else 'GET' */
  readonly method?: string;
  readonly path: string;
  /** @default the key of the stage's customer; `null` sends none */
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const { checkDocumented } = createContractCheck(createOpenApiDocument());

/** A service with a customer, behind HTTP. */
export interface Stage extends OpenService {
  readonly account: string;
  readonly recipeId: string;
  readonly key: string;
  readonly handler: HttpHandler;
  readonly records: readonly RequestRecord[];
  /** The answer, which keeps to what holds for all of them. */
  readonly ask: (question: Question) => Promise<Answer>;
}

export type StageOptions = OpenServiceOptions & {
  readonly customer?: Parameters<typeof addCustomer>[1];
};

type Way = 'in process' | 'over a socket';

/** Runs the same tests on the handler alone, and through a server on loopback. */
export function eachWay(
  tests: (openStage: (options?: StageOptions) => Promise<Stage>) => void,
): void {
  describe.each<Way>(['in process', 'over a socket'])('%s', (way) => {
    const closings: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const close of closings.splice(0).toReversed()) await close();
    });
    tests(async (options = {}) => openStage(way, options, closings));
  });
}

async function openStage(
  way: Way,
  options: StageOptions,
  closings: (() => Promise<unknown>)[],
): Promise<Stage> {
  const opened = openService(options);
  const { service } = opened;
  closings.push(() => service.close({ drainMs: 0 }));
  const { account, recipeId } = await addCustomer(service, options.customer);
  const { key } = await service.keys.create({ account, label: 'test' });
  const records: RequestRecord[] = [];
  const handler = createHttpHandler(service, { onRequest: (record) => records.push(record) });
  const send = way === 'in process' ? sendInProcess(handler) : await connect(handler, closings);
  return {
    ...opened,
    account,
    recipeId,
    key,
    handler,
    records,
    async ask(question) {
      const method = question.method ?? toMethod(question);
      const answer = await send({ ...question, method, headers: toHeaders(question, key) });
      checkEnvelope(answer);
      checkDocumented(method, question.path, answer);
      return answer;
    },
  };
}

interface Sent extends Question {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

function sendInProcess(handler: HttpHandler): (question: Sent) => Promise<Answer> {
  return async ({ method, path, headers, signal, ...question }) => {
    const body = toBody(question);
    const response = await handler(
      new Request(`http://api.test${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
    return toAnswer(response.status, response.headers, await response.text());
  };
}

async function connect(
  handler: HttpHandler,
  closings: (() => Promise<unknown>)[],
): Promise<(question: Sent) => Promise<Answer>> {
  const server = await serve({ handler });
  const dispatcher = new Agent();
  closings.push(
    () => server.close(),
    () => dispatcher.close(),
  );
  return async ({ method, path, headers, signal, ...question }) => {
    const response = await request(server.url + path, {
      dispatcher,
      method: method as 'GET',
      headers,
      body: toBody(question) ?? null,
      ...(signal === undefined ? {} : { signal }),
    });
    const received = new Headers();
    for (const [name, value = ''] of Object.entries(response.headers)) {
      received.set(name, String(value));
    }
    return toAnswer(response.statusCode, received, await response.body.text());
  };
}

function toAnswer(status: number, headers: Headers, text: string): Answer {
  return { status, headers, text, body: JSON.parse(text) };
}

function toMethod({ json, raw, path }: Question): string {
  return json !== undefined || raw !== undefined || path.endsWith('/run') ? 'POST' : 'GET';
}

function toBody({ json, raw }: Pick<Question, 'json' | 'raw'>): Question['raw'] {
  return json === undefined ? raw : JSON.stringify(json);
}

function toHeaders(question: Question, ownKey: string): Readonly<Record<string, string>> {
  const { json, key = ownKey, headers = {} } = question;
  return {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === null ? {} : { 'x-api-key': key }),
    ...headers,
  };
}
