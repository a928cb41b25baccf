import path from 'node:path';
import { exit } from 'node:process';
import {
  findCircles,
  layers,
  mayImport,
  namesValues,
  readHouseGraph,
  readSourceGraph,
} from './source-graph.ts';

/**
 * Work on pages, by folder: it runs in threads that can be ended, because a page may make it last. The rest runs on the
 * event loop and imports types of it alone.
 */
const threadSide = [
  'core/page-session/thread',
  'extraction/analysis',
  'extraction/completeness',
  'extraction/content',
  'extraction/evidence',
  'extraction/fields',
  'extraction/free-shape',
  'extraction/lexicon',
  'extraction/structure',
  'extraction/tables',
  'extraction/values',
  'page',
  'recipes/selection',
];
/** What both sides use: it is quick whatever the page, or starts the threads. */
const bothSides: ReadonlySet<string> = new Set([
  'extraction/evidence/fold-for-search.ts',
  'page/body/find-obstacle.ts',
  'page/body/decode-text.ts',
  'page/body/read-body.ts',
  'page/body/sniff-type.ts',
  'page/body/sniff-image.ts',
  'page/links/pagination-labels.ts',
  'page/markdown/markdown-converters.ts',
  'page/tree/check-tag-names.ts',
  'page/documents/document-readers.ts',
  'page/documents/pdf/pdf-reader.ts',
  'page/documents/pdf/read-pdf.ts',
  'page/pdf/to-pdf.ts',
  // Texts of at most 200 characters.
  'extraction/values/numbers/find-only-number.ts',
  'extraction/values/numbers/mark-before-cents.ts',
  'extraction/values/dates/date-order.ts',
  'extraction/values/dates/month-names.ts',
  'extraction/values/dates/read-date.ts',
  'extraction/values/yes-no-words.ts',
  // Names of at most 200 characters, and texts that have one number.
  'extraction/values/stated-unit.ts',
  'extraction/lexicon/fold-label.ts',
  'extraction/lexicon/find-concept.ts',
]);
/** Loads the work into the calling thread, where an embedder asks for that. */
const crossing = 'core/page-session/create-page-sessions.ts';

const source = path.join(import.meta.dirname, '..', 'src');
const faults: string[] = [];

const graph = readHouseGraph(path.join(source, '..'));
for (const [file, imports] of graph) {
  const from = layers.indexOf(toPlace(file));
  if (from === -1) faults.push(`${toPath(file)}: its folder has no row in scripts/source-graph.ts`);
  const isOnEventLoop = !isThreadSide(file) && !bothSides.has(file) && file !== crossing;
  for (const each of imports) {
    const { target } = each;
    if (isOnEventLoop && isThreadSide(target) && !bothSides.has(target) && namesValues(each)) {
      faults.push(`${toPath(file)}: imports ${toPath(target)}, which runs in page threads alone`);
    }
    if (layers.indexOf(toPlace(target)) < from) {
      faults.push(`${toPath(file)}: imports ${toPath(target)}, which does not lie below`);
    }
    if (!mayImport(toPlace(file), toPlace(target))) {
      faults.push(`${toPath(file)}: imports ${toPath(target)}, which is of another package`);
    }
  }
}
for (const circle of findCircles(graph)) faults.push(`A circle of imports: ${circle.join(', ')}`);
checkFrontEnd();
for (const fault of faults) console.error(fault);
if (faults.length > 0) exit(1);

function toPlace(file: string): string {
  return file.replace(/^\.\.\//, '').split('/')[0] ?? '';
}

/** From the root of the repository. */
function toPath(file: string): string {
  return path.join('src', file);
}

function isThreadSide(file: string): boolean {
  return threadSide.some((folder) => file.startsWith(`${folder}/`));
}

/** The front end is a guest in the house: of `src` it knows the types of its two APIs and nothing else. */
function checkFrontEnd(): void {
  const home = path.join(source, '..', 'ui', 'src');
  for (const [file, imports] of readSourceGraph(home)) {
    for (const { target, isType } of imports) {
      const place = path.relative(source, path.join(home, target));
      if (target.startsWith('..') && !(isType && /^(?:web|studio)\//.test(place))) {
        faults.push(
          `ui/src/${file}: imports src/${place}, but may import types of web and studio alone`,
        );
      }
    }
  }
}
