import { bundleProgram } from '../../src/browser/bundle-program.ts';

/** The operations of healing, called without a browser's protocol between. */
export interface PageScript {
  markOf(element: Element): number;
  elementOf(mark: number): Element | undefined;
  call(name: string, question: object): unknown;
}

/** An expression that evaluates to the page script; evaluate it once per document. */
export const pageScriptSource: string = `((program) => ({
  ...program,
  call(name, question) {
    program.forgetPage();
    return program.targetOperations[name](question);
  },
}))(${await bundleProgram(new URL('page-script-program.ts', import.meta.url))})`;
