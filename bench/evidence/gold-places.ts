import { isTag, isText, type Element } from 'domhandler';
import type { Evidence } from '../../src/runtime/contracts/evidence.ts';
import type { PageReading } from '../../src/page/page-reading.ts';
import { readText } from '../../src/page/tree/node-text.ts';
import { findNode, toNodePath } from '../../src/page/tree/node-path.ts';
import { normalise } from '../read-views.ts';
import { listGoldLeaves, type GoldLeaf } from './gold-values.ts';

/** The one element that shows a value. */
export interface GoldPlace {
  readonly path: string;
  /** Whether evidence names it, or the text in it. */
  readonly holds: (entry: Evidence) => boolean;
}

/** Longer elements are searched, but their text is not kept. */
const maxKept = 20_000;

/**
 * Where gold values stand, found without the finder: the innermost element whose text holds the value, where there is one only on
 * the page, or one only in the part of the page that holds the record's other values and no other record's.
 */
export function createGoldPlaces(
  reading: PageReading,
  gold: unknown,
): (leaf: GoldLeaf) => GoldPlace | undefined {
  const texts = new WeakMap<Element, string>();
  const root = reading.document.children.find(isTag);

  function textOf(element: Element): string {
    const known = texts.get(element);
    if (known !== undefined) return known;
    const text = ` ${normalise(readText(element))} `;
    if (text.length < maxKept || element === root) texts.set(element, text);
    return text;
  }

  function innermost(from: Element, wanted: string, most: number): Element[] {
    if (!holdsWords(textOf(from), wanted)) return [];
    const inner: Element[] = [];
    for (const child of from.children) {
      if (isTag(child)) inner.push(...innermost(child, wanted, most - inner.length));
      if (inner.length >= most) return inner;
    }
    if (inner.length === 0) return [from];
    return inner;
  }

  const unique = new Map<string, Element>();
  const wanted = listGoldLeaves(gold);
  for (const { path, text } of wanted) {
    if (root === undefined || text.length < 2 || text.length > 2_000) continue;
    const [only, another] = innermost(root, normalise(text), 2);
    if (only !== undefined && another === undefined) unique.set(path, only);
  }
  const ofRecord = Map.groupBy(unique, ([path]) => recordOf(path));

  function regionOf(record: string): Element | undefined {
    const [first] = ofRecord.get(record) ?? [];
    if (first === undefined || ofRecord.size < 2) return undefined;
    const others = [...unique]
      .filter(([path]) => recordOf(path) !== record)
      .map(([, element]) => element);
    const outside = new Set<Element>();
    for (const other of others)
      for (let at: Element | null = other; at !== null; at = parentOf(at)) outside.add(at);
    let region: Element | undefined;
    for (let at: Element | null = first[1]; at !== null && !outside.has(at); at = parentOf(at))
      region = at;
    return region;
  }

  const regions = new Map<string, Element | undefined>();
  return ({ path, text }) => {
    let element = unique.get(path);
    if (element === undefined && text.length < 2_000) {
      const record = recordOf(path);
      if (!regions.has(record)) regions.set(record, regionOf(record));
      const region = regions.get(record);
      const [only, another] = region === undefined ? [] : innermost(region, normalise(text), 2);
      if (another === undefined) element = only;
    }
    return element === undefined ? undefined : toPlace(reading, element);
  };
}

function toPlace(reading: PageReading, element: Element): GoldPlace {
  return {
    path: toNodePath(element),
    holds(entry) {
      if (entry.status === 'unsupported' || entry.node === undefined) return false;
      const node = findNode(reading.document, entry.node);
      return node === element || (node !== undefined && isText(node) && node.parent === element);
    },
  };
}

function parentOf(element: Element): Element | null {
  return element.parent !== null && isTag(element.parent) ? element.parent : null;
}

function recordOf(path: string): string {
  return /^.*\/\d+(?=\/)/.exec(path)?.[0] ?? '';
}

function holdsWords(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + wanted.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
