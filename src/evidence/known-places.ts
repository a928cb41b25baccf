import type { AnyNode } from 'domhandler';
import type { Evidence } from '../contracts/evidence.ts';
import type { ContentSource, PageReading } from '../page/page-reading.ts';
import { findNode, toNodePath } from '../page/tree/node-path.ts';
import { findAtPath, parseJsonPointer } from '../schema/json-pointer.ts';
import type { AnswerLeaf } from './answer-leaves.ts';

/** Where values were read, as far as that is known before they are looked up. */
export interface KnownPlaces {
  /** Whether a place is where the value was read. */
  readonly holds: (leaf: AnswerLeaf, source: ContentSource) => boolean;
  /** The place where a value was read; `undefined` where it is not known. */
  readonly find: (leaf: AnswerLeaf) => ContentSource | undefined;
}

/** Values that an extractor read from the page's structure, with their places by JSON Pointer. */
export interface ReadValues {
  readonly value: unknown;
  readonly sources: ReadonlyMap<string, ContentSource>;
}

/** The places of values that were read from the page's structure, for the values that are still the same. */
export function toKnownPlaces({ value, sources }: ReadValues): KnownPlaces {
  function find(leaf: AnswerLeaf): ContentSource | undefined {
    const source = sources.get(leaf.path);
    if (source === undefined) return undefined;
    const read = findAtPath(value, parseJsonPointer(leaf.path) ?? []);
    return String(read) === String(leaf.value) ? source : undefined;
  }
  return {
    find,
    holds(leaf, { node, attribute, pointer }) {
      const source = find(leaf);
      if (source === undefined || source.attribute !== attribute || source.pointer !== pointer)
        return false;
      for (let at: AnyNode | null = node; at !== null; at = at.parent) {
        if (at === source.node) return true;
      }
      return false;
    },
  };
}

/** The places that evidence names, on the page or on another state of it. */
export function toCitedPlaces(
  evidence: ReadonlyMap<string, Evidence>,
  { document }: PageReading,
): KnownPlaces {
  function placeOf({ path }: AnswerLeaf) {
    const entry = evidence.get(path);
    return entry === undefined || entry.status === 'unsupported' || entry.node === undefined
      ? undefined
      : entry;
  }
  return {
    find(leaf) {
      const place = placeOf(leaf);
      // What stands in a script has no node in the document, and is found among the lines.
      const node = place === undefined ? undefined : findNode(document, place.node ?? '');
      if (place === undefined || node === undefined) return undefined;
      return { node, ...(place.attribute === undefined ? {} : { attribute: place.attribute }) };
    },
    holds(leaf, source) {
      const place = placeOf(leaf);
      return (
        place !== undefined &&
        place.attribute === source.attribute &&
        place.pointer === source.pointer &&
        place.node === toNodePath(source.node)
      );
    },
  };
}
