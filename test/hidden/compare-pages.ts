import { findHiddenElements, maxSteps } from '../../src/page/hidden/find-hidden-elements.ts';
import { StepCounter } from '../../src/page/hidden/selectors/surroundings.ts';
import { parseAccurate } from '../../src/page/parse/parse-accurate.ts';
import { readPage } from '../../src/page/read-page.ts';
import { readText } from '../../src/page/tree/node-text.ts';
import type { SightOracle } from './create-oracle.ts';
import { createHiddenPage, type GeneratedPage, toHtml, word } from './create-page.ts';

/** Words of pages by what Chromium shows of them and what is read. */
export interface Comparison {
  seen: number;
  /** Seen words that are not read. */
  lost: number;
  hidden: number;
  /** Hidden words that are read. */
  passed: number;
  /** Hidden words that docs/internals/decisions/hidden-text.md keeps: content that waits for a click or a scroll. */
  waiting: number;
  unclear: number;
  /** The smallest page found of each seed that failed, with its words. */
  readonly failures: {
    readonly seed: number;
    readonly html: string;
    readonly faults: readonly string[];
  }[];
}

/** Compares the pages of some seeds with what Chromium shows of them. */
export async function comparePages(
  oracle: SightOracle,
  seeds: Iterable<number>,
  report: (text: string) => void = () => undefined,
): Promise<Comparison> {
  const sum: Comparison = {
    seen: 0,
    lost: 0,
    hidden: 0,
    passed: 0,
    waiting: 0,
    unclear: 0,
    failures: [],
  };
  for (const seed of seeds) {
    const page = createHiddenPage(seed);
    const found = await comparePage(oracle, page);
    sum.seen += found.seen;
    sum.hidden += found.hidden;
    sum.waiting += found.waiting;
    sum.unclear += found.unclear;
    sum.lost += found.faults.filter((fault) => fault.startsWith('lost')).length;
    sum.passed += found.faults.filter((fault) => fault.startsWith('passed')).length;
    const [fault] = found.faults;
    if (fault === undefined) continue;
    const html = toHtml(await shrink(oracle, page, fault));
    sum.failures.push({ seed, html, faults: found.faults });
    report(`seed ${seed}: ${found.faults.join(', ')}\n  ${html}`);
  }
  return sum;
}

interface PageComparison {
  readonly seen: number;
  readonly hidden: number;
  readonly waiting: number;
  readonly unclear: number;
  readonly faults: readonly string[];
}

async function comparePage(oracle: SightOracle, page: GeneratedPage): Promise<PageComparison> {
  const html = toHtml(page);
  const words = [...new Set(page.blocks.join(' ').match(word))];
  const sights = await oracle.judge(html, words);
  const read = readText(readPage({ html, url: 'https://hidden.example/' }).document);
  const { waiting } = findHiddenElements(parseAccurate(html), {
    keepsCollapsed: false,
    isForModel: true,
    isThorough: true,
    steps: new StepCounter(maxSteps),
  });
  const waitingText = [...waiting].map((element) => readLinked(element)).join(' ');
  const counts = { seen: 0, hidden: 0, waiting: 0, unclear: 0 };
  const faults: string[] = [];
  for (const each of words) {
    const sight = sights.get(each) ?? 'hidden';
    const isRead = read.includes(each);
    if (sight === 'hidden' && isRead && waitingText.includes(each)) {
      counts.waiting += 1;
      continue;
    }
    counts[sight] += 1;
    if (sight === 'seen' && !isRead) faults.push(`lost ${each}`);
    if (sight === 'hidden' && isRead) faults.push(`passed ${each}`);
  }
  return { ...counts, faults };
}

function readLinked(root: { readonly head: unknown }): string {
  let text = '';
  const pending: unknown[] = [root.head];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === null || typeof node !== 'object') continue;
    if ('data' in node && typeof node.data === 'string') text += ` ${node.data}`;
    if ('next' in node) pending.push(node.next);
    if ('head' in node) pending.push(node.head);
  }
  return text;
}

/** Leaves out rules and blocks as long as the fault stays. */
async function shrink(
  oracle: SightOracle,
  page: GeneratedPage,
  fault: string,
): Promise<GeneratedPage> {
  let current = page;
  const isFaulty = async (candidate: GeneratedPage): Promise<boolean> =>
    (await comparePage(oracle, candidate)).faults.includes(fault);
  const faulty = fault.split(' ')[1] ?? '';
  const alone = { ...page, blocks: page.blocks.filter((block) => block.includes(faulty)) };
  if (await isFaulty(alone)) current = alone;
  for (const [index, sheet] of current.sheets.entries()) {
    let rules = sheet;
    for (
      let size = Math.ceil(rules.length / 2);
      size >= 1;
      size = size === 1 ? 0 : Math.ceil(size / 2)
    ) {
      for (let start = 0; start < rules.length;) {
        const fewer = rules.toSpliced(start, size);
        const candidate = { ...current, sheets: current.sheets.with(index, fewer) };
        if (await isFaulty(candidate)) {
          rules = fewer;
          current = candidate;
        } else start += size;
      }
    }
  }
  return current;
}
