import type { Frame, Locator, Selectors } from 'playwright-core';
import { raceSignal } from '../../signals/race-signal.ts';
import { CallError } from './call-document.ts';
import type { FindInput, OperationName, PageOperations, PageReply } from './page-operations.ts';
import { pageProgram } from './page-program.ts';

const engineName = 'gleaner';

/**
 * A selector engine is Playwright's only way to run our code in its isolated world, and in frames of other processes. A
 * call returns an element outside the document whose text is the reply.
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

/** Registers the engine with Playwright; call it before the first page is opened. Further calls do nothing. */
export function registerEngine(selectors: Selectors): Promise<void> {
  const known =
    registered.get(selectors) ??
    selectors.register(engineName, { content: engine }, { contentScript: true });
  registered.set(selectors, known);
  return known;
}

/** Calls an operation in a frame, in Playwright's isolated world: the element marks that actions use are valid there. */
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

/**
 * Returns a locator for one element: the marked one or, if it has been removed, the one that the selector now
 * matches.
 */
export function locate(frame: Frame, find: FindInput): Locator {
  return frame.locator(toSelector({ find }));
}

/** Returns the call as a Playwright selector, encoded because Playwright parses quotes and `>>` in selectors. */
function toSelector(body: unknown): string {
  return `${engineName}=${encodeURIComponent(JSON.stringify(body)).replaceAll("'", '%27')}`;
}
