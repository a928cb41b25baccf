import assert from 'node:assert/strict';
import type {
  Extraction,
  ExtractionPage,
  ExtractionRequest,
  Extractor,
} from '../../src/runtime/contracts/extractor.ts';
import { type ContractCheck, toChecks } from './contract-check.ts';
import { systemClock } from '../../src/runtime/signals/waiting.ts';
import {
  createPageSessions,
  toExtractionPage,
} from '../../src/core/page-session/create-page-sessions.ts';

const page =
  '<html lang="en"><head></head><body><main><h1>Blue kettle</h1><p class="price">£24.50</p></main></body></html>';

/** The checks of every `Extractor`. They do not depend on what it finds: a model behind it may be scripted to return anything. */
export const extractorContract: readonly ContractCheck<Extractor>[] = toChecks({
  'its name is short and has no white space': async (extractor) => {
    assert.match(extractor.name, /^\S{1,40}$/);
  },
  'an answer is a value that JSON can hold, with usage and warnings': async (extractor) => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, price: { type: 'number' } },
    };
    checkExtraction(await extractor.extract(await toRequest({ schema })));
  },
  'without a schema an answer is still a value that JSON can hold': async (extractor) => {
    checkExtraction(await extractor.extract(await toRequest({})));
  },
  'plain text is a string': async (extractor) => {
    const extraction = await extractor.extract(await toRequest({ plainText: true }));
    checkExtraction(extraction);
    assert.equal(typeof extraction.value, 'string');
  },
  'it rejects with the reason of a signal that has aborted': async (extractor) => {
    const reason = new Error('the caller left');
    const request = await toRequest({ signal: AbortSignal.abort(reason) });
    await assert.rejects(extractor.extract(request), (error) => error === reason);
  },
  'it leaves the request as it was': async (extractor) => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const before = JSON.stringify(schema);
    await extractor.extract(await toRequest({ schema }));
    assert.equal(JSON.stringify(schema), before);
  },
});

function checkExtraction({ value, usage, warnings }: Extraction): void {
  assert.notEqual(value, undefined);
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
  for (const call of usage) {
    assert.equal(typeof call.model, 'string');
    for (const tokens of [call.inputTokens, call.outputTokens]) {
      assert.ok(tokens === undefined || (Number.isInteger(tokens) && tokens >= 0));
    }
  }
  for (const warning of warnings) assert.ok(typeof warning === 'string' && warning !== '');
}

async function toRequest(part: Partial<ExtractionRequest>): Promise<ExtractionRequest> {
  return {
    page: await openExtractionPage({ html: page, url: 'https://example.com/kettle' }),
    prompt: 'The name and the price of the product',
    schema: undefined,
    detailLevel: 'medium',
    pageComplexity: 'low',
    plainText: false,
    reduceContent: undefined,
    clock: systemClock(),
    signal: new AbortController().signal,
    ...part,
  };
}

/** A page as extractors get it, without an engine: for tests of extractors of one's own. Read in the calling thread. */
export async function openExtractionPage({
  html,
  url = 'https://example.com/',
}: {
  readonly html: string;
  /** Absolute: the base of the page's links. @default 'https://example.com/' */
  readonly url?: string;
}): Promise<ExtractionPage> {
  const source = { content: html, url, status: 200, headers: {} };
  const { signal } = new AbortController();
  const session = createPageSessions({ threads: 0 }).open(source, {}, signal);
  return toExtractionPage(await session.ask('read', undefined), session);
}
