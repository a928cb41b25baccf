import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page that is redesigned; its targets carry `data-t`: `a` for one to act on, `f` for one to read. */
export interface BenchPage {
  readonly name: string;
  readonly html: string;
  /** Set aside at first; see the README on how far that held. */
  readonly isSecondSet: boolean;
}

const folder = path.join(import.meta.dirname, 'pages');

/** The pages that the rule was put into code with. */
const looked = new Set([
  'estate',
  'flights',
  'german-shop',
  'icon-toolbar',
  'landing',
  'login',
  'orders-table',
  'product',
  'shop-listing',
]);

/** By name. */
export function listPages(): readonly BenchPage[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -'.html'.length);
      const html = readFileSync(path.join(folder, file), 'utf8');
      return { name, html, isSecondSet: !looked.has(name) };
    });
}
