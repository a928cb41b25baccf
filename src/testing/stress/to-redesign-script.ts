import { createFinder } from '../../browsers/in-page/create-finder.ts';
import { createAccessibility } from '../../browsers/page-script/create-accessibility.ts';
import { createDom } from '../../browsers/page-script/create-dom.ts';
import { createPageText } from '../../browsers/page-script/create-page-text.ts';
import { createKit } from './create-kit.ts';
import { redesignPage, type RedesignInput, type RedesignParts } from './redesign-page.ts';

const parts: RedesignParts = {
  createDom,
  createPageText,
  createAccessibility,
  createFinder,
  createKit,
};

/** Returns the script that redesigns each document of a browser context, for `addInitScript`. */
export function toRedesignScript({ mutations, ...input }: RedesignInput): string {
  const sources = Object.entries(parts).map(([name, part]) => `${name}: ${String(part)}`);
  // A method's source is one again within an object.
  const changes = mutations.map(
    ({ apply, isWhole = false }) => `{ ${String(apply)}, isWhole: ${isWhole} }`,
  );
  return `(${String(redesignPage)})({ ${sources.join(', ')} }, { ...${JSON.stringify(input)}, mutations: [${changes.join(', ')}] });`;
}
