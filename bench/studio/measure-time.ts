import type { Browser } from 'playwright-core';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { parseSelector } from '../../src/recipes/format/parse-selector.ts';
import { proposeList } from '../../src/studio/picking/propose-draft.ts';
import { openBenchPage } from './open-bench-page.ts';

/** Elements of one item of the page that is timed. */
const perItem = 10;
const rounds = 7;

/** Milliseconds from a click to the proposal on a list of about so many elements: median, lowest and highest of the rounds. */
export async function measureTime(
  browser: Browser,
  elements: number,
): Promise<{ readonly median: number; readonly low: number; readonly high: number }> {
  const items = Array.from({ length: Math.ceil(elements / perItem) }, (_none, at) => toItem(at));
  const html = `<!doctype html><html lang="en"><main><ul class="list">${items.join('')}</ul></main>`;
  await using open = await openBenchPage(browser, { url: 'https://list.example/', html });
  const { selector } = parseSelector('li:nth-child(7) .price');
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    // A list that is too long is refused, which is an answer too.
    await proposeList(open.ask, { at: { selector: selector?.parts ?? [] } }).catch(tell);
    times.push(performance.now() - startedMs);
  }
  times.sort((a, b) => a - b);
  const [low = 0] = times;
  return { median: times[Math.floor(rounds / 2)] ?? 0, low, high: times.at(-1) ?? 0 };
}

function tell(refusal: unknown): void {
  if (!(refusal instanceof GleanerError)) throw refusal;
}

function toItem(at: number): string {
  return `<li class="card"><a href="/goods/${at}"><img src="/${at}.png" alt=""><h3>Thing ${at}</h3></a><p class="maker">Maker ${at % 9}</p><div class="line"><span class="price">£${at}.50</span><span class="stock">${at} left</span></div><p class="text">Made of <i>${at}</i></p></li>`;
}
