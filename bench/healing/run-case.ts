import type { Browser, Page } from 'playwright-core';
import type { DescribedElement, TargetPurpose } from '../../src/browser/in-page/targets.ts';
import type { ElementMark } from '../../src/browser/in-page/marks.ts';
import { type PageScript, pageScriptSource } from './page-script.ts';
import type { ProposedSelector } from '../../src/runtime/contracts/recipe/fingerprint.ts';
import { createFinder } from './create-finder.ts';
import { createKit } from '../../test-kit/stress/redesign-page.ts';
import type { BenchKit } from './mutations.ts';

export interface CaseInput {
  /** Runs in the page. Without one the page is learnt as it is. */
  readonly apply?: (kit: BenchKit) => void;
  readonly seed: number;
  /** Name of the target that is to vanish. */
  readonly lost: string;
  readonly otherHtml: string;
  /** Share of the page that is to change. */
  readonly level?: number;
  /** Recorded selectors to try, by target; without them they are made. */
  readonly selectors?: Readonly<Record<string, readonly ProposedSelector[]>>;
}

/** A target as it is after the redesign. */
export interface CaseTarget {
  readonly name: string;
  readonly purpose: TargetPurpose;
  readonly mark: ElementMark;
  readonly isThere: boolean;
  readonly selectors: readonly ProposedSelector[];
  /** The first hit of each selector. */
  readonly hits: readonly (ElementMark | null)[];
}

export interface CaseResult {
  readonly targets: readonly CaseTarget[];
  readonly actions: readonly DescribedElement[];
  readonly fields: readonly DescribedElement[];
  /** Hits that are no candidates. */
  readonly others: readonly DescribedElement[];
}

/** Answers of so many cases are read at once: a few megabytes. */
const casesPerCall = 10;

/** Writes a page anew for each case, redesigns it, and describes the result. */
export async function runCases(
  page: Page,
  html: string,
  cases: readonly CaseInput[],
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (let at = 0; at < cases.length; at += casesPerCall) {
    const inputs = cases.slice(at, at + casesPerCall).map(({ apply, ...input }) => {
      const change = apply === undefined ? '() => {}' : String(apply);
      return `[${change}, ${JSON.stringify(input)}]`;
    });
    const source = `JSON.stringify([${inputs.join(',')}].map(([change, input]) => {
      document.open();
      document.write(${JSON.stringify(html)});
      document.close();
      return (${String(tellCase)})(${pageScriptSource}, ${String(createKit)}, ${String(createFinder)}, change, input);
    }))`;
    results.push(...(JSON.parse(await page.evaluate<string>(source)) as CaseResult[]));
  }
  return results;
}

/** Runs in the page and takes nothing from module scope. */
function tellCase(
  script: PageScript,
  makeKit: typeof createKit,
  makeFinder: typeof createFinder,
  change: (kit: BenchKit) => void,
  input: Omit<CaseInput, 'apply'>,
): CaseResult {
  // Content that is written is not always parsed as a page that is loaded would be.
  for (const template of document.querySelectorAll<HTMLTemplateElement>(
    'template[shadowrootmode]',
  )) {
    template.parentElement?.attachShadow({ mode: 'open' }).append(template.content);
    template.remove();
  }
  const truth = new Map<string, Element>();
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      const kind = element.getAttribute('data-t');
      if (kind !== null) truth.set(`${kind}${truth.size}`, element);
      element.removeAttribute('data-t');
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    }
  }
  change({
    ...makeKit({ seed: input.seed, truth }),
    lost: truth.get(input.lost) ?? document.body,
    otherHtml: input.otherHtml,
    level: input.level ?? 1,
  });

  const ask = (name: string, question: object) =>
    script.call(name, question) as readonly DescribedElement[];
  const actions = ask('candidates', { purpose: 'action', limit: 2_000 });
  const fields = ask('candidates', { purpose: 'field', limit: 2_000 });
  const known = new Set([...actions, ...fields].map(({ mark }) => mark));
  const others = new Map<ElementMark, DescribedElement>();
  const find = makeFinder(script);

  /** In one call: each starts anew with what it has read of the page. */
  function describeAll(elements: readonly Element[], purpose: TargetPurpose): ElementMark[] {
    const described = ask('describe', { marks: elements.map(script.markOf), purpose });
    for (const each of described) if (!known.has(each.mark)) others.set(each.mark, each);
    return described.map(({ mark }) => mark);
  }

  const targets = (['action', 'field'] as const).flatMap((purpose): CaseTarget[] => {
    const own = [...truth]
      .filter(([name]) => name.startsWith(purpose.slice(0, 1)))
      .map(([name, element]) => ({
        name,
        isThere: element.isConnected && element.checkVisibility({ visibilityProperty: true }),
        element: element.isConnected ? element : document.body,
      }));
    const marks = describeAll(
      own.map(({ element }) => element),
      purpose,
    );
    const found = own.map(({ name }, at) => {
      const question = { mark: marks[at], purpose };
      const selectors =
        input.selectors?.[name] ??
        (script.call('propose', question) as readonly ProposedSelector[]);
      const first = (selector: ProposedSelector) =>
        find(selector).find((element) => element.checkVisibility());
      return { selectors, hits: selectors.map(first) };
    });
    const hitMarks = describeAll(
      found.flatMap(({ hits }) => hits).filter((hit) => hit !== undefined),
      purpose,
    );
    return found.map(({ selectors, hits }, at) => ({
      name: own[at]?.name ?? '',
      purpose,
      isThere: own[at]?.isThere === true,
      mark: own[at]?.isThere === true ? (marks[at] ?? -1) : -1,
      selectors,
      hits: hits.map((hit) => (hit === undefined ? null : (hitMarks.shift() ?? null))),
    }));
  });
  return { targets, actions, fields, others: [...others.values()] };
}

/** A page of the size that recordings are made with. */
export async function openBenchPage(
  browser: Browser,
  { isOffline }: { readonly isOffline: boolean },
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 800 },
    offline: isOffline,
  });
  return context.newPage();
}
