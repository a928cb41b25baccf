import type { CDPSession } from 'playwright-core';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';

/** Attempts to read a page that navigates while it is read. */
const maxTries = 5;

/** Returns the document as HTML, with the content of open shadow roots in place of their hosts' children. */
export async function readDocument(devtools: CDPSession, maxLength: number): Promise<string> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const html = await evaluateApart(devtools, `(${serialise})(${maxLength})`);
    if (typeof html === 'string') return html;
    if (html === null) {
      throw new GleanerError(
        'validation_failed',
        `The page exceeds ${maxLength} characters after its scripts have run.`,
        { details: { reason: 'page_too_large' } },
      );
    }
  }
  throw new GleanerError('validation_failed', 'The page navigates on and on.', {
    details: { reason: 'fetch_failed' },
  });
}

/** Runs in the page. Copies into an inert document, in which custom elements are not upgraded. */
const serialise = `(maxLength) => {
  const root = document.documentElement;
  if (root === null) return '';
  const hosts = [...document.querySelectorAll('*')].filter((element) => element.shadowRoot);
  const doctype = document.doctype === null ? '' : '<!doctype html>';
  const finish = (element) => {
    const html = element.outerHTML;
    return html.length > maxLength ? null : doctype + html;
  };
  if (hosts.length === 0) return finish(root);

  const inert = document.implementation.createHTMLDocument('');
  const copy = inert.importNode(root, true);
  const pair = (original, copied) => {
    const originals = [...original.querySelectorAll('*')];
    const copies = copied.querySelectorAll('*');
    return originals.flatMap((element, index) => (element.shadowRoot ? [[element, copies[index]]] : []));
  };
  const waiting = pair(root, copy);
  for (let next = 0; next < waiting.length && next < 10000; next += 1) {
    const [host, copied] = waiting[next];
    const shown = inert.createDocumentFragment();
    for (const child of host.shadowRoot.childNodes) shown.append(inert.importNode(child, true));
    // One by one: a call takes some 120,000 arguments at the most.
    for (const entry of pair(host.shadowRoot, shown)) waiting.push(entry);
    const light = [...copied.childNodes];
    for (const slot of shown.querySelectorAll('slot')) {
      const name = slot.getAttribute('name') ?? '';
      const assigned = light.filter((node) => (node.getAttribute?.('slot') ?? '') === name);
      if (assigned.length === 0) continue;
      for (const node of assigned) slot.before(node);
      slot.remove();
    }
    for (const style of shown.querySelectorAll('style, link')) style.remove();
    copied.replaceChildren(shown);
  }
  return finish(copy);
}`;

/**
 * Evaluates an expression in an isolated world of a page's main frame: it sees the same document, but the page's
 * scripts cannot see it or change what it relies on. Returns `undefined` when the page navigated meanwhile.
 */
export async function evaluateApart(devtools: CDPSession, expression: string): Promise<unknown> {
  try {
    const { frameTree } = await devtools.send('Page.getFrameTree');
    const { executionContextId } = await devtools.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'reader',
    });
    const { result } = await devtools.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value as unknown;
  } catch {
    // The isolated world was destroyed with its document; other faults show in the page itself.
    return undefined;
  }
}
