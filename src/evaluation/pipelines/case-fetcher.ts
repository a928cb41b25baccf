import type { AsyncLocalStorage } from 'node:async_hooks';
import { isUtf8 } from 'node:buffer';
import type { Fetcher } from '../../contracts/fetcher.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { CaseNotes } from './case-notes.ts';

/** A fetcher that answers with the page of the case under way, and reaches nothing else. */
export function caseFetcher(scope: AsyncLocalStorage<CaseNotes>): Fetcher {
  return {
    name: 'case',
    async fetch({ url, signal }) {
      signal.throwIfAborted();
      const body = scope.getStore()?.case.body;
      if (body === undefined) {
        throw new GleanerError('validation_failed', 'The case has no page of its own.', {
          details: { reason: 'fetch_failed' },
        });
      }
      // Kept pages are often stored as UTF-8 whatever their markup declares, and a response header comes before that.
      const charset = isUtf8(body) ? '; charset=utf-8' : '';
      return {
        url,
        status: 200,
        headers: { 'content-type': `${toEssence(body)}${charset}` },
        // The receiver may transfer it to another thread.
        body: new Uint8Array(body),
      };
    },
  };
}

function toEssence(body: Uint8Array): string {
  const isPdf = Buffer.from(body.subarray(0, 5)).toString('latin1') === '%PDF-';
  return isPdf ? 'application/pdf' : 'text/html';
}
