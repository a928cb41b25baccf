import type { Frame, Locator, Selectors } from 'playwright-core';
import { raceSignal } from '../../signals/race-signal.ts';
import { CallError } from './call-document.ts';
import {
  type FindInput,
  type OperationName,
  type PageReply,
  type PageOperations,
  pageProgram,
} from './page-program.ts';

const engineName = 'gleaner';

/**
 * A selector engine is the one way of Playwright's to run code of one's own in its isolated world, and the only one to
 * frames of other processes. A call returns an element that is no part of the document, whose text is the reply.
 */
const engine = `(() => {
  const program = ${pageProgram};
  const outside = document.implementation.createHTMLDocument('');
  function queryAll(root, body) {
    const { question, find } = JSON.parse(decodeURIComponent(body));
    if (question === undefined) return program.find(find);
    const reply = outside.createElement('p');
    reply.textContent = program.reply(question);
    return [reply];
  }
  return { query: (root, body) => queryAll(root, body)[0] ?? null, queryAll };
})()`;

const registered = new WeakMap<Selectors, Promise<void>>();

/** Makes the engine known to Playwright: before the first page is made. Does nothing the second time. */
export function registerEngine(selectors: Selectors): Promise<void> {
  const known =
    registered.get(selectors) ??
    selectors.register(engineName, { content: engine }, { contentScript: true });
  registered.set(selectors, known);
  return known;
}

/** Asks a frame in Playwright's isolated world, where the marks of elements hold that actions go by. */
export async function callFrame<Name extends OperationName>(
  frame: Frame,
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<ReturnType<PageOperations[Name]>> {
  const question = JSON.stringify({ name, input });
  const asked = frame
    .locator(toSelector({ question }))
    .textContent({ timeout: Math.max(1, limits.timeoutMs) });
  const reply = await raceSignal(asked, limits.signal);
  const parsed = JSON.parse(reply ?? 'null') as PageReply<Name>;
  if ('failed' in parsed) throw new CallError(`failed in "${name}" with ${parsed.failed}`);
  return parsed.value;
}

/** Leads to one element: that of a mark, or, where it is gone, what its selector leads to by now. */
export function locate(frame: Frame, find: FindInput): Locator {
  return frame.locator(toSelector({ find }));
}

/** Playwright parses quotes and `>>` in selectors: nothing of the kind may be left. */
function toSelector(body: unknown): string {
  return `${engineName}=${encodeURIComponent(JSON.stringify(body)).replaceAll("'", '%27')}`;
}
