import { randomUUID } from 'node:crypto';
import type { CDPSession, Frame, Locator, Selectors } from 'playwright-core';
import type { Selector } from '../runtime/contracts/recipe/recipe.ts';
import { raceSignal } from '../runtime/signals/waiting.ts';
import type {
  AnyPageCall,
  FindInput,
  OperationName,
  PageOperations,
  PageReply,
} from './in-page/page-operations.ts';
import { pageProgram, readingProgram, runProgram } from './programs.ts';

/**
 * Calls our operations in a page's document (not in its frames), in an isolated world that the page's scripts cannot
 * see.
 */
export interface CallDocument {
  <Name extends OperationName>(
    name: Name,
    input: Parameters<PageOperations[Name]>[0],
    signal: AbortSignal,
  ): Promise<ReturnType<PageOperations[Name]>>;
  /** Returns DevTools handles to the elements that a selector matches and to all their ancestors. */
  handles(selector: Selector['parts']): Promise<readonly string[]>;
  /** Drops the isolated world of a document that has been replaced. */
  forget(): void;
}

/** Global name of the programs in our isolated world; random, so that no page can define it. */
const programKey = `gleaner${randomUUID().replaceAll('-', '')}`;

/** Milliseconds after which the browser aborts a call: a selector that takes longer would hang the page. */
const maxCallMs = 20_000;
/** A call is repeated when the document is replaced during it; after this many attempts it fails. */
const maxAttempts = 5;

/**
 * Statements that define the programs. Always the same text: the browser then compiles it once for all documents of a site,
 * with the functions that were used.
 */
const definitions = {
  reading: define('reading', readingProgram),
  whole: define('whole', runProgram),
} as const;

function define(kind: string, program: string): string {
  return `(globalThis.${programKey} ??= {}).${kind} ??= ${program}; 0`;
}

/** Whether a call only reads values, so that the shorter program is enough. */
function isReading({ name, input }: AnyPageCall): boolean {
  return name === 'read' && !input.wantsMarks;
}

/**
 * Calls over DevTools, without Playwright's injected script: reading a fresh document takes 5 ms instead of 40 ms
 * (50 items, 2 busy cores).
 */
export function createCallDocument(devtools: CDPSession): CallDocument {
  let frameId: string | undefined;
  let contextId: number | undefined;

  async function openWorld(): Promise<number> {
    frameId ??= (await devtools.send('Page.getFrameTree')).frameTree.frame.id;
    const { executionContextId } = await devtools.send('Page.createIsolatedWorld', {
      frameId,
      worldName: programKey,
    });
    return executionContextId;
  }

  /** Returns `undefined` when the isolated world no longer exists. */
  async function evaluate(expression: string, contextId: number): Promise<string | undefined> {
    const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
      timeout: maxCallMs,
    });
    if (exceptionDetails !== undefined) throw new CallTimeoutError();
    return typeof result.value === 'string' ? result.value : undefined;
  }

  async function ask(call: AnyPageCall): Promise<string> {
    const question = JSON.stringify(JSON.stringify(call));
    const kind = isReading(call) ? 'reading' : 'whole';
    // The browser reuses context ids after navigations; only our own isolated world has the programs under their key.
    const known = `globalThis.${programKey}?.${kind}?.reply(${question})`;
    let cause: unknown;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      try {
        if (contextId !== undefined) {
          const reply = await evaluate(known, contextId);
          if (reply !== undefined) return reply;
        }
        contextId = await openWorld();
        // Not awaited: the browser keeps the order, and what goes wrong goes wrong with the question too.
        void evaluate(definitions[kind], contextId).catch(() => undefined);
        const reply = await evaluate(known, contextId);
        if (reply !== undefined) return reply;
      } catch (error) {
        if (error instanceof CallError) throw error;
        // The document was replaced during the call: repeat the call in the new one.
        cause = error;
        contextId = undefined;
      }
    }
    throw cause ?? new CallError('was replaced again and again');
  }

  async function handles(selector: Selector['parts']): Promise<readonly string[]> {
    const id = await openWorld();
    const find = JSON.stringify({ mark: undefined, selector });
    const { result } = await devtools.send('Runtime.evaluate', {
      expression: `globalThis.${programKey} ??= {}; (globalThis.${programKey}.whole ??= ${runProgram}).surroundings(${find})`,
      contextId: id,
      timeout: maxCallMs,
    });
    if (result.objectId === undefined) return [];
    const { objectId } = result;
    const properties = await devtools.send('Runtime.getProperties', {
      objectId,
      ownProperties: true,
    });
    return properties.result.flatMap(({ name, value }) =>
      /^\d+$/.test(name) && value?.objectId !== undefined ? [value.objectId] : [],
    );
  }

  async function call<Name extends OperationName>(
    name: Name,
    input: Parameters<PageOperations[Name]>[0],
    signal: AbortSignal,
  ): Promise<ReturnType<PageOperations[Name]>> {
    const reply = await raceSignal(ask({ name, input } as AnyPageCall), signal);
    const parsed = JSON.parse(reply) as PageReply<Name>;
    if ('failed' in parsed) throw new CallError(`failed in "${name}" with ${parsed.failed}`);
    return parsed.value;
  }
  return Object.assign(call, {
    handles,
    forget() {
      contextId = undefined;
    },
  });
}

/** A call failed in the page. The message holds no text of the page. */
export class CallError extends Error {
  override readonly name: string = 'CallError';
  constructor(what: string) {
    super(`The page ${what}.`);
  }
}

/** The page did not reply in time: it hangs. */
export class CallTimeoutError extends CallError {
  override readonly name = 'CallTimeoutError';
  constructor() {
    super('did not reply in time');
  }
}

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
