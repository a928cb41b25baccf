import { bundleProgram } from './bundle-program.ts';

/** The program that runs in a page, with all that it can be asked. */
export const pageProgram: string = await bundle('page');

/** The page program without what a person’s pointing needs, a third shorter: no run points at anything. */
export const runProgram: string = await bundle('run');

/** The page program without what no reading uses: half as long, since every new document compiles it. */
export const readingProgram: string = await bundle('reading');

/** Finds elements by selectors, for the redesigns of stress tests. */
export const finderProgram: string = await bundle('finder');

function bundle(name: string): Promise<string> {
  return bundleProgram(new URL(`./in-page/${name}-program.ts`, import.meta.url));
}
