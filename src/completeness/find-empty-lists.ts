import type { JsonSchema } from '../contracts/extractor.ts';
import { listSchemaFields } from '../schema/list-schema-fields.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';
import { analysePage, type PageFacts } from '../structure/analysis/analyse-page.ts';
import { splitWords, toSingular } from '../structure/analysis/fold-label.ts';
import type { PageReading } from '../page/page-reading.ts';
import { findRepeats } from '../structure/tables/blocks/find-repeats.ts';
import { listSteps } from '../structure/tables/blocks/list-steps.ts';
import { foldText } from '../page/text/node-text.ts';

/** A list without items, and the blocks of the page that fit it. */
export interface EmptyList {
  /** JSON Pointer of the list in the value. */
  readonly path: string;
  readonly shown: number;
  /** Text of the first block. */
  readonly text: string;
}

/** Fewest blocks that are many. */
const minBlocks = 3;
/** Most words of a class or a heading that names a list: in longer ones the word stands for something else. */
const maxClassWords = 2;
const maxHeadingWords = 3;
/** Lists that are looked for. */
const maxLists = 10;

/**
 * Finds the lists of a value that are empty, or absent though the schema has them, for which the page shows many blocks of one
 * kind: blocks that the page names as the list is named, by their class or by the heading before them. Lists in records are not
 * looked for. That blocks show the fields of a list's records is no sign: a title, a day and an address stand in most blocks.
 */
export function findEmptyLists(
  reading: PageReading,
  value: unknown,
  schema: JsonSchema | undefined,
): readonly EmptyList[] {
  const paths = [...listSchemaPaths(value, schema), ...listValuePaths(value)];
  const empty = new Map(paths.map((path) => [toJsonPointer(path), path] as const));
  if (empty.size === 0) return [];
  const facts = analysePage(reading, new Set());
  const named = readNamedBlocks(facts);
  return [...empty].slice(0, maxLists).flatMap(([pointer, path]) => {
    const wanted = splitWords(path.at(-1) ?? '').map((word) => toSingular(word));
    const blocks = named.find(({ names }) => names.some((words) => isNamed(wanted, words)));
    return blocks === undefined ? [] : [{ path: pointer, shown: blocks.shown, text: blocks.text }];
  });
}

/** The lists of a schema outside of records that a value has no items for, where it has the object around them. */
function listSchemaPaths(
  value: unknown,
  schema: JsonSchema | undefined,
): readonly (readonly string[])[] {
  if (schema === undefined) return [];
  return listSchemaFields(schema)
    .filter(({ types, arrayDepth }) => arrayDepth === 0 && types.includes('array'))
    .map(({ path }) => path)
    .filter((path) => {
      const around = valueAt(value, path.slice(0, -1));
      const own = valueAt(value, path);
      return isObject(around) && (own === undefined || own === null || isEmpty(own));
    });
}

/** The empty lists of a value outside of other lists. */
function listValuePaths(value: unknown): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const pending: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }];
  for (const next of pending) {
    if (isEmpty(next.value)) found.push(next.path);
    else if (isObject(next.value)) {
      for (const [name, inner] of Object.entries(next.value)) {
        pending.push({ value: inner, path: [...next.path, name] });
      }
    }
  }
  return found;
}

interface NamedBlocks {
  /** The words of each name that the page gives the blocks, in the singular. */
  readonly names: readonly ReadonlySet<string>[];
  readonly shown: number;
  readonly text: string;
}

/** What repeats in the page's content, most text first, with what the page calls it: its classes, and the heading before it. */
function readNamedBlocks({ page, zones }: PageFacts): readonly NamedBlocks[] {
  const headings = page.elements.filter(({ node }) => /^h[1-6]$/.test(node.name));
  return findRepeats(page, listSteps(page)).flatMap(({ parents: [parent], blocks }) => {
    const [first] = blocks;
    const block = page.elements[first?.start ?? -1];
    if (first === undefined || block === undefined || parent === undefined) return [];
    if (blocks.length < minBlocks || zones.isAside(parent)) return [];
    // Paragraphs below a heading are its text.
    if (/^(?:p|h[1-6])$/.test(block.node.name)) return [];
    const heading = headings.findLast(({ position }) => position < first.start);
    const classes = (block.node.attribs['class'] ?? '').split(/\s+/).map(toWords);
    const title = toWords(heading === undefined ? '' : page.lineOf(heading));
    return [
      {
        names: [
          ...classes.filter(({ size }) => size <= maxClassWords),
          ...(title.size <= maxHeadingWords ? [title] : []),
        ],
        shown: blocks.length,
        text: foldText(page.text.slice(first.from, first.to)),
      },
    ];
  });
}

function toWords(name: string): ReadonlySet<string> {
  return new Set(splitWords(name).map((word) => toSingular(word)));
}

function isNamed(wanted: readonly string[], words: ReadonlySet<string>): boolean {
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isObject(at) ? at[name] : undefined;
  return at;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
