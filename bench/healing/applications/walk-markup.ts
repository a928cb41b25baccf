import type { Page } from 'playwright-core';
import type { DescribedElement } from '../../../src/browser/in-page/targets.ts';
import type { ElementMark } from '../../../src/browser/in-page/marks.ts';
import { type PageScript, pageScriptSource } from '../page-script.ts';
import type { ProposedSelector } from '../../../src/runtime/contracts/recipe/fingerprint.ts';
import { createFinder } from '../create-finder.ts';
import type { Application, ApplicationAction } from './application.ts';

/** A page as the healer sees it, and where its selectors lead. */
export interface SceneView {
  readonly candidates: readonly DescribedElement[];
  /** What recorded selectors lead to that is no candidate. */
  readonly others: readonly DescribedElement[];
  /** By recording, the first visible hit of each selector. */
  readonly hits: readonly (readonly (ElementMark | null)[])[];
}

/** A markup before one action. */
export interface Scene {
  readonly target: DescribedElement;
  /** The target, and what acting on does the same: parts of it, and its label. */
  readonly right: readonly ElementMark[];
  /** As a recorder would write them. */
  readonly selectors: readonly ProposedSelector[];
  readonly there: SceneView;
  /** The same without the target: the control alone is gone, or its whole row. */
  readonly gone: readonly SceneView[];
}

/** Selectors of the list that a recipe reads, as Gleaner proposes them. */
export interface ReadingSelectors {
  readonly items: readonly ProposedSelector[];
  readonly fields: Readonly<Record<string, readonly ProposedSelector[]>>;
}

/** A list and how it is read. */
export interface ReadList {
  readonly selectors: ReadingSelectors;
  readonly items: readonly Readonly<Record<string, string>>[];
}

interface SceneInput {
  readonly action: ApplicationAction;
  /** The selectors of each recording for the action. */
  readonly recordings: readonly (readonly ProposedSelector[])[];
}

/** What `application.js` offers. */
interface ApplicationInPage {
  find(role: string, key: string | undefined): Element | undefined;
  rowOf(role: string, key: string | undefined): Element | undefined;
  operate(role: string, key: string | undefined, value: string | undefined): void;
  reading(): {
    readonly rows: readonly Element[];
    readonly fields: Readonly<
      Record<string, { readonly selector: string; readonly element: Element }>
    >;
  };
  items(): readonly Readonly<Record<string, string>>[];
}

/** Selects the document once all acts are posted. */
export const allSaved = 'html:not([data-saving])';

/** Does the actions of an application one after the other, and tells what the page is like before each. */
export async function walkMarkup(
  page: Page,
  url: string,
  { actions }: Application,
  recordings: readonly (readonly Scene[])[],
): Promise<readonly Scene[]> {
  await page.goto(url);
  const scenes: Scene[] = [];
  for (const [at, action] of actions.entries()) {
    const input: SceneInput = {
      action,
      recordings: recordings.map((scenes) => scenes[at]?.selectors ?? []),
    };
    const source = `JSON.stringify((${String(tellScene)})(${pageScriptSource}, ${String(createFinder)}, application, ${JSON.stringify(input)}))`;
    scenes.push(JSON.parse(await page.evaluate<string>(source)) as Scene);
  }
  await page.waitForSelector(allSaved);
  return scenes;
}

/** Tells how the list of a markup is read, and what it says. */
export async function recordReading(page: Page, url: string): Promise<ReadList> {
  await page.goto(url);
  const source = `JSON.stringify((${String(tellReading)})(${pageScriptSource}, application))`;
  return JSON.parse(await page.evaluate<string>(source)) as ReadList;
}

/** Runs in the page and takes nothing from module scope. */
function tellReading(script: PageScript, application: ApplicationInPage): ReadList {
  const propose = (question: object) =>
    script.call('propose', question) as readonly ProposedSelector[];
  const { rows, fields } = application.reading();
  const group = rows.map(script.markOf);
  const own = Object.entries(fields).map(([name, { selector, element }]) => {
    const question = { mark: script.markOf(element), purpose: 'field', roots: group };
    const proposed = propose(question);
    // Where nothing is proposed, as in the shadow root of an item: what a person would write.
    return [name, proposed.length > 0 ? proposed : [`pierce/${selector}`]] as const;
  });
  return {
    selectors: {
      items: propose({ mark: group[0], purpose: 'items', group }),
      fields: Object.fromEntries(own),
    },
    items: application.items(),
  };
}

/** Runs in the page and takes nothing from module scope. */
function tellScene(
  script: PageScript,
  makeFinder: typeof createFinder,
  application: ApplicationInPage,
  { action: { role, key, value }, recordings }: SceneInput,
): Scene {
  const ask = (name: string, question: object) =>
    script.call(name, question) as readonly DescribedElement[];

  function look(): SceneView {
    const candidates = ask('candidates', { purpose: 'action', limit: 2_000 });
    const known = new Set(candidates.map(({ mark }) => mark));
    const others = new Map<ElementMark, DescribedElement>();
    const find = makeFinder(script);
    const hits = recordings.map((selectors) =>
      selectors.map((selector): ElementMark | null => {
        const hit = find(selector).find((element) => element.checkVisibility());
        if (hit === undefined) return null;
        const question = { marks: [script.markOf(hit)], purpose: 'action' };
        const [described] = ask('describe', question);
        if (described !== undefined && !known.has(described.mark)) {
          others.set(described.mark, described);
        }
        return described?.mark ?? null;
      }),
    );
    return { candidates, others: [...others.values()], hits };
  }

  function lookWithout(element: Element | undefined): SceneView[] {
    if (element === undefined) return [];
    const place = document.createComment('');
    element.replaceWith(place);
    const view = look();
    place.replaceWith(element);
    return [view];
  }

  const element = application.find(role, key);
  const target =
    element &&
    ask('describe', { marks: [script.markOf(element)], purpose: 'action' }).find(
      ({ mark }) => mark === script.markOf(element),
    );
  if (element === undefined || target === undefined) throw new Error(`no ${role} ${key ?? ''}`);
  const there = look();
  const right = there.candidates
    .filter(({ mark }) => {
      const other = script.elementOf(mark);
      return (
        other !== undefined &&
        (element.contains(other) ||
          (other instanceof HTMLLabelElement && other.control === element))
      );
    })
    .map(({ mark }) => mark);
  const selectors = script.call('propose', {
    mark: target.mark,
    purpose: 'action',
  }) as readonly ProposedSelector[];
  const row = application.rowOf(role, key);
  // Where nothing is looked for, the page is only recorded.
  const gone = recordings.length === 0 ? [] : [...lookWithout(element), ...lookWithout(row)];
  application.operate(role, key, value);
  return { target, right: [target.mark, ...right], selectors, there, gone };
}
