import type { Frame, Locator, Selectors } from 'playwright-core';
import { pageScriptSource, type ElementMark, type PageCalls } from './page-script.ts';
import { parsePageAnswer } from './parse-page-answer.ts';

const engineName = 'gleaner-page';

/** A page that does not answer by then hangs. */
const callTimeoutMs = 10_000;

/**
 * A selector engine is the one way of Playwright's to run code of one's own in its isolated world, where a page can
 * change no prototype. A call answers with an element that stands nowhere, whose text is the answer as JSON.
 */
const engineSource = `(() => {
  const script = ${pageScriptSource};
  const outside = document.implementation.createHTMLDocument('');
  function queryAll(root, body) {
    const { mark, name, question } = JSON.parse(body);
    if (mark !== undefined) {
      const element = script.elementOf(mark);
      return element === undefined ? [] : [element];
    }
    const answer = outside.createElement('p');
    answer.textContent = JSON.stringify(script.call(name, question, root instanceof Element ? root : undefined));
    return [answer];
  }
  return { query: (root, body) => queryAll(root, body)[0] ?? null, queryAll };
})()`;

const registered = new WeakMap<Selectors, Promise<void>>();

/** Makes the page script known to Playwright; to be awaited before the first page is made. Does nothing the second time. */
export function registerPageScript(selectors: Selectors): Promise<void> {
  const known =
    registered.get(selectors) ??
    selectors.register(engineName, { content: engineSource }, { contentScript: true });
  registered.set(selectors, known);
  return known;
}

/**
 * Asks the page script in a frame, or, with a locator, about the one element it leads to (through engines of isolated
 * worlds only: one of the main world would take the page script there too). Rejects like any call of Playwright's;
 * what comes back has been checked for its form, and nothing else.
 */
export async function callPage<Name extends keyof PageCalls>(
  scope: Frame | Locator,
  name: Name,
  question: PageCalls[Name]['question'],
): Promise<PageCalls[Name]['answer']> {
  const answer = await scope
    .locator(`${engineName}=${JSON.stringify({ name, question })}`)
    .textContent({ timeout: callTimeoutMs });
  return parsePageAnswer(name, answer ?? '');
}

/** Leads to the element of that mark for as long as it stands in the document. */
export function locateMark(frame: Frame, mark: ElementMark): Locator {
  return frame.locator(`${engineName}=${JSON.stringify({ mark })}`);
}
