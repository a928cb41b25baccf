import { createFrontEnd } from '../../../src/web/exchange/create-front-end.ts';
import type { StudioApi } from '../../../src/studio/api/studio-api.ts';
import type { StudioEvent } from '../../../src/studio/api/studio-event.ts';
import type { DataOf } from '../../../ui/src/api/call-types.ts';
import { sampleDraft, sampleEntries, sampleState } from './studio-answers.ts';

type Answer<Route extends keyof StudioApi> =
  | DataOf<StudioApi, Route>
  | Response
  | ((body: unknown) => DataOf<StudioApi, Route> | Response);

/** What a studio answers; routes that are not named answer `{ done: true }`. */
export type StudioAnswers = { [Route in keyof StudioApi]?: Answer<Route> };

/** A studio's handler whose answers and events are made up, beside the real one's front end. */
export interface FakeStudio {
  handler(this: void, request: Request): Promise<Response>;
  answers: StudioAnswers;
  /** Calls so far, e.g. `POST /trial`, with their bodies. */
  readonly calls: { readonly route: string; readonly body: unknown }[];
  /** Tells a connected page, and each that connects later. */
  emit(event: StudioEvent): void;
  /** Cuts the stream of events off. */
  cut(): void;
  /** Forgets the last event, for the next page that connects; returns how many are left. */
  forget(): number;
}

const failure = (status: number, code: string, message: string): Response =>
  Response.json({ status: 'error', request_id: 'sample', error: { code, message } }, { status });

/** A call that is refused. */
export const refuse =
  (code: string, message: string, status = 409) =>
  (): Response =>
    failure(status, code, message);

/** Serves the built front end in `folder` to one page, with a session that is open unless answers say otherwise. */
export function createFakeStudio(folder: string): FakeStudio {
  const frontEnd = createFrontEnd('studio.html', folder);
  const encoder = new TextEncoder();
  const told: StudioEvent[] = [{ type: 'state', state: sampleState }];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const toLine = (event: StudioEvent): Uint8Array => encoder.encode(`${JSON.stringify(event)}\n`);

  const studio: FakeStudio = {
    answers: {
      'GET /start': { owner: 'ann' },
      'GET /session': { state: sampleState },
      'POST /session': { state: sampleState },
      'POST /session/command': { state: sampleState },
      'POST /session/inspect': { element: undefined },
      'GET /session/table': refuse('not_found', 'No list was pointed at.', 404),
      'GET /draft': sampleDraft,
      'GET /trial': refuse('not_found', 'Nothing was tried yet.', 404),
      'GET /recipes': { recipes: sampleEntries },
    },
    calls: [],
    async handler(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/api/')) return frontEnd(request, pathname);
      const path = pathname.slice('/api'.length);
      if (path === '/session/events') return openStream();
      return answer(studio, request, path);
    },
    emit(event) {
      told.push(event);
      stream?.enqueue(toLine(event));
    },
    forget() {
      told.pop();
      return told.length;
    },
    cut() {
      stream?.close();
      stream = undefined;
    },
  };

  function openStream(): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
        for (const event of told) controller.enqueue(toLine(event));
      },
      cancel() {
        stream = undefined;
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
  }
  return studio;
}

async function answer(studio: FakeStudio, request: Request, path: string): Promise<Response> {
  const route = `${request.method} ${path}`;
  const text = await request.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  studio.calls.push({ route, body });
  const name = Object.keys(studio.answers).find((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(route),
  );
  const given: unknown = studio.answers[name as keyof StudioApi] ?? { done: true };
  const data: unknown =
    typeof given === 'function' ? (given as (body: unknown) => unknown)(body) : given;
  return data instanceof Response ? data : Response.json(data);
}
