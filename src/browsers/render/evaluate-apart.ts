import type { CDPSession } from 'playwright-core';

/**
 * Evaluates in a world of our own in a page's main frame: the same document, but none of the page's scripts can see it or
 * change what it relies on. `undefined` when the page navigated meanwhile.
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
    // The world went with its document; what else may be wrong shows in the page itself.
    return undefined;
  }
}
