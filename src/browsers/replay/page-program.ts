import { randomUUID } from 'node:crypto';
import { createAccessibility } from '../page-script/create-accessibility.ts';
import { createDom } from '../page-script/create-dom.ts';
import { createPageText } from '../page-script/create-page-text.ts';
import { type PageCalls, type PageScript, pageScriptSource } from '../page-script/page-script.ts';
import { createFinder } from './in-page/create-finder.ts';
import { createItemReader, type ReadInput, type ReadOutput } from './in-page/create-item-reader.ts';
import { createValueReader } from './in-page/create-value-reader.ts';

/** What a page can be asked, by name. Everything in it is plain JSON, both ways. */
export interface PageOperations extends HealingOperations {
  /** Reads the items of several extract steps. */
  read(input: readonly ReadInput[]): readonly ReadOutput[];
}

/** What healing asks of a page. */
type HealingOperations = {
  [Name in keyof PageCalls]: (input: PageCalls[Name]['question']) => PageCalls[Name]['answer'];
};

export type OperationName = keyof PageOperations;

/** One question to a page. */
export interface PageCall<Name extends OperationName = OperationName> {
  readonly name: Name;
  readonly input: Parameters<PageOperations[Name]>[0];
}

/** What a page answers: JSON of one of these. */
export type PageAnswer<Name extends OperationName> =
  | { readonly value: ReturnType<PageOperations[Name]> }
  | { readonly failed: string };

/** The program as it stands in a page. */
export interface PageProgram {
  /** From the JSON of a call to the JSON of its answer. */
  answer(call: string): string;
}

/** Where the program keeps itself in a world of ours; unknown to pages, so that none can stand in for it. */
export const programKey: string = `gleaner${randomUUID().replaceAll('-', '')}`;

const programParts = {
  createDom,
  createPageText,
  createAccessibility,
  createFinder,
  createValueReader,
  createItemReader,
};

/** An expression that gives the program: everything of ours that runs inside of pages. */
export const pageProgram: string = `(${String(createPageProgram)})(${pageScriptSource}, {${Object.entries(
  programParts,
)
  .map(([name, part]) => `${name}: ${String(part)}`)
  .join(',')}})`;

/** Puts the parts together. Takes nothing from module scope: the parts are handed in, and their text is enough. */
function createPageProgram(script: PageScript, parts: typeof programParts): PageProgram {
  function perform({ name, input }: PageCall): unknown {
    // New for every call: what they remember of the page holds for a moment only.
    const dom = parts.createDom();
    const text = parts.createPageText(dom);
    const finder = parts.createFinder(dom, parts.createAccessibility(dom, text));
    if (name === 'read') {
      const reader = parts.createItemReader(dom, finder, parts.createValueReader(dom));
      return (input as readonly ReadInput[]).map((step) => reader.read(step));
    }
    return script.call(name, input, undefined);
  }

  return {
    answer(call) {
      try {
        return JSON.stringify({ value: perform(JSON.parse(call) as PageCall) });
      } catch (error) {
        return JSON.stringify({ failed: error instanceof Error ? error.name : 'unknown' });
      }
    },
  };
}
