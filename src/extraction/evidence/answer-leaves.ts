import { findAtPath, parseJsonPointer, toJsonPointer } from '../../runtime/plain-json.ts';
import type { Certainty } from '../fields/candidate.ts';
import type { AnyNode } from 'domhandler';
import type { CitedEvidence } from '../../runtime/contracts/evidence.ts';
import type { ContentSource, PageReading } from '../../page/page-reading.ts';
import { findNode, toNodePath } from '../../page/tree/node-path.ts';

/** Values deeper than this are not looked up; answers are no deeper. */
const maxDepth = 64;

export interface AnswerLeaf {
  readonly path: string;
  /** Name of the property that holds the value or the list with the value; empty at the root. */
  readonly name: string;
  readonly value: string | number | boolean;
  /** The object that holds the value: the values of one record are near each other in a page. */
  readonly record: AnswerRecord;
}

export interface AnswerRecord {
  readonly path: string;
  readonly parent: AnswerRecord | undefined;
}

/** Yields the texts, numbers and booleans of a result in order, without empty texts and what is too deep. */
export function* listLeaves(value: unknown): Generator<AnswerLeaf> {
  yield* listBelow(value, {
    path: '',
    name: '',
    depth: 0,
    record: { path: '', parent: undefined },
  });
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly record: AnswerRecord;
}

function* listBelow(value: unknown, place: Place): Generator<AnswerLeaf> {
  const { path, name, depth, record } = place;
  if (isLeafValue(value)) {
    yield { path, name, value, record };
  } else if (typeof value === 'object' && value !== null && depth < maxDepth) {
    const isList = Array.isArray(value);
    const own = isList || path === record.path ? record : { path, parent: record };
    for (const key of isList ? value.keys() : Object.keys(value)) {
      yield* listBelow(Reflect.get(value, key), {
        path: path + toJsonPointer([key]),
        name: isList ? name : String(key),
        depth: depth + 1,
        record: own,
      });
    }
  }
}

function isLeafValue(value: unknown): value is AnswerLeaf['value'] {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'number' || typeof value === 'boolean';
}

/** Names in evidence that a value was read at its place, in a form that no search knows. */
export const readForm = 'form';

/** Where values were read, as far as that is known before they are looked up. */
export interface KnownPlaces {
  readonly holds: (leaf: AnswerLeaf, source: ContentSource) => boolean;
  readonly find: (leaf: AnswerLeaf) => ReadSource | undefined;
  /** Whether the value comes from there, in whatever form it stands there. */
  readonly isRead: (leaf: AnswerLeaf) => boolean;
}

/** Where a value was read, and how sure it is where the page states others for its field. */
export interface ReadSource extends ContentSource {
  readonly certainty?: Certainty | undefined;
}

/** Values that an extractor read from the page's structure, with their places by JSON Pointer. */
export interface ReadValues {
  readonly value: unknown;
  readonly sources: ReadonlyMap<string, ReadSource>;
}

/** The places of values that were read from the page's structure, for the values that are still the same. */
export function toKnownPlaces({ value, sources }: ReadValues): KnownPlaces {
  function find(leaf: AnswerLeaf): ReadSource | undefined {
    const source = sources.get(leaf.path);
    if (source === undefined) return undefined;
    const read = findAtPath(value, parseJsonPointer(leaf.path) ?? []);
    return String(read) === String(leaf.value) ? source : undefined;
  }
  return {
    find,
    isRead: (leaf) => find(leaf) !== undefined,
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
  evidence: ReadonlyMap<string, CitedEvidence>,
  reading: PageReading,
): KnownPlaces {
  let outside: ReadonlyMap<string, AnyNode> | undefined;
  function placeOf({ path }: AnswerLeaf) {
    const entry = evidence.get(path);
    return entry === undefined || entry.status === 'unsupported' || entry.node === undefined
      ? undefined
      : entry;
  }
  return {
    isRead: ({ path }) => {
      const entry = evidence.get(path);
      return entry?.status === 'normalised' && entry.rule === readForm;
    },
    find(leaf) {
      const place = placeOf(leaf);
      // What stands in a script has no node in the document, and is found among the lines.
      const path = place?.node ?? '';
      const node = findNode(reading.document, path) ?? (outside ??= listOutside(reading)).get(path);
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

/** The elements outside of the cleaned page that values are read from, by their paths: the title, and what hidden markup states. */
function listOutside({ titleElement, structuredData }: PageReading): ReadonlyMap<string, AnyNode> {
  const nodes = titleElement === undefined ? [] : [titleElement as AnyNode];
  const pending = structuredData.entities.filter(({ syntax }) => syntax !== 'json-ld');
  const seen = new Set(pending);
  for (const { properties } of pending) {
    for (const value of [...properties.values()].flat()) {
      if (value.kind !== 'entity') nodes.push(value.source.node);
      else if (!seen.has(value)) {
        seen.add(value);
        pending.push(value);
      }
    }
  }
  return new Map(nodes.map((node) => [toNodePath(node), node]));
}
